"""What overlays add to a board, in words, or that they add nothing."""

from collections.abc import Sequence
from typing import assert_never

from engine.castellan.plan.enclosing import closes, gain
from engine.castellan.plan.places import best_first, places
from engine.castellan.plan.plan import Courtyard
from engine.castellan.seen.closing import Closing, closings
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.events import Event
from engine.castellan.vocabulary.notation import piece_text, place_text, point_text
from engine.castellan.vocabulary.pieces import Kind
from render.castellan.board.overlays import LEGAL, Overlay, shows_nothing, towers_of
from render.castellan.piece_words import points_told
from render.locale import Words
from render.tables.telling import described_cells

MOST_CLOSINGS = 8


def overlay_told(words: Words, view: View, events: Sequence[Event], overlay: Overlay) -> str:
    """How an overlay is read, and what it adds that is not said elsewhere; or that it adds
    nothing."""
    note = overlay_note(words, view, events, overlay)
    if shows_nothing(view, events, overlay):
        return note
    return " ".join([note, *_added(words, view, overlay)])


def _added(words: Words, view: View, overlay: Overlay) -> list[str]:
    match overlay:
        case Overlay.LEGAL_TOWER | Overlay.LEGAL_SHORT | Overlay.LEGAL_LONG:
            return [_places(words, view, LEGAL[overlay])]
        case Overlay.CLOSING:
            told = [_closing(words, one) for one in closings(view.plan)[:MOST_CLOSINGS]]
            return [words("castellan.alt.closing", closings="; ".join(told))]
        case Overlay.VALUES:
            told = [_counted(words, view, one) for one in view.plan.courtyards]
            return [words("castellan.alt.values", courtyards="; ".join(told))]
        case Overlay.SCORED | Overlay.FINAL:
            return []
        case _:
            assert_never(overlay)


def overlay_note(words: Words, view: View, events: Sequence[Event], overlay: Overlay) -> str:
    """How an overlay is read, or that it has nothing to show on this board."""
    if shows_nothing(view, events, overlay):
        return words(f"castellan.alt.nothing.{overlay}")
    return words(f"castellan.legend.{overlay}") + "."


def _places(words: Words, view: View, kind: Kind) -> str:
    """Where a piece can go; what would enclose something first, with the points that it brings."""
    assert view.to_act is not None
    plan = view.plan
    told = [
        place_text(piece) + (f" ({gain(plan, piece):+})" if closes(plan, piece) else "")
        for piece in best_first(plan, places(plan, kind, view.to_act))
    ]
    piece = words(f"castellan.name.{kind}")
    return words("castellan.alt.legal", piece=piece, places=described_cells(words, told))


def _closing(words: Words, closing: Closing) -> str:
    pieces = " ".join(map(piece_text, closing.pieces))
    points = words("words.points", count=closing.towers)
    return words("castellan.alt.could_close", pieces=pieces, points=points)


def _counted(words: Words, view: View, courtyard: Courtyard) -> str:
    towers = points_told(words, towers_of(view.plan, courtyard))
    return words("castellan.alt.counted", cell=point_text(courtyard.name), towers=towers)
