"""The panel under a board: the last turn, or what is left to build of the turn under construction,
and the players with what they have.

It takes any width and scales with it, so that it looks the same on a phone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.castellan.seen.trying import Trial
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.events import CardsPlayed, Event, PiecesPassed
from engine.castellan.vocabulary.moves import DECKS
from engine.castellan.vocabulary.pieces import Pieces
from engine.recorded import Ending
from render.board.panel import WIDTH, Scale
from render.castellan.art.sprites import CARD, CardBack, KeepSprite
from render.castellan.board.overlays import played
from render.castellan.cards.card import counted
from render.locale import Words
from render.picture.names import seat_name, shown_names
from render.picture.palette import SEATS, Theme
from render.picture.scene import Align, Badge, Box, Item, SpritePicture, Text

EDGE, TOP, BOTTOM, GAP = 24, 22, 24, 14
LINE, HEADER = 76, 166
"""How high each line about a turn is, and both of them with the gap below."""
BEGIN, CHIP = 440, 136
"""Where its cards begin, and how far apart they are if there is room for their backs."""
PIECES, PASSED, LEFT = (EDGE, 260), (700, 936), (EDGE, BEGIN)
"""Where the pieces of a turn are listed, those passed on and those left, and where their icons
begin."""
HEADINGS = 50
ROWS = {2: 116, 3: 100, 4: 92}
"""How high the row of a player is, by how many players there are."""
NAME = 124
"""Where names begin."""
HAND, STOCK, KEEPS, POINTS = 500, 750, 1000, 1352
"""Where the column under each heading begins."""
BACK = 66
"""How high the back of a card is."""
LETTERS, PLAIN, SMALL, SCORE, ICON = 42, 36, 32, 68, 34
STEP = 6
"""The sizes of sprites are multiples of this."""
FAINT = 0.22
"""How visible the double keep is once it is used."""
STATUS = 330
"""How far into a row the middle of its badge is."""


@dataclass(frozen=True, slots=True)
class Panel:
    """What a panel is made from."""

    words: Words
    view: View
    theme: Theme
    scale: Scale
    events: Sequence[Event] = ()
    """Those of the last turn."""
    trial: Trial | None = None
    """The turn under construction."""
    ending: Ending | None = None
    rows: bool = True
    """Whether the players are shown."""

    @property
    def header(self) -> int:
        return HEADER if self.trial is not None or _begun(self) is not None else 0

    @property
    def row(self) -> int:
        return ROWS[len(self.view.scores)]


def height(panel: Panel) -> int:
    count = len(panel.view.scores)
    rows = HEADINGS + count * panel.row + (count - 1) * GAP if panel.rows else 0
    return panel.scale.size(TOP + panel.header + rows + BOTTOM)


def panel_items(panel: Panel, names: tuple[str, ...]) -> list[Item]:
    shown = shown_names(panel.words, names)
    items = _under_construction(panel, panel.trial) if panel.trial else _last_turn(panel, shown)
    if not panel.rows:
        return items
    items += _headings(panel)
    first = TOP + panel.header + HEADINGS
    rows = [Row(panel, seat, first + seat * (panel.row + GAP)) for seat in range(len(names))]
    for row, name in zip(rows, shown, strict=True):
        items += [*_plate(row), *_name(row, name), *_cards(row), *_keeps(row), *_score(row)]
    return items + [badge for row in rows for badge in _status(row)]


def _begun(panel: Panel) -> CardsPlayed | None:
    return played(panel.events)


def _last_turn(panel: Panel, names: tuple[str, ...]) -> list[Item]:
    """Who played which cards for which pieces, and what was passed on."""
    begun = _begun(panel)
    if begun is None:
        return []
    told = panel.words("castellan.board.played", name=names[begun.seat])
    items = [*_chips(panel, told, begun.cards), *_pieces(panel, "pieces", PIECES, begun.pieces)]
    for event in panel.events:
        if isinstance(event, PiecesPassed):
            key = "lost" if event.to is None else "passed"
            items += _pieces(panel, key, PASSED, event.pieces)
    return items


def _under_construction(panel: Panel, trial: Trial) -> list[Item]:
    """The cards chosen so far, and what is left to build of them."""
    items = _chips(panel, panel.words("castellan.board.chosen"), trial.turn.cards)
    key = "to_build" if any(trial.left) else "built"
    return items + _pieces(panel, key, LEFT, trial.left)


def _chips(panel: Panel, told: str, cards: Sequence[str]) -> list[Item]:
    """Cards by their names, with their backs if there is room."""
    scale, ink, y = panel.scale, panel.theme.text, TOP + LINE // 2
    at, size, fit = scale.at(EDGE, y), scale.size(LETTERS), scale.size(BEGIN - EDGE - 20)
    items: list[Item] = [Text(told, at, size, ink, bold=True, fit=fit)]
    step = (WIDTH - EDGE - BEGIN) // max(1, len(cards))
    if step < CHIP:
        return [*items, *_card_names(panel, cards, step)]
    for number, card in enumerate(cards):
        x, deck = BEGIN + CHIP * number, panel.view.cards.by_id[card].deck
        middle, beside = scale.at(x + BACK * CARD / 2, y), scale.at(x + BACK * CARD + 8, y)
        items.append(SpritePicture(CardBack(deck), middle, _stepped(scale, BACK)))
        items.append(Text(card, beside, size, ink, bold=True))
    return items


def _card_names(panel: Panel, cards: Sequence[str], step: int) -> list[Item]:
    scale, y = panel.scale, TOP + LINE // 2
    return [
        Text(
            card, scale.at(BEGIN + step * number, y), scale.size(PLAIN), panel.theme.text, bold=True
        )
        for number, card in enumerate(cards)
    ]


def _pieces(panel: Panel, key: str, where: tuple[int, int], pieces: Pieces) -> list[Item]:
    """How many of each kind, after what is said about them."""
    x, icons = where
    scale, theme, y = panel.scale, panel.theme, TOP + LINE + LINE // 2
    told, fit = panel.words(f"castellan.board.{key}"), scale.size(icons - x - 16)
    return [
        Text(told, scale.at(x, y), scale.size(PLAIN), theme.faint, fit=fit),
        *counted(pieces, scale.at(icons, y), scale.size(ICON), theme.text),
    ]


def _headings(panel: Panel) -> list[Item]:
    scale, y = panel.scale, TOP + panel.header + HEADINGS // 2
    named: list[tuple[str, int, Align]] = [
        ("hand", HAND, "left"),
        ("decks", STOCK, "left"),
        ("keeps", KEEPS, "left"),
        ("points", POINTS, "right"),
    ]
    return [
        Text(
            panel.words(f"castellan.board.{name}"),
            scale.at(x, y),
            scale.size(SMALL),
            panel.theme.faint,
            align=align,
        )
        for name, x, align in named
    ]


@dataclass(frozen=True, slots=True)
class Row:
    """The part of the panel that belongs to one player."""

    panel: Panel
    seat: int
    top: int

    @property
    def middle(self) -> int:
        return self.top + self.panel.row // 2

    @property
    def active(self) -> bool:
        return self.panel.view.to_act == self.seat


def _plate(row: Row) -> list[Item]:
    panel, scale = row.panel, row.panel.scale
    edge = SEATS[row.seat].main if row.active else panel.theme.card_edge
    rect = scale.rect(EDGE, row.top, WIDTH - EDGE, row.top + panel.row)
    width = scale.size(9 if row.active else 3)
    return [Box(rect, panel.theme.card, edge, width=width, radius=scale.size(20))]


def _name(row: Row, name: str) -> list[Item]:
    panel, scale = row.panel, row.panel.scale
    ink = panel.theme.faint if row.seat in panel.view.gone else panel.theme.text
    figure, at = scale.at(76, row.middle), scale.at(NAME, row.middle)
    spare, fit = seat_name(panel.words, row.seat), scale.size(HAND - NAME - 20)
    return [
        SpritePicture(KeepSprite(row.seat, False), figure, _stepped(scale, 108)),
        Text(name, at, scale.size(46), ink, bold=True, fit=fit, instead=spare),
    ]


def _cards(row: Row) -> list[Item]:
    """The backs of the cards in hand and of those left in the decks, with their numbers."""
    player = row.panel.view.players[row.seat]
    items: list[Item] = []
    for x, several in ((HAND, player.hand), (STOCK, player.decks)):
        for number, deck in enumerate(DECKS):
            items += _backs(row, x + 112 * number, CardBack(deck), several.of(deck))
    return items


def _backs(row: Row, x: int, back: CardBack, count: int) -> list[Item]:
    scale, wide = row.panel.scale, BACK * CARD
    at, told = scale.at(x + wide / 2, row.middle), scale.at(x + wide + 8, row.middle)
    opacity, ink = (1.0, row.panel.theme.text) if count else (FAINT, row.panel.theme.faint)
    return [
        SpritePicture(back, at, _stepped(scale, BACK), opacity),
        Text(str(count), told, scale.size(LETTERS), ink, bold=True),
    ]


def _keeps(row: Row) -> list[Item]:
    """How many keeps stand on the plan, a double one being two (K19); and whether the double one is
    used: it is faint then."""
    panel, scale, seat = row.panel, row.panel.scale, row.seat
    used = panel.view.players[seat].doubled
    single, double = scale.at(KEEPS + 26, row.middle), scale.at(KEEPS + 170, row.middle)
    told = scale.at(KEEPS + 60, row.middle)
    return [
        SpritePicture(KeepSprite(seat, False), single, _stepped(scale, 80)),
        Text(f"×{panel.view.keeps[seat]}", told, scale.size(LETTERS), panel.theme.text, bold=True),
        SpritePicture(KeepSprite(seat, True), double, _stepped(scale, 90), FAINT if used else 1.0),
    ]


def _score(row: Row) -> list[Item]:
    panel, scale = row.panel, row.panel.scale
    at, size = scale.at(POINTS, row.middle), scale.size(SCORE)
    score = str(panel.view.scores[row.seat])
    return [Text(score, at, size, panel.theme.text, bold=True, align="right")]


def _status(row: Row) -> list[Item]:
    """A badge on the edge of the row: who is to act, has won, has left, or ended the game early."""
    said = _said(row)
    if said is None:
        return []
    panel, colours = row.panel, SEATS[row.seat]
    at = panel.scale.at(EDGE + STATUS, row.top)
    text = panel.words(f"castellan.board.{said}")
    return [Badge(text, at, panel.scale.size(34), colours.ink, colours.main, colours.ink)]


def _said(row: Row) -> str | None:
    """The text of the badge."""
    view, ending, seat = row.panel.view, row.panel.ending, row.seat
    if seat in view.gone:
        return "left"
    if ending is not None:
        return "winner" if seat in ending.winners else f"ended.{ending.why}"
    if view.phase == "over":
        if seat not in view.leaders:
            return None
        return "winner" if len(view.leaders) == 1 else "shared_win"
    if seat in view.waiting:
        return "last_turn_left"
    if not row.active:
        return None
    return "last_turn" if view.phase == "last" else "to_play"


def _stepped(scale: Scale, length: int) -> int:
    """The size of a sprite in one of a few steps, so that it is seldom resized."""
    return max(STEP, scale.size(length) // STEP * STEP)
