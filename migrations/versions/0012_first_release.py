"""The tables of version 1.0.0, the first that was released, to the column and to the name of every
constraint. What came before is brought to this schema by version 1.0.0 alone."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OPEN = sa.text("status IN ('lobby', 'running')")
TO_SETTLE = sa.text("due_at IS NOT NULL AND status NOT IN ('lobby', 'running')")
IS_DUE = sa.text("due_at IS NOT NULL")
IS_MOVING = sa.text("moves_at IS NOT NULL")
WAITING = sa.text("state = 'waiting'")
FAILED = sa.text("state = 'failed'")
OF_A_SEASON = sa.text("season_id IS NOT NULL")


def upgrade() -> None:
    _create_seasons()
    _create_entrants()
    _create_season_log()
    _create_games()
    _create_seats()
    _create_moves()
    _create_snapshots()
    _create_audit()
    _create_drafts()
    _create_orders()
    _create_predictions()
    _create_watchers()
    _create_own_notes()
    _create_fixtures()
    _create_results()
    _create_ratings()
    _create_reviews()
    _create_judged_seats()
    _create_outbox()
    _create_channels()
    _create_players()
    _create_seat_calls()
    _create_emojis()
    _create_leases()


def _create_seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("opener_id", sa.BigInteger()),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("closes_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger()),
        sa.Column("began_at", sa.BigInteger()),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("previous_id", ID),
        sa.Column("next_id", ID),
        sa.Column("is_last", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("post_id", sa.BigInteger()),
        sa.Column("due_at", sa.BigInteger()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_seasons"),
        sa.ForeignKeyConstraint(["previous_id"], ["seasons.id"], name="fk_seasons_previous_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_seasons_channel_id", "seasons", ["channel_id"])
    _create_index("ix_seasons_due_at", "seasons", ["due_at"], IS_DUE)
    op.create_index("ix_seasons_guild_id", "seasons", ["guild_id"])


def _create_entrants() -> None:
    op.create_table(
        "entrants",
        sa.Column("season_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("entry", sa.String(16), nullable=False),
        sa.Column("division", sa.Integer()),
        sa.Column("late", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer()),
        sa.PrimaryKeyConstraint("season_id", "number", name="pk_entrants"),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name="fk_entrants_season_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_entrants_user_id", "entrants", ["user_id"])


def _create_season_log() -> None:
    op.create_table(
        "season_log",
        sa.Column("id", ID, nullable=False),
        sa.Column("season_id", ID, nullable=False),
        sa.Column("done", sa.String(32), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("interaction_id", sa.String(64)),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_season_log"),
        sa.UniqueConstraint("interaction_id", name="uq_season_log_interaction_id"),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name="fk_season_log_season_id", ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_season_log_season_id", "season_log", ["season_id"])


def _create_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", ID, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("parent_id", sa.BigInteger()),
        sa.Column("opener_id", sa.BigInteger()),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("first", sa.Integer()),
        sa.Column("commitment", sa.String(128)),
        sa.Column("secret", sa.Text()),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("to_act", sa.Integer()),
        sa.Column("winners", sa.String(64), nullable=False),
        sa.Column("asked", sa.Text()),
        sa.Column("pause", sa.String(32)),
        sa.Column("paused_at", sa.BigInteger()),
        sa.Column("waiting_since", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("rematch_of", ID),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("watched", sa.Integer(), server_default="0", nullable=False),
        sa.Column("ordered", sa.Integer(), server_default="0", nullable=False),
        sa.Column("rated", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("time_limit", sa.Text()),
        sa.Column("told", sa.Text()),
        sa.Column("due_at", sa.BigInteger()),
        sa.Column("settled_at", sa.BigInteger()),
        sa.Column("moves_at", sa.BigInteger()),
        sa.Column("has_hints", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("season_id", ID),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.CheckConstraint("ply >= 0", name=op.f("ck_games_ck_games_ply")),
        sa.ForeignKeyConstraint(["rematch_of"], ["games.id"], name="fk_games_rematch_of"),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_games_season_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_games_channel_id", "games", ["channel_id"])
    _create_index("ix_games_due_at", "games", ["due_at"], OPEN)
    _create_index("ix_games_moves_at", "games", ["moves_at"], IS_MOVING)
    _create_index("ix_games_open_guild", "games", ["guild_id"], OPEN)
    op.create_index("ix_games_parent_id", "games", ["parent_id"])
    _create_index("ix_games_to_settle", "games", ["due_at"], TO_SETTLE)
    _create_index("uq_games_open_channel", "games", ["channel_id"], OPEN, unique=True)


def _create_seats() -> None:
    op.create_table(
        "seats",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("taken", sa.Boolean(), nullable=False),
        sa.Column("has_left", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("computer", sa.String(16)),
        sa.Column("hints", sa.Integer(), server_default="0", nullable=False),
        sa.Column("hinted_in", sa.String(32)),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_seats_game_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"])


def _create_moves() -> None:
    op.create_table(
        "moves",
        sa.Column("id", ID, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("undone", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("notation", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("played_at", sa.BigInteger(), nullable=False),
        sa.Column("interaction_id", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_moves"),
        sa.UniqueConstraint("game_id", "ply", "undone", name="uq_moves_game_id_ply_undone"),
        sa.UniqueConstraint("interaction_id", name="uq_moves_interaction_id"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_moves_game_id", ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )


def _create_snapshots() -> None:
    op.create_table(
        "snapshots",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_snapshots"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_snapshots_game_id", ondelete="CASCADE"
        ),
    )


def _create_audit() -> None:
    op.create_table(
        "audit",
        sa.Column("id", ID, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("done", sa.String(32), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("interaction_id", sa.String(64)),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
        sa.UniqueConstraint("interaction_id", name="uq_audit_interaction_id"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_audit_game_id", ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audit_game_id", "audit", ["game_id"])


def _create_drafts() -> None:
    op.create_table(
        "drafts",
        sa.Column("game_id", ID, nullable=False),
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


def _create_orders() -> None:
    op.create_table(
        "orders",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("tile", sa.String(64), nullable=False),
        sa.Column("notation", sa.String(128), nullable=False),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", "tile", name="pk_orders"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_orders_game_id", ondelete="CASCADE"
        ),
    )


def _create_predictions() -> None:
    op.create_table(
        "predictions",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("guess", sa.String(128), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "branch", "ply", "user_id", name="pk_predictions"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_predictions_game_id", ondelete="CASCADE"
        ),
    )


def _create_watchers() -> None:
    op.create_table(
        "watchers",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_watchers"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_watchers_game_id", ondelete="CASCADE"
        ),
    )


def _create_own_notes() -> None:
    op.create_table(
        "own_notes",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("opened", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id", "ply", name="pk_own_notes"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_own_notes_game_id", ondelete="CASCADE"
        ),
    )


def _create_fixtures() -> None:
    op.create_table(
        "fixtures",
        sa.Column("season_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("thread_id", sa.BigInteger()),
        sa.Column("game_id", ID),
        sa.Column("reason", sa.String(16)),
        sa.Column("places", sa.Text(), nullable=False),
        sa.Column("scores", sa.Text(), nullable=False),
        sa.Column("to_adjust", sa.Boolean(), nullable=False),
        sa.Column("extra", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("season_id", "number", name="pk_fixtures"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_fixtures_game_id"),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name="fk_fixtures_season_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_fixtures_game_id", "fixtures", ["game_id"])


def _create_results() -> None:
    op.create_table(
        "results",
        sa.Column("id", ID, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("thought", sa.BigInteger(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("change", sa.Float()),
        sa.Column("tally", sa.Text(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer()),
        sa.PrimaryKeyConstraint("id", name="pk_results"),
        sa.UniqueConstraint("game_id", "seat", name="uq_results_game_id_seat"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_results_game_id", ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_results_user_id", "results", ["user_id"])


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
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
    op.create_index("ix_ratings_rating", "ratings", ["guild_id", "kind", "rating"])


def _create_reviews() -> None:
    op.create_table(
        "reviews",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("review", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_reviews"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_reviews_game_id", ondelete="CASCADE"
        ),
    )


def _create_judged_seats() -> None:
    op.create_table(
        "judged_seats",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("accuracy", sa.Float()),
        sa.Column("luck", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_judged_seats"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_judged_seats_game_id", ondelete="CASCADE"
        ),
    )


def _create_outbox() -> None:
    """Before 1.0.0 was released, `season_id` was added in PostgreSQL, where it is the last column,
    but SQLite copied the table, whose check has kept the name of the copy."""
    columns: list[sa.Column[Any]] = [
        sa.Column("id", ID, nullable=False),
        sa.Column("game_id", ID),
        sa.Column("place_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("ply", sa.Integer()),
        sa.Column("branch", sa.Integer()),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("nonce", sa.String(25), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("claimed_by", sa.String(64)),
        sa.Column("claimed_until", sa.BigInteger()),
        sa.Column("shown_at", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("error", sa.Text()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("settled_at", sa.BigInteger()),
    ]
    season_id = sa.Column("season_id", ID)
    if op.get_context().dialect.name == "sqlite":
        columns.insert(2, season_id)
        check = "ck_new_outbox_ck_outbox_about"
    else:
        columns.append(season_id)
        check = "ck_outbox_ck_outbox_about"
    op.create_table(
        "outbox",
        *columns,
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("nonce", name="uq_outbox_nonce"),
        sa.CheckConstraint("game_id IS NOT NULL OR season_id IS NOT NULL", name=op.f(check)),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_outbox_game_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name="fk_outbox_season_id", ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )
    _create_index("ix_outbox_failed", "outbox", ["place_id"], FAILED)
    op.create_index("ix_outbox_game_id", "outbox", ["game_id"])
    _create_index("ix_outbox_season_id", "outbox", ["season_id"], OF_A_SEASON)
    _create_index("ix_outbox_waiting", "outbox", ["place_id", "id"], WAITING)


def _create_channels() -> None:
    op.create_table(
        "channels",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", name="pk_channels"),
    )


def _create_players() -> None:
    op.create_table(
        "players",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("preferences", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("aways", sa.Text()),
        sa.PrimaryKeyConstraint("user_id", name="pk_players"),
    )


def _create_seat_calls() -> None:
    op.create_table(
        "seat_calls",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("called_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("guild_id", "kind", "user_id", name="pk_seat_calls"),
    )
    op.create_index("ix_seat_calls_user_id", "seat_calls", ["user_id"])


def _create_emojis() -> None:
    op.create_table(
        "emojis",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_emojis"),
    )


def _create_leases() -> None:
    op.create_table(
        "leases",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_leases"),
    )


def _create_index(
    name: str, table: str, columns: list[str], where: sa.TextClause, *, unique: bool = False
) -> None:
    """Of some of the rows alone."""
    op.create_index(
        name,
        table,
        columns,
        unique=unique,
        sqlite_where=where,
        postgresql_where=where,
    )


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
