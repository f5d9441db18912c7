"""`python -m bot.host`: its output and its exit codes."""

import asyncio
import io
import json
import os
import re
import sqlite3
import sys
from contextlib import closing
from errno import ENOSPC
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.host.__main__ import main
from bot.match.actions import Resign
from bot.match.rules import rules_of
from bot.store.connection.database import Database
from bot.store.migration import migrate
from bot.store.schema import snapshots
from bot.table.delivery import Delivery
from bot.table.table import Table
from engine.games import GAMES
from tests.bot.kit import ANNA, CHANNEL, OTHER_CHANNEL, FakePoster, Seated, TurnedClock
from tests.bot.rounds import KIND, ROUNDS
from tests.bot.table.leagues.kit import FIRST, SHORT, LeagueTable

TOO_LARGE = str(2**63)
DOCS = Path(__file__).parent.parent.parent.parent / "docs" / "table.md"


@pytest.fixture(autouse=True)
def settings(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", url)


@pytest.fixture
def a_game(url: str, clock: TurnedClock) -> None:
    """A game resigned after three moves."""

    async def play() -> None:
        database = Database(url)
        await migrate(database)
        seated = Seated(Table(database, clock=clock), database, clock)
        game = await seated.start()
        await seated.play(game.id, 3)
        await seated.act(ANNA, game.id, Resign())
        await database.close()

    asyncio.run(play())


def test_a_new_database_is_made_and_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["upgrade"]) == main(["upgrade"]) == main(["verify"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "every game replays as it is stored"


@pytest.mark.usefixtures("a_game")
def test_verify_exits_with_1_on_a_difference_and_repairs_it(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def damage() -> None:
        database = Database(url)
        async with database.writing() as connection:
            await connection.execute(update(snapshots).values(state="{}"))
        await database.close()

    asyncio.run(damage())
    assert main(["verify"]) == 1
    assert "game 1: the snapshot is missing, old or wrong" in capsys.readouterr().out
    assert main(["verify", "--repair"]) == 0
    assert main(["verify"]) == 0


@pytest.mark.usefixtures("a_game")
def test_a_backup_is_made_and_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["backup", "copy.db"]) == 0
    assert main(["backup", "copy.db"]) == 1
    assert main(["restore", "copy.db"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "1 games in copy.db\n"
    assert "choose another name" in captured.err
    assert "--overwrite" in captured.err
    assert main(["restore", "copy.db", "--overwrite"]) == 0
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path / 'empty.db'}")
    assert main(["restore", "copy.db"]) == main(["verify"]) == 0


@pytest.mark.usefixtures("a_game")
def test_games_and_channels_are_exported_and_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["export-game", "1", "game.json"]) == 0
    assert main(["export-channel", str(CHANNEL), "channel.json"]) == 0
    assert main(["export-game", "1", "game.json"]) == main(["export-game", "2", "no.json"]) == 1
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path / 'empty.db'}")
    assert main(["import", "game.json"]) == 1
    assert main(["import", "game.json", "--guild", "1", "--channel", "7"]) == 0
    assert main(["import", "channel.json"]) == 0
    assert main(["verify"]) == 0
    captured = capsys.readouterr()
    assert "imported as 1\nimported as 2\n" in captured.out
    assert "game.json: File exists" in captured.err
    assert "add --guild and --channel" in captured.err


@pytest.mark.usefixtures("a_game")
def test_a_channels_ended_games_are_exported_one_per_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["export-records", str(CHANNEL), "games.jsonl"]) == 0
    [line] = Path("games.jsonl").read_text().splitlines()
    recorded = rules_of("castle").records.read_record(line)
    assert (recorded.players, len(recorded.moves)) == (("Anna", "Ben"), 3)
    assert main(["export-records", str(CHANNEL), "games.jsonl"]) == 1
    assert main(["export-records", "404", "no.jsonl"]) == 1
    errors = capsys.readouterr().err
    assert "games.jsonl: File exists" in errors
    assert "no game has ended in channel 404; check its number" in errors


@pytest.mark.usefixtures("a_game")
def test_a_person_is_shown_and_erased(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(ANNA)]) == 0
    kept = json.loads(capsys.readouterr().out)
    assert (kept["user_id"], len(kept["moves"])) == (ANNA, 2)
    assert main(["erase", str(ANNA)]) == 0
    assert main(["show", str(ANNA)]) == 1
    assert main(["verify"]) == 0


