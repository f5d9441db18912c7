"""The whole face: its pictures, its limits, its topics, and that it knows nothing hidden."""

import ast
import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

import bot.games.castle
from bot.games.castle import CASTLE_FACE
from bot.games.face import AnyFace
from engine.castle.events import FeatureScored, FinalScored
from engine.castle.game import castle
from engine.castle.moves import Spot, Turn, cell_name
from render.castle.art.sprites import FINE
from render.castle.tiles import sheet_scene
from render.picture.scene import SpritePicture, Text
from render.pictures import Drawing
from render.subject import Mark, Subject
from render.tiles.sprites import TileSprite
from tests.bot.games.castle.kit import NAMES, WIDE_NAMES, describe_move, endless_turn, games, plies
from tests.bot.games.kit import ENGLISH
from tests.render.castle.games import frames

TOPICS = CASTLE_FACE.texts.topics

PNG = b"\x89PNG"
GIF = b"GIF8"
CLOSED = {"engine.castle.game", "engine.castle.play", "engine.castle.stored", "engine.games"}
SECRET = {"setup", "snapshot", "state", "turn"}
ROOM_IN_A_POST = 3800
LONGEST_ALT = 1024
LONGEST_RULES = 3500
LONGEST_TEXT = 1900
LONGEST_CHOICE = 100
FINISHED = frames("face")
MIDDLE = FINISHED[30]
LAST = FINISHED[-1]
EVENTS = [frame.events for frame in FINISHED]


def test_a_board_with_everything_laid_over_it(face: AnyFace) -> None:
    drawing = face.pictures.board(
        ENGLISH, Subject(MIDDLE.view, NAMES, MIDDLE.events), overlays=face.pictures.overlays
    )
    assert drawing.filename == "board.png"
    assert drawing.alt.startswith("The Castle: ")
    assert drawing.paint().startswith(PNG)


def test_opening_page_shows_the_fitting_cells(face: AnyFace) -> None:
    marks = [Mark("1", (("cell", cell_name(MIDDLE.view.placements[0].cell)),))]
    [bare] = face.pictures.opening(ENGLISH, Subject(MIDDLE.view, NAMES))
    [marked] = face.pictures.opening(ENGLISH, Subject(MIDDLE.view, NAMES, marks=marks))
    assert "It fits on" in marked.alt
    assert marked.paint().startswith(PNG)
    assert marked.paint() != bare.paint()


def test_rotations_of_symmetric_tiles_are_one_choice(
    face: AnyFace,
) -> None:
    block = replace(MIDDLE.view, drawn="town-block")
    offered = {face.choices.representative(block, "rotation", f"r{number}") for number in range(4)}
    assert offered == {"r0"}
    assert face.choices.representative(MIDDLE.view, "rotation", "r3") == "r3"
    assert face.choices.representative(block, "cell", "E5") == "E5"


def test_a_move_that_is_tried_is_shown_close_up(face: AnyFace) -> None:
    """On a phone, 400 pixels wide, a cell has at least 120."""
    move = castle.parts(Turn(MIDDLE.view.placements[0]))
    drawing = face.pictures.preview(ENGLISH, Subject(MIDDLE.view, NAMES, parts=move))
    assert "not confirmed yet" in drawing.alt
    with Image.open(BytesIO(drawing.paint())) as picture:
        assert FINE * 400 / picture.width >= 120


def test_what_a_tried_move_would_score_is_in_its_picture(face: AnyFace) -> None:
    ply = next(
        ply
        for ply in games()[0]
        if any(isinstance(event, FeatureScored) and event.points for event in ply.events)
    )
    move = castle.parts(ply.move)
    bare, scored = (
        face.pictures.preview(
            ENGLISH, Subject(castle.view(ply.before, None), NAMES, events, parts=move)
        ).paint()
        for events in ((), castle.known_in_advance(ply.events))
    )
    assert bare != scored


def test_the_answer_to_another_turn_is_no_tile_to_look_at(face: AnyFace) -> None:
    answer = face.pictures.preview(ENGLISH, Subject(MIDDLE.view, NAMES, parts=[("again", "again")]))
    assert answer.alt == face.pictures.board(ENGLISH, Subject(MIDDLE.view, NAMES)).alt


