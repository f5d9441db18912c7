"""The command line makes the pictures of Carcassonne too, as the record says which game it is."""

from pathlib import Path

import pytest
from PIL import Image

from engine.carcassonne.moves import Options, move_text
from engine.carcassonne.record import RECORDS
from engine.carcassonne.turn import new_setup
from render import __main__ as command_line
from tests.render.carcassonne.games import NAMES, moves, seen

SEED = "command line"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "out.jsonl"
    setup = new_setup(SEED, Options(), None, 3)
    file.write_text(RECORDS.write(RECORDS.play(setup, moves(SEED, 3), NAMES[:3])) + "\n", "utf-8")
    return file


def run(record: Path, *arguments: str) -> None:
    command_line.main(["--record", str(record), *arguments])


@pytest.mark.parametrize(
    "arguments",
    [
        ("--ply", "30", "--overlay", "fields"),
        ("--ply", "30", "--theme", "dark", "--compact"),
        ("--ply", "20", "--sheet"),
        ("--ply", "0", "--rotations"),
        ("--final", "--language", "nl"),
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


def test_a_replay_and_the_text_board(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "replay.gif"
    run(record, "--replay", str(out), "--ply", "6")
    with Image.open(out) as picture:
        assert picture.n_frames == 7  # type: ignore[attr-defined]
    run(record, "--text", "--ply", "30")
    assert "Drawn" in capsys.readouterr().out


def test_of_rotations_that_look_alike_any_can_be_previewed(record: Path, tmp_path: Path) -> None:
    ply, position = next(
        (ply, seen(SEED, ply, 3)[0])
        for ply in range(40)
        if seen(SEED, ply, 3)[0].drawn in {"B", "U"}
    )
    cell, rotation = position.placements[0]
    turn = moves(SEED, 3)[0]._replace(follower=None)
    typed = turn._replace(placement=turn.placement._replace(cell=cell, rotation=rotation + 2))
    out = tmp_path / "preview.png"
    run(record, "--ply", str(ply), "--preview", move_text(typed), "--out", str(out))
    assert out.exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--overlay", "landing"), "argument --overlay: one of legal, leads, fields"),
        (("--preview", "E5"), "argument --preview: expected a cell such as -3,12"),
        (("--preview", "90,90 r0"), "argument --preview: the drawn tile cannot be laid there"),
        (("--final", "--ply", "3"), "argument --final: the game is not over at ply 3"),
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


def test_the_requested_game_overrides_the_one_in_the_record(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(record, "--game", "castle", "--text")
    assert "is not a record: format: Input should be 'castle-record/1'" in capsys.readouterr().err