@pytest.mark.parametrize("command", ["show", "erase"])
def test_of_somebody_unknown_it_says_so(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["upgrade"]) == 0
    capsys.readouterr()
    assert main([command, "12345"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "nothing is kept about 12345; check the id\n"


async def leave_in_a_game_and_a_season(url: str, clock: TurnedClock) -> None:
    database = Database(url)
    await migrate(database)
    seated = Seated(Table(database, clock=clock), database, clock)
    await seated.start()
    poster = FakePoster()
    league = LeagueTable(seated, Delivery(database, poster, clock=clock), poster)
    await league.begin(4, SHORT)
    await seated.open(OTHER_CHANNEL)
    await database.close()


def test_who_still_plays_is_not_erased_and_the_games_are_named(
    url: str,
    clock: TurnedClock,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(GAMES, KIND, ROUNDS)
    asyncio.run(leave_in_a_game_and_a_season(url, clock))
    assert main(["erase", str(ANNA)]) == 1
    assert re.fullmatch(
        rf"{ANNA} still has a part in game \d+ in channel {CHANNEL}, game \d+ in channel "
        rf"{OTHER_CHANNEL}; first they leave, or a moderator there says `/table-admin end`, .*\n",
        capsys.readouterr().err,
    )
    assert main(["erase", str(FIRST)]) == 1
    assert "season 1 (" in capsys.readouterr().err


def test_backup_into_a_missing_folder_names_the_folder(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["upgrade"]) == 0
    assert main(["backup", "no/such/copy.db"]) == 1
    errors = capsys.readouterr().err
    assert "the folder no/such is not there" in errors
    assert "DATABASE_URL" not in errors


@pytest.mark.usefixtures("a_game")
def test_archives_with_seeds_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        assert main(["export-channel", str(CHANNEL), "channel.json"]) == 0
    finally:
        os.umask(before)
    assert (tmp_path / "channel.json").stat().st_mode & 0o777 == 0o600


# The commands that need one.
FROM_A_DATABASE = (
    "verify",
    "verify --repair",
    "backup copy.db",
    "show 1",
    "erase 1",
    "export-game 1 game.json",
    "export-channel 1 channel.json",
    "export-records 1 games.jsonl",
)


@pytest.mark.parametrize("command", FROM_A_DATABASE)
def test_in_the_wrong_folder_nothing_is_made(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem = f"there is no database at {tmp_path / 'bot.db'}; check DATABASE_URL and the folder\n"
    assert main(command.split()) == 1
    assert capsys.readouterr() == ("", problem)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_is_no_database_and_stays_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.db").touch()
    assert main(["verify"]) == main(["backup", "copy.db"]) == 1
    assert capsys.readouterr().err.count("there is no database at ") == 2
    assert [(file.name, file.stat().st_size) for file in tmp_path.iterdir()] == [("bot.db", 0)]


def test_the_database_of_another_program_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(tmp_path / "bot.db")) as other:
        other.execute("CREATE TABLE birds (name text)")
    assert main(["verify"]) == main(["backup", "copy.db"]) == 1
    assert capsys.readouterr().err.count("there is no database at ") == 2


@pytest.mark.usefixtures("a_game")
def test_what_may_make_a_database_makes_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["backup", "copy.db"]) == main(["export-channel", str(CHANNEL), "all.json"]) == 0
    for command in ("upgrade", "restore copy.db", "import all.json"):
        file = tmp_path / f"{command.split()[0]}.db"
        monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{file}")
        assert main(command.split()) == main(["verify"]) == 0


@pytest.mark.parametrize(
    "command",
    [
        ["show", TOO_LARGE],
        ["erase", TOO_LARGE],
        ["export-game", TOO_LARGE, "no.json"],
        ["export-channel", TOO_LARGE, "no.json"],
        ["export-records", TOO_LARGE, "no.jsonl"],
        ["import", "no.json", "--guild", TOO_LARGE, "--channel", "7"],
    ],
)
def test_an_id_that_no_database_holds_is_one_line(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 1
    assert capsys.readouterr().err == f"{TOO_LARGE} is too large for an id; check it\n"


@pytest.mark.usefixtures("a_game")
def test_an_import_names_the_keys_that_it_skips(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export-records", str(CHANNEL), "games.jsonl"]) == 0
    record = Path("games.jsonl").read_text().replace("{", '{"place":"Ghent",', 1)
    Path("more.json").write_text(record)
    assert main(["import", "more.json", "--guild", "1", "--channel", "7"]) == 0
    warning = "warning: keys that are unknown here are skipped: 'place'\n"
    assert capsys.readouterr().err == warning


@pytest.mark.usefixtures("a_game")
def test_what_is_no_text_is_not_imported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "copy.db"]) == 0
    assert main(["import", "copy.db", "--guild", "1", "--channel", "7"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("copy.db is no text; take a file that export-game or export-channel")
    assert error.count("\n") == 1


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is exported into a file is made, and cannot be filled."""
    make = os.open

    def open_on_a_full_disk(path: str, flags: int, mode: int = 0o777) -> int:
        made = make(path, flags, mode)
        if not str(path).startswith("export"):
            return made
        os.close(made)
        return make("/dev/full", os.O_WRONLY)

    monkeypatch.setattr(os, "open", open_on_a_full_disk)


@pytest.mark.usefixtures("a_game", "full_disk")
@pytest.mark.parametrize(
    "command", [("export-game", "1"), ("export-channel", CHANNEL), ("export-records", CHANNEL)]
)
def test_an_export_onto_a_full_disk_is_named_and_not_left_behind(
    command: tuple[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*map(str, command), "export.json"]) == 1
    assert capsys.readouterr().err == "export.json: No space left on device\n"
    assert not (tmp_path / "export.json").exists()


@pytest.mark.usefixtures("a_game")
def test_a_backup_that_does_not_reach_the_disk_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    assert main(["backup", "copy.db"]) == 1
    assert capsys.readouterr().err == "copy.db.partial: No space left on device\n"
    assert not list(Path().glob("copy.db*"))


@pytest.mark.usefixtures("a_game")
def test_output_that_cannot_be_written_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with io.FileIO("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(full, write_through=True))
        assert main(["show", str(ANNA)]) == 1
    assert capsys.readouterr().err == "standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("setting", "expected", "code"),
    [
        ("mysql://localhost", "DATABASE_URL: expected", 78),
        (
            "sqlite+aiosqlite:////no/such/bot.db",
            "there is no database at /no/such/bot.db; check",
            1,
        ),
    ],
)
def test_what_stops_it_is_one_line(
    setting: str,
    expected: str,
    code: int,
    *,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DATABASE_URL", setting)
    assert main(["verify"]) == code
    error = capsys.readouterr().err
    assert expected in error
    assert error.count("\n") == 1


def test_every_command_is_in_the_docs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    commands = re.findall(r"^    ([a-z-]+)\b", capsys.readouterr().out, re.MULTILINE)
    documented = re.findall(r"^    python -m bot.host ([a-z-]+)", DOCS.read_text(), re.MULTILINE)
    assert set(commands) == set(documented)
