"""What has to be read at a glance on a phone: what courtyards are worth, and what choices are
called, measured in the scenes."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

import pytest

from engine.castellan.building import question
from engine.castellan.events import Event
from engine.castellan.moves import place_text
from engine.castellan.pieces import KINDS
from engine.castellan.places import Site
from engine.castellan.state import State
from engine.castellan.view import View, try_turn, view
from engine.questions import Part
from render.castellan.art.sprites import TowerSprite
from render.castellan.board.board import Look, board_scene
from render.castellan.board.overlays import Overlay
from render.picture.scene import Badge, Scene
from render.subject import Mark, Subject
from tests.render.castellan.boards import board_items
from tests.render.castellan.games import NAMES, states
from tests.render.lettered import check_that_no_badge_covers_another, digit_height
from tests.render.sprites import sprites_of

# How wide a phone shows a picture, and how high a digit is there at least.
PHONE = 390
LEAST = 14
# The highest that leaves room for three rows of buttons.
HIGHEST = 340
MOST_CHOICES = 15
# The least pixels of a stretch on a phone: shields that are higher than a cell would overlap.
STRETCH = 18.2


def chosen_until(state: State, step: str) -> list[Part]:
    """The first choice of every question, up to a piece."""
    parts: list[Part] = []
    while (asked := question(state, parts)) is not None and asked.step != step:
        parts.append((asked.step, asked.choices[0]))
    return parts


def choices(state: State, parts: list[Part]) -> Iterator[Mark]:
    seat = state.seat
    trial = try_turn(view(state, seat), parts)
    site = Site(trial.plan, seat, trial.left)
    number = len(trial.turn.build) + 1
    step = "" if number == 1 else str(number)
    places = [piece for kind in KINDS if kind in site.kinds for piece in site.places(kind)]
    for name, piece in enumerate(places, 1):
        yield Mark(str(name), ((f"kind{step}", piece.kind), (f"place{step}", place_text(piece))))


@cache
def choosing() -> list[Scene]:
    scenes: list[Scene] = []
    for seats in (2, 3, 4):
        for state, _ in states("goldens", seats)[1:-1:4]:
            for step in ("kind", "kind2", "kind3"):
                parts = chosen_until(state, step)
                marks = tuple(islice(choices(state, parts), MOST_CHOICES))
                if not marks:
                    continue
                position = view(state, state.seat)
                subject: Subject[View, Event] = Subject(position, NAMES[:seats], (), parts, marks)
                scenes.append(board_scene(subject, Look(compact=True, footer=False)))
    return scenes


def built() -> Iterator[Scene]:
    """Turns that can be confirmed."""
    for seats in (2, 3, 4):
        for state, _ in states("goldens", seats)[1:-1:4]:
            parts = chosen_until(state, "the end")
            position = view(state, state.seat)
            subject: Subject[View, Event] = Subject(position, NAMES[:seats], (), parts)
            yield board_scene(subject, Look(compact=True, footer=False))


def posts(look: Look) -> Iterator[Scene]:
    for seats in (2, 3, 4):
        for state, events in states("goldens", seats)[1::4]:
            yield board_scene(Subject(view(state, None), NAMES[:seats], events), look)


def check_digits(badges: Sequence[Badge], scene: Scene) -> int:
    for badge in badges:
        assert digit_height(badge.size) * PHONE >= LEAST * scene.size[0], badge
    return len(badges)


def values(scene: Scene) -> list[Badge]:
    """What says how much something is worth, unless the castle is too wide for the picture."""
    items = board_items(scene)
    [stretch] = {tower.size for tower, _ in sprites_of(TowerSprite, items)}
    if stretch * PHONE < STRETCH * scene.size[0]:
        return []
    return [item for item in items if isinstance(item, Badge)]


def numbers(scene: Scene) -> list[Badge]:
    """What choices are called."""
    return [
        item for item in board_items(scene) if isinstance(item, Badge) and item.backing == "tag"
    ]


@pytest.mark.parametrize("overlay", [None, Overlay.VALUES, Overlay.SCORED, Overlay.CLOSING])
@pytest.mark.parametrize("compact", [False, True])
def test_what_courtyards_are_worth_can_be_read_on_a_phone(
    overlay: Overlay | None, compact: bool
) -> None:
    look = Look(overlays=() if overlay is None else (overlay,), compact=compact, footer=False)
    assert sum(check_digits(values(scene), scene) for scene in posts(look))


def test_what_choices_are_called_can_be_read_on_a_phone() -> None:
    assert all(check_digits(numbers(scene), scene) for scene in choosing())
    assert sum(check_digits(values(scene), scene) for scene in choosing())


def test_no_number_of_a_choice_covers_another_or_a_value() -> None:
    for scene in choosing():
        check_that_no_badge_covers_another(board_items(scene))


def test_a_picture_to_choose_in_leaves_room_for_three_rows_of_buttons() -> None:
    for scene in (*choosing(), *built()):
        assert scene.size[1] * PHONE <= HIGHEST * scene.size[0]
