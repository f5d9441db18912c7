"""What is particular in the pictures and texts of The Castle."""

from dataclasses import replace

from bot.games.face import AnyFace
from engine.castle.events import FeatureScored, FinalScored
from engine.castle.moves import Spot, Turn, cell_name
from engine.castle.rules import castle
from render.castle.art.sprites import FINE
from render.castle.tiles import sheet_scene
from render.picture.scene import Scene, SpritePicture, Text
from render.pictures import Drawing
from render.subject import Mark, Subject
from render.tiles.sprites import TileSprite
from tests.bot.games.castle.kit import NAMES, WIDE_NAMES, describe_move, endless_turn, games, plies
from tests.bot.games.kit import ENGLISH
from tests.render.castle.games import frames

ROOM_IN_A_POST = 3800
FINISHED = frames("goldens")
MIDDLE = FINISHED[30]


def scene_of(drawing: Drawing) -> Scene:
    assert drawing.scene is not None
    return drawing.scene()


def test_opening_page_shows_the_fitting_cells(face: AnyFace) -> None:
    marks = [Mark("1", (("cell", cell_name(MIDDLE.view.placements[0].cell)),))]
    [bare] = face.pictures.opening(ENGLISH, Subject(MIDDLE.view, NAMES))
    [marked] = face.pictures.opening(ENGLISH, Subject(MIDDLE.view, NAMES, marks=marks))
    assert "It fits on" in marked.alt
    assert scene_of(marked) != scene_of(bare)


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
    assert FINE * 400 / scene_of(drawing).size[0] >= 120


def test_what_a_tried_move_would_score_is_in_its_picture(face: AnyFace) -> None:
    ply = next(
        ply
        for ply in games()[0]
        if any(isinstance(event, FeatureScored) and event.points for event in ply.events)
    )
    view = castle.view(ply.before, None)
    bare = face.pictures.preview(ENGLISH, Subject(view, NAMES, parts=ply.parts))
    scored = face.pictures.preview(ENGLISH, Subject(view, NAMES, ply.foreseen, parts=ply.parts))
    assert scene_of(bare) != scene_of(scored)


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


def test_an_overlay_that_shows_nothing_says_so(face: AnyFace) -> None:
    start = FINISHED[0]
    assert face.pictures.overlay_note(ENGLISH, Subject(start.view, NAMES), "leads") == (
        "Nobody has a follower on the board."
    )
    assert face.pictures.overlay_note(ENGLISH, Subject(start.view, NAMES), "legal") == (
        "Marked cells: the tile fits there, in at least one rotation."
    )


def test_where_points_come_from(face: AnyFace) -> None:
    scored = FeatureScored(
        "path", Spot((4, 4), 1), ((4, 4),), (), False, (1, 0), 0, 0, 3, 3, None, None, 1
    )
    keep = FinalScored("keep", 0, 11)
    assert face.texts.describe_scores(ENGLISH, NAMES, [[scored], [], [scored, keep]]) == (
        "**Anna**: 17 points (paths 6, keep 11)\n**Ben**: 0 points"
    )


def test_every_entry_of_the_final_scoring_is_told() -> None:
    for ply in plies():
        text = describe_move(ENGLISH, WIDE_NAMES, ply.events)
        assert text.count("\n- ") == sum(isinstance(event, FinalScored) for event in ply.events)


def test_overlong_reports_become_a_sum_without_losing_points() -> None:
    events = endless_turn()
    text = describe_move(ENGLISH, NAMES, events)
    assert len(text) <= ROOM_IN_A_POST
    assert text.endswith("**The game is over: Anna wins, 300 to 290.**")
    first, _, rest = text.partition("\n")
    listed = points_in(rest)
    sums = points_in(first)
    assert listed == castle.points(events)
    assert sums == castle.points([event for event in events if isinstance(event, FeatureScored)])


def points_in(text: str) -> tuple[int, ...]:
    words = text.replace("*", "").replace("(", " ").replace(":", " ").split()
    sums = [
        sum(
            int(words[at])
            for at in range(len(words) - 3)
            if words[at + 1] in {"point", "points"} and words[at + 3].startswith(name)
        )
        for name in NAMES
    ]
    return tuple(sums)


def test_the_options_are_told_with_every_value(face: AnyFace) -> None:
    text = face.texts.rules(ENGLISH, "options")
    assert (
        "**Extra turns**: how many wall tiles 1 work one after the other\n"
        "- both (default)\n"
        "- one; a second is spent for nothing\n"
    ) in text
    assert text.count("\n- ") == sum(map(len, castle.option_values.values()))
    assert "**Official**: the printed rules" in text
