"""The board of Castellan as a scene: the castle on its meadow, what overlays add, and the panel."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.castellan.events import Event
from engine.castellan.pieces import NOTHING, Cell, Piece
from engine.castellan.view import Trial, View, try_turn
from engine.questions import Part
from engine.recorded import Ending
from render.board.labels import Labels
from render.board.panel import Head, Panel, Scale
from render.board.scene import BoardLook, scene_of
from render.castellan.art.sprites import KeepSprite
from render.castellan.board.castle import (
    LIGHT,
    LINING,
    VALUE,
    below_keeps,
    beside_the_castle,
    castle,
    edge_of,
    grid,
    keep_clear_of_buildings,
    keeps,
    meadow,
    open_ends,
    order_badges,
    yards,
)
from render.castellan.board.layout import (
    COMPACT,
    NARROWEST,
    ROOM,
    TO_CHOOSE,
    CastellanBoard,
    PlanLayout,
    coordinates,
    partial_layout,
    whole_layout,
)
from render.castellan.board.overlays import (
    LEGAL,
    OVERLAYS,
    Overlay,
    built_pieces,
    courtyard_names,
    courtyards_for_double,
    draw_marks,
    draw_places,
    marked_pieces,
    new_courtyards,
    offered_pieces,
    played_cards,
)
from render.castellan.board.panel import panel_height, panel_items
from render.castellan.words import point_alias
from render.picture.palette import THEMES
from render.picture.scene import Inset, Item, Layers, Scene
from render.pictures import Mark


@dataclass(frozen=True, slots=True)
class Look(BoardLook[Overlay]):
    """A compact picture shows only the last turn, or the one under construction."""

    layout: PlanLayout | None = None
    """The place of each point; by default as large as they fit into the picture."""


PLAIN = Look()
WITH_VALUES = {Overlay.VALUES, Overlay.FINAL}
"""The overlays that show what courtyards are worth."""
UNNUMBERED = {*LEGAL, Overlay.FINAL}
"""The overlays that would cover the numbers of the last turn."""


def at_rest(view: View, ending: Ending | None) -> View:
    """The position with nothing to do in it, if the game ended this way."""
    return view if ending is None else replace(view, to_act=None, received=NOTHING, waiting=())


def board_scene(
    view: View,
    names: Sequence[str],
    *,
    events: Sequence[Event] = (),
    ending: Ending | None = None,
    parts: Sequence[Part] = (),
    look: Look = PLAIN,
    marks: Sequence[Mark] = (),
) -> Scene:
    """The board with its panel. `events` are those of the last turn; `parts` are those of the turn
    that the player to act is choosing; `ending` is how the game ended early."""
    theme, view = THEMES[look.theme], at_rest(view, ending)
    trial = try_turn(view, parts) if parts else None
    layout = look.layout or _layout(view, events, trial, look, marks)
    plan = view.plan if trial is None else trial.plan
    board = CastellanBoard(view, plan, layout, theme, look.words)
    items = tuple(_on_board(board, events, trial, look, marks))
    with_scores = trial is None or not look.compact

    def panel(scale: Scale) -> list[Item]:
        return panel_items(
            look.words,
            view,
            names,
            theme,
            scale,
            events=events,
            trial=trial,
            ending=ending,
            rows=with_scores,
        )

    figures = [KeepSprite(seat, False) for seat in range(len(view.scores))]
    acting = () if view.to_act is None else (view.to_act,)
    framed = view.leaders if view.phase == "over" else acting
    head = Head(look.words, theme, names, figures, view.scores, framed, view.gone)

    return scene_of(
        Inset((0, 0), (0, 0, *layout.size), Scene(layout.size, theme.background, items)),
        coordinates(layout),
        look,
        OVERLAYS.legend(look.words, look.overlays, view, events),
        Panel(panel_height(view, events, trial, rows=with_scores), panel),
        head=head if with_scores else None,
    )


def _layout(
    view: View,
    events: Sequence[Event],
    trial: Trial | None,
    look: Look,
    marks: Sequence[Mark],
) -> PlanLayout:
    """The whole castle, or in a compact picture what matters of it."""
    if trial is not None:
        if marks:
            marked = [piece for mark in marks for piece in marked_pieces(trial, mark)]
            return partial_layout(trial.plan, [*marked, *trial.turn.build], 1, TO_CHOOSE)
        if look.compact and not trial.places:
            return partial_layout(trial.plan, trial.turn.build)
        return whole_layout(trial.plan, trial.places, COMPACT if look.compact else ROOM)
    offered = offered_pieces(view, look.overlays)
    if look.compact and not offered:
        narrowest = NARROWEST if look.panel else TO_CHOOSE
        return partial_layout(view.plan, built_pieces(events), narrowest=narrowest)
    return whole_layout(view.plan, offered)


def _on_board(
    board: CastellanBoard,
    events: Sequence[Event],
    trial: Trial | None,
    look: Look,
    marks: Sequence[Mark],
) -> list[Item]:
    """The castle, between what overlays and choices put below and above it. What the last turn
    built and enclosed, or the one under construction, is pointed out."""
    chosen, labels = frozenset(look.overlays), Labels(board)
    seat: int | None
    pieces: Sequence[Piece]
    made: list[frozenset[Cell]]
    if trial is None:
        begun = played_cards(events)
        seat = None if begun is None else begun.seat
        pieces, made = built_pieces(events), new_courtyards(events)
    else:
        seat, pieces = board.view.to_act, trial.turn.build
        made = [one.cells for one in trial.made]
    keep_clear_of_buildings(board, labels)
    badges: list[Item] = []
    if not chosen & WITH_VALUES:
        worths = {one.name: str(board.plan.worth(one)) for one in board.plan.courtyards}
        badges = below_keeps(board, labels, board.letter_height(VALUE), worths)
    if not chosen & UNNUMBERED:
        badges = order_badges(board, labels, pieces, seat) + badges
    below, above = OVERLAYS.layers(chosen, board, labels, events)
    if trial is not None:
        under, over = _draw_choices(board, labels, trial, marks)
        below, above = [*below, *under], [*above, *over]
    mown = beside_the_castle(board.plan)
    return [
        *meadow(board.layout, mown),
        *yards(board),
        *grid(board),
        *(item for cells in made for item in edge_of(board, cells, LIGHT, LINING, 0.8)),
        *below,
        *castle(board, pieces, seat),
        *(open_ends(board) if board.view.phase != "over" else []),
        *keeps(board),
        *badges,
        *above,
    ]


def _draw_choices(
    board: CastellanBoard, labels: Labels, trial: Trial, marks: Sequence[Mark]
) -> Layers:
    if marks:
        return draw_marks(board, labels, trial, marks)
    if trial.kind is not None:
        return draw_places(board, labels, trial.places)
    choice = courtyards_for_double(board.view, trial)
    named = [(one, point_alias(one.name)) for one in choice]
    return [], courtyard_names(board, labels, named)
