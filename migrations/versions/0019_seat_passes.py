"""What admits people to the web pages of their seats."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

# As in the schema: SQLite auto-increments ids only where the type is INTEGER.
Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "seat_passes",
        sa.Column("token_digest", sa.String(64), nullable=False),
        sa.Column("game_id", Id, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("is_link", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("good_until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_seat_passes_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_digest", name="pk_seat_passes"),
    )
    op.create_index("ix_seat_passes_game_id", "seat_passes", ["game_id"])
    op.create_index("ix_seat_passes_user_id", "seat_passes", ["user_id"])


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
