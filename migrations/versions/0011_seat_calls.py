"""Who wants to be called when somebody looks for players."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seat_calls",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("called_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("guild_id", "kind", "user_id", name="pk_seat_calls"),
    )
    op.create_index("ix_seat_calls_user_id", "seat_calls", ["user_id"])


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