def test_a_menu_and_its_picture_number_the_tiles_alike(face: AnyFace) -> None:
    """Tiles are numbered through all groups, in the order of the picture."""
    position = list(plies())[30].seen
    drawn: dict[str, str] = {}
    tile = ""
    for item in sheet_scene(ENGLISH, position).items:
        if isinstance(item, SpritePicture) and isinstance(item.name, TileSprite):
            tile = item.name.tile[0]
        elif isinstance(item, Text) and item.text.isdecimal():
            drawn[tile] = item.text
    listed = {
        kind: label.split(" · ")[0]
        for _, kinds in face.choices.kinds(ENGLISH, position)
        for kind, label in kinds
    }
    assert listed == drawn
    assert list(listed.values()) == [str(number) for number in range(1, len(listed) + 1)]


def test_final_overlay_is_offered_only_at_the_end(face: AnyFace) -> None:
    during, after = (face.pictures.overlays_on(frame.view) for frame in (MIDDLE, LAST))
    assert "final" not in during
    assert after[-1] == "final"
    assert "legal" not in after
    assert {*during, *after} == {*face.pictures.overlays}


def test_an_overlay_that_shows_nothing_says_so(face: AnyFace) -> None:
    start = FINISHED[0]
    assert face.pictures.overlay_note(ENGLISH, Subject(start.view, NAMES), "leads") == (
        "Nobody has a follower on the board."
    )
    assert face.pictures.overlay_note(ENGLISH, Subject(start.view, NAMES), "legal") == (
        "Marked cells: the tile fits there, in at least one rotation."
    )


def test_the_pictures_of_a_finished_game(face: AnyFace) -> None:
    final = face.pictures.final(ENGLISH, Subject(LAST.view, NAMES), EVENTS)
    assert final is not None
    chart = face.pictures.chart(ENGLISH, EVENTS, NAMES)
    assert [final.filename, chart.filename] == ["final.png", "chart.png"]
    assert final.paint().startswith(PNG)
    assert chart.paint().startswith(PNG)


def test_unfinished_games_have_no_final_scoring_picture(face: AnyFace) -> None:
    assert face.pictures.final(ENGLISH, Subject(MIDDLE.view, NAMES), EVENTS[:31]) is None


def test_the_tiles_that_were_not_seen_yet(face: AnyFace) -> None:
    drawing = face.pictures.supply(ENGLISH, Subject(MIDDLE.view, NAMES))
    assert drawing.filename == "tiles.png"
    assert drawing.paint().startswith(PNG)


def test_a_replay(face: AnyFace) -> None:
    drawing = face.pictures.replay(ENGLISH, FINISHED[:3], NAMES)
    assert drawing.filename == "replay.gif"
    assert drawing.paint().startswith(GIF)


def test_what_a_picture_says_is_never_too_long(face: AnyFace) -> None:
    drawings: list[Drawing | None] = [
        face.pictures.final(ENGLISH, Subject(LAST.view, WIDE_NAMES), EVENTS),
        face.pictures.chart(ENGLISH, EVENTS, WIDE_NAMES),
        face.pictures.replay(ENGLISH, FINISHED, WIDE_NAMES),
    ]
    for frame in FINISHED[::5]:
        drawings.append(face.pictures.supply(ENGLISH, Subject(frame.view, WIDE_NAMES)))
        drawings.append(
            face.pictures.board(
                ENGLISH,
                Subject(frame.view, WIDE_NAMES, frame.events),
                overlays=face.pictures.overlays,
            )
        )
    for drawing in drawings:
        assert drawing is not None
        assert 0 < len(drawing.alt) <= LONGEST_ALT


def test_the_position_as_text_fits_into_a_message(face: AnyFace) -> None:
    for frame in FINISHED[::3]:
        assert (
            0
            < len(face.pictures.text_board(ENGLISH, Subject(frame.view, WIDE_NAMES)))
            <= LONGEST_TEXT
        )


def test_the_face_answers_as_its_modules_do(face: AnyFace) -> None:
    ply = games()[0][10]
    report = "\n".join(face.texts.report(ENGLISH, NAMES, ply.events).lines())
    assert report == describe_move(ENGLISH, NAMES, ply.events)
    assert face.texts.prompt(ENGLISH, ply.seen).startswith("Lay ")
    assert face.texts.describe_preview(ENGLISH, ply.seen, NAMES, ply.events).startswith(
        "Completes "
    )
    assert face.choices.question(ENGLISH, "cell") == "Where does the tile go?"
    assert face.choices.label(ENGLISH, ply.seen, (), "cell", "E5") == "E5"
    assert face.texts.refusal(ENGLISH, NAMES, "game_over", {}).why == "The game is over."


