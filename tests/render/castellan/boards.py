"""What tests look for on a board."""

from collections.abc import Iterable, Sequence

from engine.castellan.events import Event
from engine.castellan.view import View
from engine.questions import Part
from render.castellan.board.board import Look, board_scene
from render.castellan.board.layout import whole_layout
from render.castellan.board.overlays import Overlay, offered_pieces
from render.picture.palette import INK
from render.picture.scene import Badge, Inset, Item, Scene, Text
from render.subject import Subject
from tests.render.castellan.games import NAMES


def board_items(scene: Scene) -> tuple[Item, ...]:
    """The things on the board, in its own pixels."""
    first = scene.items[0]
    assert isinstance(first, Inset)
    return first.scene.items


def items_on_board(
    position: View, events: Sequence[Event] = (), parts: Sequence[Part] = ()
) -> tuple[Item, ...]:
    """What is on the board of a position, without a footer."""
    names = NAMES[: len(position.scores)]
    look = Look(footer=False)
    return board_items(board_scene(Subject(position, names, events, parts=parts), look))


def items_added(position: View, overlay: Overlay, events: Sequence[Event] = ()) -> list[Item]:
    """What an overlay adds to the board."""
    names = NAMES[: len(position.scores)]
    layout = whole_layout(position.plan, offered_pieces(position, [overlay]))
    subject = Subject(position, names, events)
    plain = board_scene(subject, Look(layout=layout, footer=False))
    overlaid = board_scene(subject, Look(overlays=(overlay,), layout=layout, footer=False))
    bare = set(board_items(plain))
    return [item for item in board_items(overlaid) if item not in bare]


def texts(items: Iterable[Item]) -> list[str]:
    """The texts of badges."""
    return [item.text for item in items if isinstance(item, Badge)]


def written_in(items: Iterable[Item]) -> list[str]:
    """What is written on nothing, without its outline."""
    return [item.text for item in items if isinstance(item, Text) and item.colour == INK]
