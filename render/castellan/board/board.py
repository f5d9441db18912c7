"""The board of Castellan as a scene: the castle on its meadow, what overlays add, and the panel."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from engine.castellan.seen.trying import Trial, tried
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.events import Event
from engine.castellan.vocabulary.pieces import NOTHING, Cell, Piece
from engine.questions import Part
from engine.recorded import Ending
from render.board.camera import legend
from render.board.labels import Labels
from render.board.panel import Scale
from render.castellan.board import overlays, panel
from render.castellan.board.castle import (
    beside_the_castle,
    castle,
    grid,
    keeps,
    lined,
    meadow,
    numbers,
    open_ends,
    values,
    yards,
)
from render.castellan.board.layout import (
    COMPACT,
    ROOM,
    CastellanBoard,
    PlanLayout,
    coordinates,
    part,
    whole,
)
from render.castellan.board.overlays import (
    Overlay,
    built,
    built_up,
    courtyard_names,
    enclosed,
    for_double,
    last_seat,
    places,
)
from render.locale import Words, english
from render.picture.palette import THEMES
from render.picture.scene import Inset, Item, Layers, Scene, ThemeName


def at_rest(view: View, ending: Ending | None) -> View:
    """The position with nothing to do in it, if the game ended this way."""
    return view if ending is None else replace(view, to_act=None, received=NOTHING, waiting=())


Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """How to show a board, whatever the position."""

    theme: ThemeName = "light"
    overlays: Collection[Overlay] = ()
    compact: bool = False
    """Only the part that matters: the last turn, or the one under construction."""
    panel: bool = True
    layout: PlanLayout | None = None
    """Where the points are; by default as large as they fit into the picture."""
    words: Words = field(default_factory=english)
    legend: bool = False
    """Whether a line below the board explains what is laid over it."""


PLAIN = Look()
WITH_VALUES = {Overlay.VALUES, Overlay.FINAL}
"""The overlays that show what courtyards are worth."""
UNNUMBERED = {*overlays.LEGAL, Overlay.FINAL}
"""The overlays that would cover the numbers of the last turn."""


def board_scene(
    view: View,
    names: Names,
    *,
    events: Sequence[Event] = (),
    ending: Ending | None = None,
    parts: Sequence[Part] = (),
    look: Look = PLAIN,
) -> Scene:
    """The board with its panel. `events` are those of the last turn; `parts` are those of the turn
    that the player to act is choosing; `ending` is how the game ended early."""
    theme, view = THEMES[look.theme], at_rest(view, ending)
    trial = tried(view, parts) if parts else None
    layout = look.layout or _layout(view, events, trial, look)
    ground = CastellanBoard(
        view, view.plan if trial is None else trial.plan, layout, theme, look.words
    )
    board = Scene(layout.size, theme.background, tuple(_on_board(ground, events, trial, look)))
    width, height = layout.size
    items: list[Item] = [Inset((0, 0), (0, 0, width, height), board), *coordinates(layout, theme)]
    if look.legend:
        told = overlays.legend_lines(view, events, look.overlays, look.words)
        lines, high = legend(told, theme, layout.size)
        items += lines
        height += high
    if look.panel:
        below = panel.Panel(
            look.words,
            view,
            theme,
            Scale((0, height), width),
            events,
            trial,
            ending,
            rows=trial is None or not look.compact,
        )
        items += panel.panel_items(below, names)
        height += panel.height(below)
    return Scene((width, height), theme.background, tuple(items))


def _layout(view: View, events: Sequence[Event], trial: Trial | None, look: Look) -> PlanLayout:
    """The whole castle, or in a compact picture what matters of it."""
    if trial is not None:
        if look.compact and not trial.places:
            return part(trial.plan, trial.turn.build)
        return whole(trial.plan, trial.places, COMPACT if look.compact else ROOM)
    offered = overlays.offered(view, look.overlays)
    if look.compact and not offered:
        return part(view.plan, built(events))
    return whole(view.plan, offered)


def _on_board(
    ground: CastellanBoard, events: Sequence[Event], trial: Trial | None, look: Look
) -> list[Item]:
    """The castle, between what overlays and choices put below and above it."""
    chosen = frozenset(look.overlays)
    marked = _marked(ground.view, events, trial)
    labels = Labels(ground)
    told = [] if chosen & WITH_VALUES else values(ground, labels)
    if not chosen & UNNUMBERED:
        told = numbers(ground, labels, marked.pieces, marked.seat) + told
    below, above = overlays.overlay_items(ground, labels, chosen, events)
    if trial is not None:
        under, over = _offered(ground, labels, trial)
        below, above = [*below, *under], [*above, *over]
    mown = beside_the_castle(ground.plan)
    items = [*meadow(ground.layout, mown), *yards(ground), *grid(ground)]
    for cells in marked.cells:
        items += lined(ground, cells)
    items += [*below, *castle(ground, marked.pieces, marked.seat)]
    if ground.view.phase != "over":
        items += open_ends(ground)
    return [*items, *keeps(ground), *told, *above]


@dataclass(frozen=True, slots=True)
class Marked:
    """What a turn built and enclosed."""

    seat: int | None
    pieces: Sequence[Piece]
    cells: Sequence[frozenset[Cell]]


def _marked(view: View, events: Sequence[Event], trial: Trial | None) -> Marked:
    """The turn under construction; otherwise the last one."""
    if trial is None:
        return Marked(last_seat(events), built(events), enclosed(events))
    return Marked(view.to_act, trial.turn.build, [one.cells for one in trial.made])


def _offered(ground: CastellanBoard, labels: Labels, trial: Trial) -> Layers:
    """What the player chooses next, shown on the plan."""
    seat = ground.view.to_act
    assert seat is not None
    if trial.kind is not None:
        return places(ground, labels, trial.places, seat)
    choice = for_double(ground.view, trial) if built_up(ground.view, trial) else []
    return [], courtyard_names(ground, labels, choice)
