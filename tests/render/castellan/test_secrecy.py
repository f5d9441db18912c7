"""Pictures that everybody sees show no card of a hand."""

from dataclasses import replace

from engine.castellan.events import CardDrawn
from engine.castellan.state import hand
from engine.castellan.view import view
from render.castellan.board.board import Look, board_scene
from render.castellan.board.overlays import Overlay
from render.picture.scene import Inset, Scene, Text
from render.subject import Subject
from tests.render.castellan.games import NAMES, states

LOOKS = (Look(), Look("dark", compact=True), *(Look(overlays=[overlay]) for overlay in Overlay))


def test_the_board_is_the_same_for_every_seat_and_spectator() -> None:
    for state, events in states("goldens", 3)[::12]:
        for look in LOOKS:
            boards = [
                board_scene(Subject(view(state, seat), NAMES[:3], events), look)
                for seat in (None, 0, 1, 2)
            ]
            assert all(board == boards[0] for board in boards)


def test_a_board_names_no_card_but_those_of_the_last_turn() -> None:
    for state, events in states("goldens", 4)[:-1:5]:
        scene = board_scene(Subject(view(state, state.seat), NAMES, events))
        secret = {card for seat in range(4) for card in hand(state, seat)}
        labels = texts_of(scene) & set(state.setup.cards.by_id)
        played = {card for cards in state.played for card in cards}
        assert labels <= played
        assert not labels & (secret - played)


def test_a_card_that_is_drawn_is_not_told_below_the_board() -> None:
    """Not even if the events of its owner name it."""
    for state, events in states("goldens")[:-1:3]:
        nameless = [
            replace(event, card=None) if isinstance(event, CardDrawn) else event for event in events
        ]
        seen = view(state, None)
        assert board_scene(Subject(seen, NAMES[:2], events)) == board_scene(
            Subject(seen, NAMES[:2], nameless)
        )


def texts_of(scene: Scene) -> set[str]:
    """Every text of a scene, including those nested in it."""
    words = {item.text for item in scene.items if isinstance(item, Text)}
    for item in scene.items:
        if isinstance(item, Inset):
            words |= texts_of(item.scene)
    return words
