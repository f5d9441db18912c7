"""The keys of the web pages of games."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

# As in the schema: SQLite auto-increments ids only where the type is INTEGER.
Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "page_keys",
        sa.Column("game_id", Id, nullable=False),
        sa.Column("page_key", sa.String(32), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_page_keys_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", name="pk_page_keys"),
        sa.UniqueConstraint("page_key", name="uq_page_keys_page_key"),
    )


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
