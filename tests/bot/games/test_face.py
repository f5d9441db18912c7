"""The whole face: its pictures, its limits, its topics, and that it knows nothing hidden."""

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import bot.games.castle
from bot.games import faces
from bot.games.castle import CastleFace
from bot.games.castle.telling import LONGEST, told
from bot.games.face import Drawing, Face
from engine import castle
from engine.castle.events import FeatureScored, FinalScored
from engine.castle.moves import Spot, Turn
from engine.game import GAMES
from render.paint import Painter
from tests.bot.games.kit import ENGLISH, NAMES, WIDE_NAMES, endless_turn, games, plies
from tests.render.games import moments

PNG, GIF = b"\x89PNG", b"GIF8"
SECRET = {"setup", "snapshot", "state", "turn"}
LONGEST_ALT, LONGEST_RULES, LONGEST_TEXT, LONGEST_CHOICE = 1024, 3500, 1900, 100
FINISHED = moments("face")
MIDDLE, LAST = FINISHED[30], FINISHED[-1]
TOLD = [moment.events for moment in FINISHED]


def test_there_is_a_face_for_every_game(
    face: CastleFace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[object] = []

    def load(cache: Path, progress: Callable[[int, int], None] | None) -> Face:
        asked.append((cache, progress))
        return face

    monkeypatch.setattr(faces, "load_castle", load)
    assert faces.load_faces(tmp_path, None).keys() == GAMES.keys()
    assert asked == [(tmp_path, None)]


def test_the_art_is_loaded_from_the_cache_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, face: CastleFace
) -> None:
    asked: list[object] = []

    def load(catalogue: object, *, cache: Path, progress: object) -> object:
        asked.append((cache, progress))
        return face._painter._sprites

    monkeypatch.setattr("bot.games.castle.face.load_sprites", load)
    loaded = faces.load_faces(tmp_path)["castle"]
    assert isinstance(loaded, CastleFace)
    assert isinstance(loaded._painter, Painter)
    assert asked == [(tmp_path, None)]


def test_a_board_with_everything_laid_over_it(face: CastleFace) -> None:
    drawing = face.board(ENGLISH, MIDDLE.view, NAMES, events=MIDDLE.events, overlays=face.overlays)
    assert drawing.filename == "board.png"
    assert drawing.alt.startswith("The Castle: ")
    assert drawing.paint().startswith(PNG)


def test_a_board_with_a_move_that_is_not_confirmed(face: CastleFace) -> None:
    move = castle.move_text(Turn(MIDDLE.view.placements[0]))
    drawing = face.board(ENGLISH, MIDDLE.view, NAMES, preview=move, compact=True)
    assert "not confirmed yet" in drawing.alt
    assert drawing.paint() != face.board(ENGLISH, MIDDLE.view, NAMES, compact=True).paint()


def test_the_answer_to_another_turn_is_no_tile_to_look_at(face: CastleFace) -> None:
    answer = face.board(ENGLISH, MIDDLE.view, NAMES, preview="again")
    assert answer.alt == face.board(ENGLISH, MIDDLE.view, NAMES).alt


def test_the_pictures_of_a_finished_game(face: CastleFace) -> None:
    final = face.final(ENGLISH, LAST.view, NAMES, TOLD)
    assert final is not None
    chart = face.chart(ENGLISH, TOLD, NAMES)
    assert [final.filename, chart.filename] == ["final.png", "chart.png"]
    assert final.paint().startswith(PNG)
    assert chart.paint().startswith(PNG)


def test_a_game_that_was_not_played_to_its_end_has_no_final_scoring(face: CastleFace) -> None:
    assert face.final(ENGLISH, MIDDLE.view, NAMES, TOLD[:31]) is None


def test_the_tiles_that_were_not_seen_yet(face: CastleFace) -> None:
    drawing = face.tiles(ENGLISH, MIDDLE.view)
    assert drawing.filename == "tiles.png"
    assert drawing.paint().startswith(PNG)


def test_a_replay(face: CastleFace) -> None:
    drawing = face.replay(ENGLISH, FINISHED[:3], NAMES)
    assert drawing.filename == "replay.gif"
    assert drawing.paint().startswith(GIF)


def test_what_a_picture_says_is_never_too_long(face: CastleFace) -> None:
    drawings: list[Drawing | None] = [
        face.final(ENGLISH, LAST.view, WIDE_NAMES, TOLD),
        face.chart(ENGLISH, TOLD, WIDE_NAMES),
        face.replay(ENGLISH, FINISHED, WIDE_NAMES),
    ]
    for moment in FINISHED[::5]:
        drawings.append(face.tiles(ENGLISH, moment.view))
        drawings.append(
            face.board(
                ENGLISH, moment.view, WIDE_NAMES, events=moment.events, overlays=face.overlays
            )
        )
    for drawing in drawings:
        assert drawing is not None
        assert 0 < len(drawing.alt) <= LONGEST_ALT


