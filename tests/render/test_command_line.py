"""The command line makes every picture, and names the argument that is wrong."""

from pathlib import Path

import pytest
from PIL import Image

from engine.castle.moves import Turn, move_text
from engine.castle.record import RECORDS
from engine.castle.turn import new_setup
from render import __main__ as command_line
from render.castle import command
from render.picture.paint import Painter
from tests.render.castle.games import NAMES, played


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "out.jsonl"
    plies = played("command line")
    moves = [ply.done for ply in plies if ply.done is not None]
    setup = new_setup("command line")
    file.write_text(RECORDS.write(RECORDS.play(setup, moves, NAMES)) + "\n", "utf-8")
    return file


@pytest.fixture(autouse=True)
def _small_art(monkeypatch: pytest.MonkeyPatch, painter: Painter) -> None:
    monkeypatch.setattr(command, "painter_for", lambda _: painter)


def run(record: Path, *arguments: str) -> None:
    command_line.main(["--record", str(record), *arguments])


@pytest.mark.parametrize(
    "arguments",
    [
        ("--ply", "30", "--overlay", "leads"),
        ("--ply", "30", "--theme", "dark", "--compact"),
        ("--ply", "20", "--sheet"),
        ("--ply", "0", "--rotations"),
        ("--final",),
        ("--chart", "--ply", "40"),
    ],
)
def test_a_picture_and_its_alt_text(
    record: Path, tmp_path: Path, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "picture.png"
    run(record, *arguments, "--out", str(out), "--alt")
    with Image.open(out) as picture:
        assert picture.format == "PNG"
    assert capsys.readouterr().out.strip()


def test_a_replay(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "replay.gif"
    run(record, "--replay", str(out), "--ply", "12")
    with Image.open(out) as picture:
        assert picture.n_frames == 13  # type: ignore[attr-defined]


def test_the_text_board(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(record, "--text", "--ply", "30")
    assert "Drawn" in capsys.readouterr().out


@pytest.mark.parametrize(("language", "word"), [("nl", "Getrokken"), ("de", "Gezogen")])
def test_another_language(
    record: Path, language: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(record, "--text", "--ply", "30", "--language", language)
    assert word in capsys.readouterr().out


def test_a_preview(record: Path, tmp_path: Path) -> None:
    move = next(ply.done for ply in played("command line")[10:] if isinstance(ply.done, Turn))
    place = move_text(move).split(" ")
    out = tmp_path / "preview.png"
    run(record, "--ply", "9", "--preview", " ".join(place[:2]), "--out", str(out))
    assert out.exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--game", "chess"), "argument --game: invalid choice"),
        (("--ply", "99"), "argument --ply: 0 to"),
        (("--ply", "-1"), "argument --ply: 0 to"),
        (("--index", "7"), "argument --index: 0 to 0 is expected, not 7"),
        (("--ply", "x"), "argument --ply: invalid int value"),
        (("--overlay", "foo"), "argument --overlay: one of legal, leads"),
        (("--overlay", "legal,leads"), "argument --overlay: one of legal, leads"),
        (("--theme", "pink"), "argument --theme: invalid choice"),
        (("--language", "xx"), "argument --language: invalid choice"),
        (("--preview", "Z9"), "argument --preview: expected a cell"),
        (("--preview", "A1 r0"), "argument --preview: the drawn tile cannot be laid there"),
        (("--final", "--ply", "3"), "argument --final: the game is not over at ply 3"),
        (("--rotations",), "argument --rotations: no tile is drawn"),
        (("--seat", "3"), "argument --seat: 1 to 2 is expected, not 3"),
        (("--sheet", "--chart"), "argument --chart: not allowed with argument --sheet"),
        (("--out", "/nowhere/at/all.png"), "argument --out: /nowhere/at/all.png cannot be written"),
    ],
)
def test_an_error_names_the_argument_and_what_is_expected(
    record: Path,
    tmp_path: Path,
    arguments: tuple[str, ...],
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as stopped:
        run(record, "--out", str(tmp_path / "x.png"), *arguments)
    assert stopped.value.code == 2
    assert told in capsys.readouterr().err


def test_a_picture_needs_a_place(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(record)
    assert "argument --out: a file such as board.png is needed" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["{}\n", "[]\n", "no json\n", b"\xff\xfe"])
def test_a_broken_record_is_refused(
    tmp_path: Path, content: str | bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "broken.jsonl"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(SystemExit) as stopped:
        run(file, "--out", "x.png")
    assert stopped.value.code == 2
    assert "argument --record" in capsys.readouterr().err


def test_a_missing_record_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(Path("/nowhere.jsonl"), "--out", "x.png")
    assert "argument --record: /nowhere.jsonl cannot be read" in capsys.readouterr().err


def test_a_record_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command_line.main(["--text"])
    assert "argument --record: a file with one record a line is needed" in capsys.readouterr().err
