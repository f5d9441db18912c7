"""What games of more than two need: seats that are left, computer players, places, drafts."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

GAME_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column(
        "seats",
        sa.Column("has_left", sa.Boolean(), nullable=False, server_default=sa.text("false")),
    )
    op.add_column("seats", sa.Column("computer", sa.String(16)))
    op.add_column("results", sa.Column("place", sa.Integer()))
    op.create_table(
        "drafts",
        sa.Column("game_id", GAME_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("chosen", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_drafts"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_drafts_game_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
