"""Seasons of leagues and cups. What is posted can be about one of them instead of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
WAITING = sa.text("state = 'waiting'")
FAILED = sa.text("state = 'failed'")
OF_A_SEASON = sa.text("season_id IS NOT NULL")
IS_DUE = sa.text("due_at IS NOT NULL")
ABOUT = "game_id IS NOT NULL OR season_id IS NOT NULL"


def upgrade() -> None:
    _seasons()
    _entrants()
    _season_log()
    _add_season_to_games()
    _fixtures()
    if op.get_context().dialect.name == "sqlite":
        _copy_outbox()
    else:
        _change_outbox()


def _seasons() -> None:
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
    op.create_index("ix_seasons_guild_id", "seasons", ["guild_id"])
    op.create_index("ix_seasons_channel_id", "seasons", ["channel_id"])
    op.create_index(
        "ix_seasons_due_at", "seasons", ["due_at"], sqlite_where=IS_DUE, postgresql_where=IS_DUE
    )


def _entrants() -> None:
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


def _season_log() -> None:
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


def _add_season_to_games() -> None:
    """SQLite adds a column with what it refers to, but not the name of that."""
    if op.get_context().dialect.name == "sqlite":
        op.execute(
            "ALTER TABLE games ADD COLUMN season_id INTEGER CONSTRAINT"
            " fk_games_season_id REFERENCES seasons (id)"
        )
    else:
        op.add_column("games", sa.Column("season_id", ID))
        op.create_foreign_key("fk_games_season_id", "games", "seasons", ["season_id"], ["id"])


def _fixtures() -> None:
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
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name="fk_fixtures_season_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_fixtures_game_id"),
    )
    op.create_index("ix_fixtures_game_id", "fixtures", ["game_id"])


COLUMNS = (
    "id, game_id, place_id, kind, ply, branch, payload, nonce, state, attempts, due_at, "
    "claimed_by, claimed_until, shown_at, message_id, error, created_at, settled_at"
)


def _copy_outbox() -> None:
    """SQLite changes no column, so the rows move to another table. Their numbers go on."""
    op.create_table(
        "new_outbox",
        sa.Column("id", ID, nullable=False),
        sa.Column("game_id", ID),
        sa.Column("season_id", ID),
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
        sa.CheckConstraint(ABOUT, name="ck_outbox_about"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("nonce", name="uq_outbox_nonce"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_outbox_game_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name="fk_outbox_season_id", ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )
    op.execute(f"INSERT INTO new_outbox ({COLUMNS}) SELECT {COLUMNS} FROM outbox")
    op.execute("DELETE FROM sqlite_sequence WHERE name = 'new_outbox'")
    op.execute(
        "INSERT INTO sqlite_sequence (name, seq)"
        " SELECT 'new_outbox', seq FROM sqlite_sequence WHERE name = 'outbox'"
    )
    op.drop_table("outbox")
    op.rename_table("new_outbox", "outbox")
    op.create_index("ix_outbox_waiting", "outbox", ["place_id", "id"], sqlite_where=WAITING)
    op.create_index("ix_outbox_game_id", "outbox", ["game_id"])
    op.create_index("ix_outbox_failed", "outbox", ["place_id"], sqlite_where=FAILED)
    op.create_index("ix_outbox_season_id", "outbox", ["season_id"], sqlite_where=OF_A_SEASON)


def _change_outbox() -> None:
    op.alter_column("outbox", "game_id", nullable=True)
    op.add_column("outbox", sa.Column("season_id", ID))
    op.create_foreign_key(
        "fk_outbox_season_id", "outbox", "seasons", ["season_id"], ["id"], ondelete="CASCADE"
    )
    op.create_check_constraint("ck_outbox_about", "outbox", ABOUT)
    op.create_index("ix_outbox_season_id", "outbox", ["season_id"], postgresql_where=OF_A_SEASON)


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
