"""The command line makes every picture of every game, and names the argument that is wrong."""

from pathlib import Path

import pytest
from PIL import Image

from engine.carcassonne import moves as carcassonne_moves
from engine.carcassonne.rules import carcassonne as carcassonne_rules
from engine.carcassonne.turn import new_setup as new_carcassonne
from engine.castellan import moves as castellan_moves
from engine.castellan.rules import castellan as castellan_rules
from engine.castellan.turn import new_setup as new_castellan
from engine.castle.moves import Turn, move_text
from engine.castle.rules import castle
from engine.castle.turn import new_setup
from render import __main__ as command_line
from render.castle import command
from render.picture.paint import Painter
from render.picture.scene import Scene
from tests.render.carcassonne import games as carcassonne
from tests.render.castellan import games as castellan
from tests.render.castle.games import NAMES, play_game

SEED = "command line"
TURN = castellan_moves.move_text(castellan.moves(SEED, 3)[7])


def record_of_the_castle() -> str:
    moves = [ply.done for ply in play_game(SEED) if ply.done is not None]
    return castle.records.write(castle.records.play(new_setup(SEED), moves, NAMES))


def record_of_carcassonne() -> str:
    setup = new_carcassonne(SEED, carcassonne_moves.Options(), None, 3)
    moves = carcassonne.moves(SEED, 3)
    records = carcassonne_rules.records
    return records.write(records.play(setup, moves, carcassonne.NAMES[:3]))


def record_of_castellan() -> str:
    setup = new_castellan(SEED, seats=3)
    moves = castellan.moves(SEED, 3)
    records = castellan_rules.records
    return records.write(records.play(setup, moves, castellan.NAMES[:3]))


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file for each game."""
    folder = tmp_path_factory.mktemp("records")
    for kind, text in (
        ("castle", record_of_the_castle()),
        ("carcassonne", record_of_carcassonne()),
        ("castellan", record_of_castellan()),
    ):
        (folder / kind).write_text(f"{text}\n", "utf-8")
    return folder


@pytest.fixture
def record(records: Path) -> Path:
    return records / "castle"


@pytest.fixture(autouse=True)
def _small_art(monkeypatch: pytest.MonkeyPatch, painter: Painter) -> None:
    monkeypatch.setattr(command, "painter_for", lambda _: painter)


def run(record: Path, *arguments: str) -> None:
    command_line.main(["--record", str(record), *arguments])


@pytest.mark.parametrize(
    "arguments",
    [
        ("castle", "--ply", "30", "--overlay", "leads"),
        ("castle", "--ply", "30", "--theme", "dark", "--compact"),
        ("castle", "--ply", "20", "--sheet"),
        ("castle", "--ply", "0", "--rotations"),
        ("castle", "--final"),
        ("castle", "--chart", "--ply", "40"),
        ("carcassonne", "--ply", "30", "--overlay", "fields"),
        ("carcassonne", "--ply", "30", "--theme", "dark", "--compact"),
        ("carcassonne", "--ply", "20", "--sheet"),
        ("carcassonne", "--ply", "0", "--rotations"),
        ("carcassonne", "--final", "--language", "nl"),
        ("carcassonne", "--chart", "--ply", "40"),
        ("castellan", "--ply", "12", "--overlay", "values"),
        ("castellan", "--ply", "12", "--theme", "dark", "--compact"),
        ("castellan", "--ply", "7", "--preview", TURN),
        ("castellan", "--ply", "10", "--sheet", "--language", "de"),
        ("castellan", "--ply", "10", "--hand", "--seat", "2"),
        ("castellan", "--final", "--language", "nl"),
        ("castellan", "--chart", "--ply", "20"),
    ],
)
def test_a_picture_and_its_alt_text(
    records: Path,
    tmp_path: Path,
    arguments: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Painting is left out: what a scene looks like does not depend on who asks for it."""
    (kind, *options) = arguments
    out = tmp_path / "picture.png"
    scenes = list[Scene]()

    def png(_: Painter, scene: Scene) -> bytes:
        scenes.append(scene)
        return b"PNG"

    monkeypatch.setattr(Painter, "png", png)
    run(records / kind, *options, "--out", str(out), "--alt")
    [scene] = scenes
    assert scene.items
    assert out.read_bytes() == b"PNG"
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize(("kind", "ply"), [("castle", 12), ("carcassonne", 6), ("castellan", 6)])
def test_a_replay(records: Path, tmp_path: Path, kind: str, ply: int) -> None:
    out = tmp_path / "replay.gif"
    run(records / kind, "--replay", str(out), "--ply", str(ply))
    with Image.open(out) as picture:
        assert picture.n_frames == ply + 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["castle", "carcassonne"])
