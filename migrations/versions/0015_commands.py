"""The ids that Discord gave to the commands, so that texts can mention them."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "commands",
        sa.Column("application_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("command_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("application_id", "name", name="pk_commands"),
    )


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
