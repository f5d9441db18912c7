"""The pictures of a turn that is being chosen, in whole games."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import pytest

import render.carcassonne.board.board as carcassonne_board
import render.castle.board.board as castle_board
from bot.games.faces import FACES
from bot.games.regions import MOST
from engine.carcassonne.view import View as CarcassonneView
from engine.carcassonne.view import view as carcassonne_view
from engine.castle.view import View as CastleView
from engine.castle.view import view as castle_view
from engine.games import GAMES
from engine.questions import Part
from render.picture.palette import DOOR
from render.picture.scene import Badge, Box, Disc, Inset, Item, Point, Scene, SpritePicture, Text
from render.subject import Mark, Subject
from render.tiles.board.trial import GHOST, MANY, MOST_GHOSTS
from tests.render.carcassonne.games import states
from tests.render.castle.games import play_game

KINDS = ("carcassonne", "castle")
NAMES = ("Anna", "Ben")
# The width of a picture on a phone, and the height of digits, relative to that of the text.
PHONE = 350
DIGIT = 0.72

LEGIBLE = 14

Position = tuple[object, CarcassonneView | CastleView]


def positions(kind: str) -> Iterator[Position]:
    """Every position in which a cell is to be chosen."""
    if kind == "castle":
        reached: list[Position] = [
            (ply.state, castle_view(ply.state, ply.state.seat)) for ply in play_game("trial")
        ]
    else:
        reached = [(state, carcassonne_view(state, state.seat)) for state, _ in states("trial")]
    for state, view in reached:
        asked = GAMES[kind].question(state, ())
        if asked is not None and asked.step == "cell" and asked.choices:
            yield state, view


def scene(
    kind: str, view: CarcassonneView | CastleView, marks: Sequence[Mark], parts: Sequence[Part] = ()
) -> Scene:
    if isinstance(view, CarcassonneView):
        look = carcassonne_board.Look(compact=True, footer=False)
        return carcassonne_board.board_scene(Subject(view, NAMES, parts=parts, marks=marks), look)
    narrow = castle_board.Look(compact=True, footer=False)
    return castle_board.board_scene(Subject(view, NAMES, parts=parts, marks=marks), narrow)


@cache
def openings(kind: str) -> Sequence[tuple[Scene, Sequence[Mark]]]:
    """The picture of each page of the first question."""
    return [page for position in positions(kind) for page in pages(kind, *position)]


def pages(
    kind: str, state: object, view: CarcassonneView | CastleView
) -> Iterator[tuple[Scene, Sequence[Mark]]]:
    choices = FACES[kind].choices
    asked = GAMES[kind].question(state, ())
    tokens = () if asked is None else asked.choices
    regions = choices.regions(view, "cell", tokens)
    for each in [region.tokens for region in regions[:-1]] or [tokens]:
        marks = [*choices.marks(view, (), "cell", each)]
        yield scene(kind, view, marks), marks
    if regions:
        named = [(region.name, token) for region in regions[:-1] for token in region.tokens]
        marks = [*choices.marks(view, (), "cell", regions[-1].tokens)]
        marks += [Mark(name, (("cell", token),)) for name, token in named]
        yield scene(kind, view, marks), marks


def on_board(board: Scene) -> tuple[Item, ...]:
    part = next(item for item in board.items if isinstance(item, Inset))
    return part.scene.items


def wide_pages() -> list[tuple[Scene, Sequence[Mark]]]:
    """The pages of a board that is 18 cells wide."""
    state, _ = states("goldens")[66]
    return [*pages("carcassonne", state, carcassonne_view(state, state.seat))]


@pytest.mark.parametrize("kind", [*KINDS, "wide"])
def test_every_cell_to_choose_is_named_legibly(kind: str) -> None:
    phone = 390 if kind == "wide" else PHONE
    for board, marks in wide_pages() if kind == "wide" else openings(kind):
        part = next(item for item in board.items if isinstance(item, Inset))
        left, top, right, bottom = part.source
        named = {mark.name for mark in marks}
        texts = [item for item in part.scene.items if isinstance(item, Text) and item.text in named]
        assert {text.text for text in texts} == named
        assert all(left < text.at[0] < right and top < text.at[1] < bottom for text in texts)
        assert all(text.size * DIGIT * phone >= 14 * board.size[0] for text in texts)


@pytest.mark.parametrize("kind", KINDS)
def test_the_drawn_tile_lies_on_a_tray(kind: str) -> None:
    for board, _ in openings(kind):
        drawn = next(item for item in board.items if isinstance(item, SpritePicture))
        tray = next(item for item in board.items if isinstance(item, Box) and item.fill == DOOR)
        left, top, right, bottom = tray.rect
        x, y = drawn.at
        assert left < x
        assert top < y
        assert x + drawn.size < right <= board.size[0]
        assert y + drawn.size < bottom <= board.size[1]


@pytest.mark.parametrize("kind", KINDS)
def test_an_opening_shares_the_screen_with_its_buttons(kind: str) -> None:
    """With up to 15 choices; a whole board with regions may be taller."""
    for board, marks in openings(kind):
        width, height = board.size
        assert height <= 1.2 * width or len(marks) > MOST


@cache
def previews(kind: str) -> Sequence[tuple[Scene, Sequence[Mark], str]]:
    """For each position a preview with the last follower that can be placed, if there is one."""
    return [*_previews(kind)]


def _previews(kind: str) -> Iterator[tuple[Scene, Sequence[Mark], str]]:
    rules = GAMES[kind]
    choices = FACES[kind].choices
    for state, view in positions(kind):
        parts: tuple[Part, ...] = ()
        while (asked := rules.question(state, parts)) is not None and asked.step != "follower":
            parts = (*parts, (asked.step, asked.choices[0]))
        tokens = [token for token in asked.choices if token != "none"] if asked is not None else []
        if tokens:
            marks = choices.marks(view, parts, "follower", tokens)
            whole = (*parts, ("follower", tokens[-1]))
            yield scene(kind, view, marks, whole), marks, tokens[-1]


def numbers_on(board: Scene, marks: Sequence[Mark]) -> list[Badge | Text]:
    """The numbers of the followers that could be placed, on plates or on discs."""
    names = {mark.name for mark in marks}
    return [
        item for item in on_board(board) if isinstance(item, Badge | Text) and item.text in names
    ]


def middle_of(number: Badge | Text) -> Point:
    return number.centre if isinstance(number, Badge) else number.at


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_followers_but_the_chosen_are_ghosts(kind: str) -> None:
    seen = 0
    for board, marks, _ in previews(kind):
        ghosts = [
            item
            for item in on_board(board)
            if isinstance(item, SpritePicture) and item.opacity == GHOST
        ]
        assert len(ghosts) == (len(marks) - 1 if len(marks) <= MOST_GHOSTS else 0)
        seen += len(ghosts)
    assert seen > 10


@pytest.mark.parametrize("kind", KINDS)
def test_many_followers_but_the_chosen_are_discs(kind: str) -> None:
    seen = 0
    for board, marks, _ in previews(kind):
        discs = [item for item in on_board(board) if isinstance(item, Disc)]
        assert len(discs) == (len(marks) - 1 if len(marks) > MOST_GHOSTS else 0)
        seen += len(discs)
    assert seen > 10


@pytest.mark.parametrize("kind", KINDS)
def test_every_follower_has_its_number(kind: str) -> None:
    for board, marks, _ in previews(kind):
        numbers = [item.text for item in numbers_on(board, marks)]
        assert sorted(numbers) == sorted(mark.name for mark in marks)


@pytest.mark.parametrize("kind", KINDS)
def test_the_numbers_of_two_kinds_of_features_differ_in_colour(kind: str) -> None:
    colours = {
        item.fill
        for board, *_ in previews(kind)
        for item in on_board(board)
        if isinstance(item, Disc)
    }
    assert len(colours) > 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_crowded_tile_is_shown_closer(kind: str) -> None:
    widths = [(len(marks), scene.size[0]) for scene, marks, _ in previews(kind)]
    crowded = {width for count, width in widths if count > MANY}
    usual = {width for count, width in widths if count <= MANY}
    assert crowded
    assert max(crowded) < min(usual)


@pytest.mark.parametrize("kind", KINDS)
def test_the_numbers_of_followers_are_legible(kind: str) -> None:
    for board, marks, _ in previews(kind):
        sizes = [item.size for item in numbers_on(board, marks)]
        assert min(sizes) * DIGIT * PHONE / board.size[0] > LEGIBLE


@pytest.mark.parametrize("kind", KINDS)
def test_the_numbers_of_followers_are_beside_each_other(kind: str) -> None:
    for board, marks, _ in previews(kind):
        for number, other in combinations(numbers_on(board, marks), 2):
            middles = zip(middle_of(number), middle_of(other), strict=True)
            assert max(abs(a - b) for a, b in middles) > number.size


@pytest.mark.parametrize("kind", KINDS)
def test_a_preview_is_hardly_higher_than_wide(kind: str) -> None:
    assert all(board.size[1] <= board.size[0] for board, _, _ in previews(kind))