def test_where_points_come_from(face: AnyFace) -> None:
    scored = FeatureScored(
        "path", Spot((4, 4), 1), ((4, 4),), (), False, (1, 0), 0, 0, 3, 3, None, None, 1
    )
    keep = FinalScored("keep", 0, 11)
    assert face.texts.describe_scores(ENGLISH, NAMES, [[scored], [], [scored, keep]]) == (
        "**Anna**: 17 points (paths 6, keep 11)\n**Ben**: 0 points"
    )


def test_where_points_come_from_adds_up_to_the_score(face: AnyFace) -> None:
    for game in games():
        moves = [ply.events for ply in game]
        given = castle.points([event for events in moves for event in events])
        lines = face.texts.describe_scores(ENGLISH, NAMES, moves).split("\n")
        for line, points in zip(lines, given, strict=True):
            assert f": {points} point" in line
            parts = line.partition("(")[2].rstrip(")").split(", ")
            assert sum(int(part.split()[-1]) for part in parts if part) == points


def test_whole_games_are_told_within_the_limits() -> None:
    for ply in plies():
        text = describe_move(ENGLISH, WIDE_NAMES, ply.events)
        assert 0 < len(text) <= ROOM_IN_A_POST
        assert text.count("\n- ") == sum(isinstance(one, FinalScored) for one in ply.events)


def test_overlong_reports_become_a_sum_without_losing_points() -> None:
    events = endless_turn()
    text = describe_move(ENGLISH, NAMES, events)
    assert len(text) <= ROOM_IN_A_POST
    assert text.endswith("**The game is over: Anna wins, 300 to 290.**")
    first, _, rest = text.partition("\n")
    given = points_in(rest)
    sums = points_in(first)
    assert given == castle.points(events)
    assert sums == castle.points([one for one in events if isinstance(one, FeatureScored)])


def points_in(text: str) -> tuple[int, ...]:
    words = text.replace("*", "").replace("(", " ").replace(":", " ").split()
    given = [
        sum(
            int(words[at])
            for at in range(len(words) - 3)
            if words[at + 1] in {"point", "points"} and words[at + 3].startswith(name)
        )
        for name in NAMES
    ]
    return tuple(given)


def test_many_features_that_nobody_scores_are_counted() -> None:
    text = describe_move(ENGLISH, NAMES, endless_turn([None]))
    assert len(text) <= ROOM_IN_A_POST


def test_the_longest_names_leave_room_for_the_end() -> None:
    assert len(describe_move(ENGLISH, WIDE_NAMES, endless_turn())) <= ROOM_IN_A_POST


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_has_a_title_and_fits_into_a_message(face: AnyFace, topic: str) -> None:
    assert 0 < len(ENGLISH(f"castle.topic.{topic}.title")) <= LONGEST_CHOICE
    text = face.texts.rules(ENGLISH, topic)
    assert 100 < len(text) <= LONGEST_RULES
    assert "{" not in text


def test_the_notation_rules_contain_only_readable_moves(face: AnyFace) -> None:
    text = face.texts.rules(ENGLISH, "notation")
    moves = [
        quoted for quoted in re.findall(r"`([^`\n]+)`", text) if re.match("E5|again|end", quoted)
    ]
    assert len(moves) == 7
    assert [castle.move_text(castle.parse_move(move)) for move in moves] == moves


def test_the_options_are_told_with_every_value(face: AnyFace) -> None:
    text = face.texts.rules(ENGLISH, "options")
    assert (
        "**Extra turns**: how many wall tiles 1 work one after the other\n"
        "- both (default)\n"
        "- one; a second is spent for nothing\n"
    ) in text
    assert text.count("\n- ") == sum(map(len, castle.option_values.values()))
    assert "**Official**: the printed rules" in text


def test_what_is_chosen_from_a_list_fits_into_it(face: AnyFace) -> None:
    shown = [f"castle.overlay.{name}" for name in face.pictures.overlays]
    for name, values in castle.option_values.items():
        shown += [f"castle.option.{name}.name", f"castle.option.{name}.about"]
        shown += [f"castle.option.{name}.value.{value}" for value in values]
    for name in castle.presets:
        shown += [f"castle.preset.{name}.name", f"castle.preset.{name}.about"]
    assert {key for key in shown if len(ENGLISH(key)) > LONGEST_CHOICE} == set()


def test_the_face_holds_no_states() -> None:
    folder = Path(bot.games.castle.__file__).parent
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                assert node.module not in CLOSED, path.name
                assert node.module.split(".")[-1] not in SECRET, path.name
