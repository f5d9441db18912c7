"""Board of Castellan as a scene: the castle on its meadow, overlays, and the footer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.castellan.pieces import NOTHING, Cell, Piece
from engine.castellan.view import Trial, try_turn
from render.board.footer import Footer, FooterStrip
from render.board.scene import BoardLook, scene_of
from render.castellan.board import castle, overlays
from render.castellan.board.footer import footer_height, footer_items, head_of
from render.castellan.board.layout import (
    COMPACT,
    NARROWEST,
    TO_CHOOSE,
    CastellanBoard,
    CastellanSubject,
    PlanLayout,
    coordinates,
    partial_layout,
    whole_layout,
)
from render.castellan.board.overlays import LEGAL, OVERLAYS, Overlay
from render.castellan.words import point_alias
from render.picture.palette import THEMES
from render.picture.scene import Inset, Item, Items, Line, Scene


@dataclass(frozen=True, slots=True)
class Look(BoardLook[Overlay]):
    """A compact picture shows only what matters of the last turn, or of the one under
    construction."""

    layout: PlanLayout | None = None
    """The place of each point; by default as large as they fit into the picture."""
    narrowest: float = TO_CHOOSE
    """The least width of a compact picture without a footer, relative to its height."""


PLAIN = Look()
# The overlays that would cover the numbers of the last turn.
UNNUMBERED = {*LEGAL, Overlay.FINAL}


def at_rest(subject: CastellanSubject) -> CastellanSubject:
    """Take what there is to do out of the position, if the game ended early."""
    if subject.ending is None:
        return subject
    return replace(subject, view=replace(subject.view, to_act=None, received=NOTHING, waiting=()))


def board_scene(subject: CastellanSubject, look: Look = PLAIN) -> Scene:
    theme = THEMES[look.theme]
    subject = at_rest(subject)
    view = subject.view
    trial = try_turn(view, subject.parts) if subject.parts or subject.marks else None
    layout = look.layout or _layout(subject, trial, look)
    plan = view.plan if trial is None else trial.plan
    has_letters = Overlay.FINAL in look.overlays
    board = CastellanBoard(subject, plan, layout, look, has_letters)
    items = tuple(_on_board(board, trial))

    def footer(strip: FooterStrip) -> list[Item]:
        return footer_items(strip, subject)

    scene = scene_of(
        Inset((0, 0), (0, 0, *layout.size), Scene(layout.size, theme.background, items)),
        coordinates(layout),
        look,
        OVERLAYS.legend(look, view, subject.events),
        Footer(footer_height(subject), footer),
        head=head_of(subject),
    )
    return replace(scene, areas=() if trial is None else overlays.areas_of(board, trial))


def _layout(subject: CastellanSubject, trial: Trial | None, look: Look) -> PlanLayout:
    """Lay out the whole castle, or in a compact picture what matters of it."""
    view = subject.view
    if trial is not None:
        if subject.marks:
            marked = [
                piece for mark in subject.marks for piece in overlays.marked_pieces(trial, mark)
            ]
            pieces = [*marked, *trial.turn.build]
            return partial_layout(trial.plan, pieces, room=1, narrowest=look.narrowest)
        if not look.compact:
            return whole_layout(trial.plan, trial.places)
        if trial.places:
            return whole_layout(trial.plan, trial.places, COMPACT, look.narrowest)
        return partial_layout(trial.plan, trial.turn.build, trial.made, narrowest=look.narrowest)
    offered = overlays.offered_pieces(view, look.overlays)
    if look.compact and not offered:
        narrowest = NARROWEST if look.footer else look.narrowest
        pieces = overlays.built_pieces(subject.events)
        changed = [
            view.plan.courtyard_at[event.cells[0]]
            for event in overlays.changed_courtyards(subject.events)
        ]
        return partial_layout(view.plan, pieces, changed, narrowest=narrowest)
    return whole_layout(view.plan, offered)


def _on_board(board: CastellanBoard, trial: Trial | None) -> list[Item]:
    """Draw the castle, between what overlays and choices put below and above it. What the last turn
    built and enclosed, or the one under construction, is pointed out."""
    chosen = frozenset(board.look.overlays)
    events = board.subject.events
    seat: int | None
    pieces: Sequence[Piece]
    new_courtyards: list[frozenset[Cell]]
    if trial is None:
        played = overlays.played_cards(events)
        seat = None if played is None else played.seat
        pieces = overlays.built_pieces(events)
        new_courtyards = overlays.new_courtyards(events)
    else:
        seat = board.view.to_act
        pieces = trial.turn.build
        new_courtyards = [courtyard.cells for courtyard in trial.made]
    castle.keep_clear_of_buildings(board)
    numbers: list[Item] = []
    if (trial is not None or board.look.legend) and not chosen & UNNUMBERED:
        numbers = castle.order_digits(board, pieces)
    below, above = OVERLAYS.layers(chosen, board)
    if trial is not None:
        under: Items = []
        if board.subject.marks:
            under, over = overlays.draw_marks(board, trial)
        elif trial.kind is not None:
            under, over = overlays.draw_places(board, trial.places)
        else:
            choice = overlays.courtyards_for_double(board.view, trial)
            over = overlays.courtyard_names(
                board, [(courtyard, point_alias(courtyard.name)) for courtyard in choice]
            )
        below = [*below, *under]
        above = [*above, *over]
    mown_cells = castle.beside_the_castle(board.plan)
    items: list[Item] = [
        *castle.meadow(board.layout, mown_cells),
        *castle.yards(board),
        *castle.grid(board),
    ]
    for cells in new_courtyards:
        items += castle.edge_of(board, cells, castle.LIGHT, castle.LINING, 0.8)
    items += below
    items += castle.buildings(board, pieces, seat)
    if board.view.phase != "over":
        items += castle.open_ends(board)
    lines = [item for item in above if isinstance(item, Line)]
    labels = [item for item in above if not isinstance(item, Line)]
    return [*items, *lines, *castle.emblems(board), *numbers, *labels]