def test_the_text_board(records: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(records / kind, "--text", "--ply", "30")
    assert "is to play “" in capsys.readouterr().out


def test_only_a_seat_sees_its_hand_on_a_text_board(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(records / "castellan", "--text", "--ply", "9")
    assert "Your cards" not in capsys.readouterr().out
    run(records / "castellan", "--text", "--ply", "9", "--seat", "1")
    assert "Your cards" in capsys.readouterr().out


@pytest.mark.parametrize(("language", "word"), [("nl", "aan de beurt met"), ("de", "am Zug mit")])
def test_another_language(
    record: Path, language: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(record, "--text", "--ply", "30", "--language", language)
    assert word in capsys.readouterr().out


def test_a_preview(record: Path, tmp_path: Path) -> None:
    move = next(ply.done for ply in play_game("command line")[10:] if isinstance(ply.done, Turn))
    place = move_text(move).split(" ")
    out = tmp_path / "preview.png"
    run(record, "--ply", "9", "--preview", " ".join(place[:2]), "--out", str(out))
    with Image.open(out) as picture:
        assert picture.format == "PNG"


def test_of_rotations_that_look_alike_any_can_be_previewed(records: Path, tmp_path: Path) -> None:
    ply, position = next(
        (ply, carcassonne.seen(SEED, ply, 3)[0])
        for ply in range(40)
        if carcassonne.seen(SEED, ply, 3)[0].drawn in {"B", "U"}
    )
    cell, rotation = position.placements[0]
    turn = carcassonne.moves(SEED, 3)[0]._replace(follower=None)
    typed = turn._replace(placement=turn.placement._replace(cell=cell, rotation=rotation + 2))
    out = tmp_path / "preview.png"
    text = carcassonne_moves.move_text(typed)
    run(records / "carcassonne", "--ply", str(ply), "--preview", text, "--out", str(out))
    assert out.exists()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("castle", "--game", "chess"), "--game: invalid choice"),
        (("castle", "--ply", "99"), "--ply: 0 to"),
        (("castle", "--ply", "-1"), "--ply: 0 to"),
        (("castle", "--index", "7"), "--index: 0 to 0 is expected, not 7"),
        (("castle", "--ply", "x"), "--ply: invalid int value"),
        (("castle", "--overlay", "foo"), "--overlay: one of legal, leads"),
        (("castle", "--overlay", "legal,leads"), "--overlay: one of legal, leads"),
        (("castle", "--theme", "pink"), "--theme: invalid choice"),
        (("castle", "--language", "xx"), "--language: invalid choice"),
        (("castle", "--preview", "Z9"), "--preview: expected a cell"),
        (("castle", "--preview", "A1 r0"), "--preview: the drawn tile cannot be laid there"),
        (("castle", "--final", "--ply", "3"), "--final: the game is not over at ply 3"),
        (("castle", "--rotations"), "--rotations: no tile is drawn"),
        (("castle", "--seat", "3"), "--seat: 1 to 2 is expected, not 3"),
        (("castle", "--sheet", "--chart"), "--chart: not allowed with argument --sheet"),
        (
            ("castle", "--out", "/nowhere/at/all.png"),
            "--out: /nowhere/at/all.png cannot be written",
        ),
        (("carcassonne", "--overlay", "landing"), "--overlay: one of legal, leads, fields"),
        (("carcassonne", "--preview", "E5"), "--preview: expected a cell such as -3,12"),
        (
            ("carcassonne", "--preview", "90,90 r0"),
            "--preview: the drawn tile cannot be laid there",
        ),
        (("carcassonne", "--final", "--ply", "3"), "--final: the game is not over at ply 3"),
        (("castellan", "--overlay", "fields"), "--overlay: one of legal_tower"),
        (("castellan", "--preview", "T1"), "--preview: expected another card"),
        (("castellan", "--preview", "T1: t0,0"), "--preview: nobody is to play"),
        (
            ("castellan", "--ply", "0", "--preview", "T9: tM50"),
            "--preview: the card T9 is not left",
        ),
        (("castellan", "--ply", "0", "--preview", "T1: t5,5"), "--preview: this cannot be built"),
        (("castellan", "--final", "--ply", "3"), "--final: the game is not over at ply 3"),
        (("castellan", "--hand"), "--hand: no hand is seen without a seat"),
        (("castellan", "--seat", "4"), "--seat: 1 to 3 is expected, not 4"),
    ],
)
def test_an_error_names_the_argument_and_what_is_expected(
    records: Path, arguments: tuple[str, ...], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    kind, *options = arguments
    with pytest.raises(SystemExit) as stopped:
        run(records / kind, "--alt", *options)
    assert stopped.value.code == 2
    assert f"argument {expected}" in capsys.readouterr().err


def test_a_game_has_only_its_own_pictures(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(records / "castellan", "--rotations", "--alt")
    assert "unrecognized arguments: --rotations" in capsys.readouterr().err


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


def test_keys_that_are_unknown_are_named(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "more"
    file.write_text(record.read_text("utf-8").replace("{", '{"place":"Ghent",', 1), "utf-8")
    run(file, "--text")
    warning = f"warning: line 1 of {file} has keys that are unknown here: 'place'\n"
    assert capsys.readouterr().err == warning


def test_a_record_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command_line.main(["--text"])
    assert "argument --record: a file with one record a line is needed" in capsys.readouterr().err


def test_the_requested_game_overrides_the_one_in_the_record(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(records / "carcassonne", "--game", "castle", "--text")
    assert "is not a record: format: Input should be 'castle-record/1'" in capsys.readouterr().err
