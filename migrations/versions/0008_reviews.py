"""Reviews of ended games, and how well and how luckily each seat played."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

GAME_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("game_id", GAME_ID, nullable=False),
        sa.Column("review", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_reviews"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_reviews_game_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "judged_seats",
        sa.Column("game_id", GAME_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("accuracy", sa.Float()),
        sa.Column("luck", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_judged_seats"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_judged_seats_game_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
