"""The keys of the web pages of seasons."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

# As in the schema: SQLite auto-increments ids only where the type is INTEGER.
Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "season_page_keys",
        sa.Column("season_id", Id, nullable=False),
        sa.Column("page_key", sa.String(32), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name="fk_season_page_keys_season_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("season_id", name="pk_season_page_keys"),
        sa.UniqueConstraint("page_key", name="uq_season_page_keys_page_key"),
    )


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
