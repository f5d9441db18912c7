"""Games over days: when to look at a game again, time limits, orders, predictions, results."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OPEN = sa.text("status IN ('lobby', 'running')")
TO_SETTLE = sa.text("due_at IS NOT NULL AND status NOT IN ('lobby', 'running')")
FAILED = sa.text("state = 'failed'")
A_DAY = 24 * 3600 * 1000


def upgrade() -> None:
    _games()
    _orders()
    _predictions()
    _results()
    _ratings()
    op.create_index(
        "ix_outbox_failed",
        "outbox",
        ["place_id"],
        unique=False,
        sqlite_where=FAILED,
        postgresql_where=FAILED,
    )
    op.add_column("players", sa.Column("aways", sa.Text()))


def _games() -> None:
    """A game's timer stands in its own row: a running one has its first reminder then, as whoever
    is to act was told so by its board, and those that ended before are to be settled."""
    op.add_column("games", sa.Column("ordered", sa.Integer(), server_default="0", nullable=False))
    op.add_column(
        "games", sa.Column("rated", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    for name in ("time_limit", "told"):
        op.add_column("games", sa.Column(name, sa.Text()))
    for name in ("due_at", "settled_at"):
        op.add_column("games", sa.Column(name, sa.BigInteger()))
    for name, which in (("ix_games_due_at", OPEN), ("ix_games_to_settle", TO_SETTLE)):
        op.create_index(
            name, "games", ["due_at"], unique=False, sqlite_where=which, postgresql_where=which
        )
    op.execute("UPDATE games SET due_at = (SELECT due_at FROM timers WHERE game_id = games.id)")
    op.execute(
        f"UPDATE games SET due_at = waiting_since + {A_DAY} "
        "WHERE status = 'running' AND pause IS NULL"
    )
    op.execute(
        """UPDATE games SET told = '{"at": ' || waiting_since || '}' WHERE status = 'running'"""
    )
    op.execute(
        "UPDATE games SET due_at = ended_at "
        "WHERE status IN ('finished', 'resigned', 'agreed', 'abandoned')"
    )
    op.drop_table("timers")


def _orders() -> None:
    op.create_table(
        "orders",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("tile", sa.String(length=64), nullable=False),
        sa.Column("notation", sa.String(length=128), nullable=False),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_orders_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", "tile", name="pk_orders"),
    )


def _predictions() -> None:
    op.create_table(
        "predictions",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("guess", sa.String(length=128), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_predictions_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "branch", "ply", "user_id", name="pk_predictions"),
    )


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("id", ID, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("thought", sa.BigInteger(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("change", sa.Float()),
        sa.Column("tally", sa.Text(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_results_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_results"),
        sa.UniqueConstraint("game_id", "seat", name="uq_results_game_id_seat"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_results_user_id", "results", ["user_id"], unique=False)


def _ratings() -> None:
    """By server from now on. Nothing was ever written to the table before."""
    op.drop_table("ratings")
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("shared", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "kind", "user_id", name="pk_ratings"),
    )
    op.create_index("ix_ratings_rating", "ratings", ["guild_id", "kind", "rating"], unique=False)


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
