"""How far every game has been replayed since an upgrade. Without a row, all of it is due."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "replays",
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("last_id", sa.BigInteger(), nullable=False),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("rules", name="pk_replays"),
    )


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
