"""The settings: each is in `.env.example`, and a bad one stops the start and is named."""

import re
from datetime import time
from errno import EACCES
from pathlib import Path

import pytest

from bot.host import settings as settings_module
from bot.host.running import open_database
from bot.host.settings import RETIRED, Settings, SettingsError, read_settings
from bot.match.game import COMPUTER_WAITS
from bot.process.memory import MIB
from bot.process.shards import ALL, Shards

EXAMPLE = Path(__file__).parent.parent.parent.parent / ".env.example"


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_the_example_lists_every_setting_and_no_other() -> None:
    listed = re.findall(r"^([A-Z_]+)=", EXAMPLE.read_text(), re.MULTILINE)
    assert listed == [name.upper() for name in Settings.model_fields]


def test_the_example_gives_the_defaults(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(EXAMPLE.read_text())
    from_example = read_settings()
    (tmp_path / ".env").unlink()
    assert from_example == read_settings()


def test_every_setting_is_explained() -> None:
    lines = EXAMPLE.read_text().splitlines()
    settings = [number for number, line in enumerate(lines) if re.match(r"[A-Z_]+=", line)]
    assert all(lines[number - 1].startswith("#") for number in settings)


@pytest.mark.parametrize("name", Settings.model_fields)
def test_a_bad_value_is_refused_by_name_and_not_shown(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name.upper(), "hunter2")
    with pytest.raises(SettingsError) as refused:
        read_settings()
    message = str(refused.value)
    assert message.startswith(f"{name.upper()}: ")
    assert "hunter2" not in message


@pytest.mark.parametrize(
    "address",
    [
        "sqlite:///bot.db",
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "postgresql://localhost/bot",
        "mysql+aiomysql://localhost/bot",
    ],
)
def test_only_the_two_databases_are_taken(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    with pytest.raises(SettingsError, match=r"DATABASE_URL: expected sqlite\+aiosqlite:///FILE or"):
        read_settings()


def test_secrets_are_read_from_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "token").write_text("a.b.c\n")
    (tmp_path / "url").write_text(f"{POSTGRESQL}\n")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(tmp_path / "token"))
    monkeypatch.setenv("DATABASE_URL_FILE", "url")
    settings = read_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "a.b.c"
    assert settings.database_url.get_secret_value() == POSTGRESQL
    assert "secret" not in repr(settings)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (None, "DISCORD_TOKEN_FILE: the file cannot be read (No such file or directory)"),
        (b"\xff", "DISCORD_TOKEN_FILE: the file cannot be read (it is no text)"),
        (b"\n", "DISCORD_TOKEN_FILE: the file is empty"),
        (b"hunter2", "DISCORD_TOKEN: expected the token of your application's bot"),
    ],
)
def test_a_secret_file_that_is_of_no_use(
    content: bytes | None, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        Path("token").write_bytes(content)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    with pytest.raises(SettingsError) as refused:
        read_settings()
    assert str(refused.value).startswith(expected)
    assert "hunter2" not in str(refused.value)


def test_a_secret_and_its_file_are_not_both_set(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("token").write_text("a.b.c")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    with pytest.raises(SettingsError, match="set either this or DISCORD_TOKEN_FILE, not both"):
        read_settings()


@pytest.mark.parametrize("moment", ["3:30", "24:00", "03:60", "03:30:00", "03:30+01:00", "12600"])
def test_the_time_of_the_backup_is_an_hour_and_a_minute(
    moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKUP_AT", moment)
    with pytest.raises(SettingsError, match="BACKUP_AT: expected an hour and a minute of the day"):
        read_settings()
    monkeypatch.setenv("BACKUP_AT", "23:59")
    assert read_settings().backup_at == time(23, 59)


def test_a_file_in_another_encoding_is_refused_and_not_shown(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=hunter2", "utf-16")
    with pytest.raises(SettingsError) as refused:
        read_settings()
    assert str(refused.value) == ".env: it is not UTF-8; save it in this encoding"
    assert refused.value.__cause__ is None


def test_a_file_that_the_bot_may_not_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(EACCES, "Permission denied", ".env")

    (tmp_path / ".env").touch()
    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(SettingsError, match=r"^\.env: it cannot be read \(Permission denied\); "):
        read_settings()


def test_a_setting_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LOBY_HOURS=3\n")
    with pytest.raises(SettingsError, match="LOBY_HOURS: there is no such setting"):
        read_settings()


def test_a_retired_setting_is_named_with_its_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RETIRED, "BRUSHES", "1.2.0")
    remarks = ["BRUSHES was retired in 1.2.0, and does nothing: remove it"]
    assert list(read_settings().remarks) == []
    (tmp_path / ".env").write_text("BRUSHES=soft\nPAINTERS=3\n")
    settings = read_settings()
    assert (settings.painters, list(settings.remarks)) == (3, remarks)
    (tmp_path / ".env").unlink()
    monkeypatch.setenv("BRUSHES", "soft")
    assert list(read_settings().remarks) == remarks


def test_the_change_log_names_every_retired_setting() -> None:
    changes = (EXAMPLE.parent / "CHANGELOG.md").read_text()
    assert [name for name in RETIRED if f"`{name}`" not in changes] == []


def test_the_password_is_not_in_the_representation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://bot:hunter2@localhost/bot")
    assert "hunter2" not in repr(read_settings())


POSTGRESQL = "postgresql+asyncpg://bot:secret@localhost/bot"
TOKEN = "not.a.token"


@pytest.mark.parametrize(
    ("count", "ids", "read"),
    [
        ("", "", None),
        ("3", "", Shards(3, (0, 1, 2))),
        ("3", "1", Shards(3, (1,))),
        ("3", "2, 0", Shards(3, (0, 2))),
    ],
)
def test_the_shards_of_this_process(
    count: str, ids: str, read: Shards | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", POSTGRESQL)
    monkeypatch.setenv("SHARD_COUNT", count)
    monkeypatch.setenv("SHARD_IDS", ids)
    assert read_settings().shards == read


@pytest.mark.parametrize(
    ("count", "ids", "expected"),
    [
        ("0", "", "SHARD_COUNT: Input should be greater than or equal to 1"),
        ("", "0", "SHARD_IDS: set SHARD_COUNT too, to the same number for all processes"),
        ("2", "0,2", "SHARD_IDS: expected shards from 0 to 1, as SHARD_COUNT says"),
        ("2", "1,1", "SHARD_IDS: expected each shard once"),
        ("2", ",", "SHARD_IDS: expected numbers of shards with commas between them, such as 0,1"),
        ("2", "-1", "SHARD_IDS: expected numbers of shards with commas between them, such as 0,1"),
    ],
)
def test_shards_that_there_cannot_be(
    count: str, ids: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", POSTGRESQL)
    monkeypatch.setenv("SHARD_COUNT", count)
    monkeypatch.setenv("SHARD_IDS", ids)
    with pytest.raises(SettingsError) as refused:
        read_settings()
    assert str(refused.value) == expected


def test_processes_that_share_the_shards_need_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each process would keep its own games in its own SQLite file."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SHARD_COUNT", "2")
    monkeypatch.setenv("SHARD_IDS", "0,1")
    assert read_settings().shards == Shards(2, (0, 1))
    monkeypatch.setenv("SHARD_IDS", "0")
    with pytest.raises(SettingsError, match=r"SHARD_IDS: set DATABASE_URL to postgresql\+asyncpg"):
        read_settings()


def test_the_playground_has_one_shard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "2")
    assert read_settings().shards == ALL


def test_without_thinkers_there_are_no_computer_players(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_settings().timeouts.computer == COMPUTER_WAITS
    monkeypatch.setenv("THINKERS", "0")
    assert read_settings().timeouts.computer is None


def with_memory(monkeypatch: pytest.MonkeyPatch, total: int | None, processors: int = 4) -> None:
    monkeypatch.setattr(settings_module, "total_memory", lambda: total)
    monkeypatch.setattr(settings_module, "processors", lambda: processors)


@pytest.mark.parametrize(
    ("small", "total", "chosen"),
    [
        ("", 256 * MIB, True),
        ("", 599 * MIB, True),
        ("", 600 * MIB, False),
        ("", None, False),
        ("true", 8000 * MIB, True),
        ("false", 256 * MIB, False),
    ],
)
def test_small_mode_is_chosen_by_the_memory_or_by_name(
    small: str, total: int | None, chosen: bool, *, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_memory(monkeypatch, total)
    monkeypatch.setenv("SMALL", small)
    assert read_settings().in_small_mode is chosen


@pytest.mark.parametrize(
    ("asked", "total", "painters"),
    [
        ("", None, 4),
        ("", 8000 * MIB, 4),
        ("", 920 * MIB, 4),
        ("", 600 * MIB, 2),
        ("", 256 * MIB, 1),
        ("3", 256 * MIB, 3),
    ],
)
def test_as_many_painters_as_processors_and_memory_allow(
    asked: str, total: int | None, painters: int, *, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_memory(monkeypatch, total)
    monkeypatch.setenv("PAINTERS", asked)
    assert read_settings().most_painters == painters


def test_few_positions_are_kept_in_small_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    with_memory(monkeypatch, 256 * MIB)
    assert read_settings().most_states == 48
    monkeypatch.setenv("CACHED_STATES", "10")
    assert read_settings().most_states == 10
    monkeypatch.setenv("SMALL", "false")
    monkeypatch.delenv("CACHED_STATES")
    assert read_settings().most_states == 256


async def test_connections_keep_few_pages_in_small_mode(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    for total, size in ((256 * MIB, -1000), (8000 * MIB, -4000)):
        with_memory(monkeypatch, total)
        async with open_database(read_settings()) as database, database.reading() as connection:
            assert (await connection.exec_driver_sql("PRAGMA cache_size")).scalar() == size
