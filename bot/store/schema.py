"""Tables: their names, types and keys; `migrations/` must produce the same.

Times are milliseconds since 1970 and ids are Discord's numbers, both on SQLite and on PostgreSQL.

A column that is added to a table has a default here, or may be NULL: rows of before get it in the
migration, and rows of older archives when they are imported.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.schema import SchemaItem

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_OPEN = "status IN ('lobby', 'running')"
# SQLite auto-increments ids only where the type is INTEGER.
Id = BigInteger().with_variant(Integer, "sqlite")


def _table(name: str, *parts: SchemaItem) -> Table:
    """Make a table. SQLite gives no `id` twice, not even after its row was deleted."""
    numbered = any(isinstance(part, Column) and part.name == "id" for part in parts)
    return Table(name, metadata, *parts, sqlite_autoincrement=numbered)


def _owner(name: str, *, primary: bool = False, nullable: bool = False) -> Column[int]:
    """Make the column that names the game or season a row belongs to."""
    reference = ForeignKey(f"{name}s.id", ondelete="CASCADE")
    return Column(f"{name}_id", Id, reference, primary_key=primary, nullable=nullable)


def _partial_index(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    condition = text(where)
    return Index(name, *columns, unique=unique, sqlite_where=condition, postgresql_where=condition)


# Seasons of leagues, and cups. `post_id` is the post of the invitation.
seasons = _table(
    "seasons",
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("name", String(64), nullable=False),
    Column("number", Integer, nullable=False),
    Column("opener_id", BigInteger),
    Column("terms", Text, nullable=False),
    Column("stage", String(16), nullable=False),
    Column("closes_at", BigInteger, nullable=False),
    Column("ends_at", BigInteger),
    Column("began_at", BigInteger),
    Column("reminded", Boolean, nullable=False),
    Column("shown", Integer, nullable=False),
    Column("previous_id", Id, ForeignKey("seasons.id")),
    Column("next_id", Id),
    Column("is_last", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("post_id", BigInteger),
    Column("due_at", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Index("ix_seasons_guild_id", "guild_id"),
    Index("ix_seasons_channel_id", "channel_id"),
    _partial_index("ix_seasons_due_at", "due_at", where="due_at IS NOT NULL"),
)

games = _table(
    "games",
    Column("id", Id, primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("parent_id", BigInteger),
    Column("opener_id", BigInteger),
    Column("options", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("first", Integer),
    Column("commitment", String(128)),
    Column("secret", Text),
    Column("ply", Integer, nullable=False),
    Column("branch", Integer, nullable=False),
    Column("to_act", Integer),
    Column("winners", String(64), nullable=False),
    Column("asked", Text),
    Column("pause", String(32)),
    Column("paused_at", BigInteger),
    Column("waiting_since", BigInteger, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("rematch_of", Id, ForeignKey("games.id")),
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("watched", Integer, nullable=False, server_default="0"),
    Column("ordered", Integer, nullable=False, server_default="0"),
    Column("rated", Boolean, nullable=False, server_default=text("false")),
    Column("time_limit", Text),
    Column("told", Text),
    Column("due_at", BigInteger),
    Column("moves_at", BigInteger),
    Column("settled_at", BigInteger),
    Column("has_hints", Boolean, nullable=False, server_default=text("true")),
    Column("season_id", Id, ForeignKey("seasons.id")),
    CheckConstraint("ply >= 0", name="ply"),
    _partial_index("uq_games_open_channel", "channel_id", where=_OPEN, unique=True),
    Index("ix_games_channel_id", "channel_id"),
    _partial_index("ix_games_open_guild", "guild_id", where=_OPEN),
    Index("ix_games_parent_id", "parent_id"),
    _partial_index("ix_games_due_at", "due_at", where=_OPEN),
    _partial_index(
        "ix_games_to_settle",
        "due_at",
        where="due_at IS NOT NULL AND status NOT IN ('lobby', 'running')",
    ),
    _partial_index("ix_games_moves_at", "moves_at", where="moves_at IS NOT NULL"),
)

seats = _table(
    "seats",
    _owner("game", primary=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("taken", Boolean, nullable=False),
    Column("has_left", Boolean, nullable=False, server_default=text("false")),
    Column("computer", String(16)),
    Column("hints", Integer, nullable=False, server_default="0"),
    Column("hinted_in", String(32)),
    Index("ix_seats_user_id", "user_id"),
)

# `undone` is 0 for a move that stands, else the branch that began when it was taken back.
moves = _table(
    "moves",
    Column("id", Id, primary_key=True),
    _owner("game"),
    Column("ply", Integer, nullable=False),
    Column("undone", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger),
    Column("notation", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("played_at", BigInteger, nullable=False),
    Column("interaction_id", String(64), nullable=False),
    UniqueConstraint("game_id", "ply", "undone"),
    UniqueConstraint("interaction_id"),
)

snapshots = _table(
    "snapshots",
    _owner("game", primary=True),
    Column("ply", Integer, nullable=False),
    Column("branch", Integer, nullable=False),
    Column("rules_version", String(64), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("state", Text, nullable=False),
)

audit = _table(
    "audit",
    Column("id", Id, primary_key=True),
    _owner("game"),
    Column("done", String(32), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("user_id", BigInteger),
    Column("interaction_id", String(64)),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("interaction_id"),
    Index("ix_audit_game_id", "game_id"),
)

# Who takes part in a season, or was asked to.
entrants = _table(
    "entrants",
    _owner("season", primary=True),
    Column("number", Integer, primary_key=True),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("entry", String(16), nullable=False),
    Column("division", Integer),
    Column("late", Integer, nullable=False),
    Column("place", Integer),
    Index("ix_entrants_user_id", "user_id"),
)

# The games of a season. `players`, `places` and `scores` are lists by seat.
fixtures = _table(
    "fixtures",
    _owner("season", primary=True),
    Column("number", Integer, primary_key=True),
    Column("division", Integer, nullable=False),
    Column("players", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("thread_id", BigInteger),
    Column("game_id", Id, ForeignKey("games.id")),
    Column("reason", String(16)),
    Column("places", Text, nullable=False),
    Column("scores", Text, nullable=False),
    Column("to_adjust", Boolean, nullable=False),
    Column("extra", BigInteger, nullable=False),
    Index("ix_fixtures_game_id", "game_id"),
)

# The actions of people in a season.
season_log = _table(
    "season_log",
    Column("id", Id, primary_key=True),
    _owner("season"),
    Column("done", String(32), nullable=False),
    Column("user_id", BigInteger),
    Column("interaction_id", String(64)),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("interaction_id"),
    Index("ix_season_log_season_id", "season_id"),
)

outbox = _table(
    "outbox",
    Column("id", Id, primary_key=True),
    Column("game_id", Id, ForeignKey("games.id", ondelete="CASCADE")),
    _owner("season", nullable=True),
    Column("place_id", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("ply", Integer),
    Column("branch", Integer),
    Column("payload", Text, nullable=False),
    Column("nonce", String(25), nullable=False, unique=True),
    Column("state", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("claimed_by", String(64)),
    Column("claimed_until", BigInteger),
    Column("shown_at", BigInteger),
    Column("message_id", BigInteger),
    Column("error", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("settled_at", BigInteger),
    _partial_index("ix_outbox_waiting", "place_id", "id", where="state = 'waiting'"),
    CheckConstraint("game_id IS NOT NULL OR season_id IS NOT NULL", name="about"),
    Index("ix_outbox_game_id", "game_id"),
    _partial_index("ix_outbox_season_id", "season_id", where="season_id IS NOT NULL"),
    _partial_index("ix_outbox_failed", "place_id", where="state = 'failed'"),
)

# `games.watched` counts them.
watchers = _table(
    "watchers",
    _owner("game", primary=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("what", String(16), nullable=False),
)

# `games.ordered` counts them.
orders = _table(
    "orders",
    _owner("game", primary=True),
    Column("seat", Integer, primary_key=True),
    Column("tile", String(64), primary_key=True),
    Column("notation", String(128), nullable=False),
    Column("branch", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

# The part of a move that a player has chosen so far, private to them. `kind` is what an order
# assumes will be drawn, empty for a move. What was dropped stays as an empty draft as long as the
# position lasts, so that no revision in it comes twice.
drafts = _table(
    "drafts",
    _owner("game", primary=True),
    Column("seat", Integer, primary_key=True),
    Column("branch", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("kind", String(64), nullable=False),
    Column("chosen", Text, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("revision", Integer, nullable=False, server_default="1"),
)

# Reviews of ended games. A review can always be made again.
reviews = _table(
    "reviews",
    _owner("game", primary=True),
    Column("review", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
)

# The figures from the reviews that statistics need. Those found by another version of the reviewing
# stay until the review is made again, but do not count.
judged_seats = _table(
    "judged_seats",
    _owner("game", primary=True),
    Column("seat", Integer, primary_key=True),
    Column("accuracy", Float),
    Column("luck", Float, nullable=False),
    Column("version", Integer, nullable=False, server_default="0"),
)

predictions = _table(
    "predictions",
    _owner("game", primary=True),
    Column("branch", Integer, primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("guess", String(128), nullable=False),
    Column("made_at", BigInteger, nullable=False),
)

# The notes of people to themselves about a game, by the number of the move. `opened` by their
# owner, for everybody to read once the game is over: all of a person's notes in a game, or none.
own_notes = _table(
    "own_notes",
    _owner("game", primary=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("ply", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("opened", Boolean, nullable=False, server_default=text("false")),
    Column("changed_at", BigInteger, nullable=False),
)

results = _table(
    "results",
    Column("id", Id, primary_key=True),
    _owner("game"),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger),
    Column("guild_id", BigInteger, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("outcome", String(16), nullable=False),
    Column("place", Integer),
    Column("points", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("thought", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("change", Float),
    Column("tally", Text, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    UniqueConstraint("game_id", "seat"),
    Index("ix_results_user_id", "user_id"),
)

players = _table(
    "players",
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("preferences", Text, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("aways", Text),
)

# Who wants to hear of open seats in a server's games of this kind. All rows of a person have the
# same `called_at`: when they were last called, about any game in any server.
seat_calls = _table(
    "seat_calls",
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(32), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("called_at", BigInteger),
    Index("ix_seat_calls_user_id", "user_id"),
)

# The game or league that somebody is asking for, until it opens; then the row stays, so that no
# revision comes twice.
requests = _table(
    "requests",
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("request", Text),
    Column("revision", Integer, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
)

# `due_at` is the moment of the next digest, and `digest_since` that from which it tells.
channels = _table(
    "channels",
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("settings", Text, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("due_at", BigInteger),
    Column("digest_since", BigInteger),
    _partial_index("ix_channels_due_at", "due_at", where="due_at IS NOT NULL"),
)

ratings = _table(
    "ratings",
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(32), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("rating", Float, nullable=False),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("shared", Integer, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index("ix_ratings_rating", "guild_id", "kind", "rating"),
)

# The names of the application's emojis, and when a running version last used each.
emojis = _table(
    "emojis",
    Column("name", String(32), primary_key=True),
    Column("used_at", BigInteger, nullable=False),
)

# The ids that Discord gave to each application's groups of commands, by their names.
commands = _table(
    "commands",
    Column("application_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(32), primary_key=True),
    Column("command_id", BigInteger, nullable=False),
)

# What leads to the web page of a game, for everybody who is given its address.
page_keys = _table(
    "page_keys",
    _owner("game", primary=True),
    Column("page_key", String(32), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    UniqueConstraint("page_key"),
)

# What leads to the web page of a season.
season_page_keys = _table(
    "season_page_keys",
    _owner("season", primary=True),
    Column("page_key", String(32), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    UniqueConstraint("page_key"),
)

# What admits a person to the web page of their seat: a link, to be used once, or a session that was
# opened with it. Only a digest of its token is kept.
seat_passes = _table(
    "seat_passes",
    Column("token_digest", String(64), primary_key=True),
    _owner("game"),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("is_link", Boolean, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("good_until", BigInteger, nullable=False),
    Index("ix_seat_passes_game_id", "game_id"),
    Index("ix_seat_passes_user_id", "user_id"),
)

# Work that one process does for all, until this moment.
leases = _table(
    "leases",
    Column("name", String(32), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("until", BigInteger, nullable=False),
)

# How far every game has been replayed by the rules of today: one row, with a digest of them.
# While there is none, or it is of other rules, as after an upgrade, a replay is due.
replays = _table(
    "replays",
    Column("rules", String(64), primary_key=True),
    Column("last_id", BigInteger, nullable=False),
    Column("complete", Boolean, nullable=False),
)
