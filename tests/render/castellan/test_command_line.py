"""The command line makes the pictures of Castellan too, as the record says which game it is."""

from pathlib import Path

import pytest
from PIL import Image

from engine.castellan.moves import move_text
from engine.castellan.record import RECORDS
from engine.castellan.turn import new_setup
from render import __main__ as command_line
from tests.render.castellan.games import NAMES, moves

SEED = "command line"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "out.jsonl"
    played = RECORDS.play(new_setup(SEED, seats=3), moves(SEED, 3), NAMES[:3])
    file.write_text(RECORDS.write(played) + "\n", "utf-8")
    return file


def run(record: Path, *arguments: str) -> None:
    command_line.main(["--record", str(record), *arguments])


@pytest.mark.parametrize(
    "arguments",
    [
        ("--ply", "12", "--overlay", "values"),
        ("--ply", "12", "--theme", "dark", "--compact"),
        ("--ply", "7", "--preview", move_text(moves(SEED, 3)[7])),
        ("--ply", "10", "--sheet", "--language", "de"),
        ("--ply", "10", "--hand", "--seat", "2"),
        ("--final", "--language", "nl"),
        ("--chart", "--ply", "20"),
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


def test_a_replay_and_the_text_board(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "replay.gif"
    run(record, "--replay", str(out), "--ply", "6")
    with Image.open(out) as picture:
        assert picture.n_frames == 7  # type: ignore[attr-defined]
    run(record, "--text", "--ply", "9")
    assert "Your cards" not in capsys.readouterr().out
    run(record, "--text", "--ply", "9", "--seat", "1")
    assert "Your cards" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ("--overlay", "fields"),
            "argument --overlay: one of legal_tower",
        ),
        (("--preview", "T1"), "argument --preview: expected another card"),
        (("--preview", "T1: t0,0"), "argument --preview: nobody is to play"),
        (("--ply", "0", "--preview", "T9: t0,0"), "argument --preview: the card T9 is not left"),
        (("--ply", "0", "--preview", "T1: t5,5"), "argument --preview: this cannot be built"),
        (("--final", "--ply", "3"), "argument --final: the game is not over at ply 3"),
        (("--hand",), "argument --hand: no hand is seen without a seat"),
        (("--rotations",), "unrecognized arguments: --rotations"),
        (("--seat", "4"), "argument --seat: 1 to 3 is expected, not 4"),
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
