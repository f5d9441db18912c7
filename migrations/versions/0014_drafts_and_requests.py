"""What tells a draft from the one before it, and what people ask for in forms."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("drafts", sa.Column("revision", sa.Integer(), nullable=False, server_default="1"))
    op.create_table(
        "requests",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("request", sa.Text()),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_requests"),
    )


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
