"""Who watches a game, and how many do; an index for the open games of a server."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OPEN = sa.text("status IN ('lobby', 'running')")


def upgrade() -> None:
    op.create_table(
        "watchers",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("what", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_watchers_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_watchers"),
    )
    op.add_column("games", sa.Column("watched", sa.Integer(), server_default="0", nullable=False))
    op.create_index(
        "ix_games_open_guild",
        "games",
        ["guild_id"],
        unique=False,
        sqlite_where=OPEN,
        postgresql_where=OPEN,
    )


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