def test_the_position_as_text_fits_into_a_message(face: CastleFace) -> None:
    for moment in FINISHED[::3]:
        assert 0 < len(face.text(ENGLISH, moment.view, WIDE_NAMES)) <= LONGEST_TEXT


def test_the_face_answers_as_its_modules_do(face: CastleFace) -> None:
    ply = games()[0][10]
    assert face.told(ENGLISH, NAMES, ply.events) == told(ENGLISH, NAMES, ply.events)
    assert face.waits(ENGLISH, ply.seen).startswith("Lay ")
    assert face.foretold(ENGLISH, ply.seen, NAMES, ply.events).startswith("Completes ")
    assert face.question(ENGLISH, "cell") == "Where does the tile go?"
    assert face.label(ENGLISH, ply.seen, {}, "cell", "E5") == "E5"
    assert face.refusal(ENGLISH, NAMES, "game_over", {}) == "The game is over."


def test_where_points_come_from(face: CastleFace) -> None:
    scored = FeatureScored(
        "path", Spot((4, 4), 1), ((4, 4),), (), False, (1, 0), 0, 0, 3, 3, None, None
    )
    keep = FinalScored("keep", 0, 11)
    assert face.scored(ENGLISH, NAMES, [[scored], [], [scored, keep]]) == (
        "**Anna**: 17 points (paths 6, keep 11)\n**Ben**: 0 points"
    )


def test_where_points_come_from_adds_up_to_the_score(face: CastleFace) -> None:
    for game in games():
        told = [ply.events for ply in game]
        given = castle.points([event for events in told for event in events])
        lines = face.scored(ENGLISH, NAMES, told).split("\n")
        for line, points in zip(lines, given, strict=True):
            assert f": {points} point" in line
            parts = line.partition("(")[2].rstrip(")").split(", ")
            assert sum(int(part.split()[-1]) for part in parts if part) == points


def test_whole_games_are_told_within_the_limits() -> None:
    for ply in plies():
        assert 0 < len(told(ENGLISH, WIDE_NAMES, ply.events)) <= LONGEST


def test_too_much_to_tell_is_told_as_a_sum_that_leaves_out_no_point() -> None:
    events = endless_turn()
    text = told(ENGLISH, NAMES, events)
    assert len(text) <= LONGEST
    assert "more features are complete" in text
    assert "- 9 more entries: " in text
    assert text.endswith("**The game is over: Anna wins, 300 to 290.**")
    words = text.replace("*", "").replace("(", " ").split()
    given = [
        sum(
            int(words[at])
            for at in range(len(words) - 3)
            if words[at + 1] in {"point", "points"} and words[at + 3].startswith(name)
        )
        for name in NAMES
    ]
    assert tuple(given) == castle.points(events)


def test_many_features_that_nobody_scores_are_counted() -> None:
    text = told(ENGLISH, NAMES, endless_turn([None]))
    assert "more features are complete: no points." in text
    assert len(text) <= LONGEST


def test_the_longest_names_leave_room_for_the_end() -> None:
    assert len(told(ENGLISH, WIDE_NAMES, endless_turn())) <= LONGEST


@pytest.mark.parametrize("topic", CastleFace.topics)
def test_a_topic_has_a_title_and_fits_into_a_message(face: CastleFace, topic: str) -> None:
    assert 0 < len(ENGLISH(f"castle.topic.{topic}.title")) <= LONGEST_CHOICE
    text = face.rules(ENGLISH, topic)
    assert 100 < len(text) <= LONGEST_RULES
    assert "{" not in text


def test_every_move_in_the_rules_of_the_notation_can_be_read(face: CastleFace) -> None:
    text = face.rules(ENGLISH, "notation")
    moves = [
        quoted for quoted in re.findall(r"`([^`\n]+)`", text) if re.match("E5|again|end", quoted)
    ]
    assert len(moves) == 7
    assert [castle.move_text(castle.parse_move(move)) for move in moves] == moves


def test_the_options_are_told_with_every_value(face: CastleFace) -> None:
    text = face.rules(ENGLISH, "options")
    assert (
        "**Extra turns**: how many wall tiles 1 work one after the other\n"
        "- both (usual)\n"
        "- one; a second is spent for nothing\n"
    ) in text
    assert text.count("\n- ") == sum(map(len, castle.option_values.values()))
    assert "**Official**: the printed rules" in text


def test_what_is_chosen_from_a_list_fits_into_it(face: CastleFace) -> None:
    shown = [f"castle.overlay.{name}" for name in face.overlays]
    for name, values in castle.option_values.items():
        shown += [f"castle.option.{name}.name", f"castle.option.{name}.about"]
        shown += [f"castle.option.{name}.value.{value}" for value in values]
    for name in castle.presets:
        shown += [f"castle.preset.{name}.name", f"castle.preset.{name}.about"]
    assert {key for key in shown if len(ENGLISH(key)) > LONGEST_CHOICE} == set()


def test_the_face_holds_no_states() -> None:
    folder = Path(bot.games.castle.__file__).parent
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                assert node.module not in {"engine.castle", "engine.game"}, path.name
                assert node.module.split(".")[-1] not in SECRET, path.name
