"""The whole position as monospace text of under 1,900 characters. Somebody who cannot see the
pictures, or uses a terminal, can play from it.

The plan is drawn in letters if a phone has room for it, otherwise listed piece by piece.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from engine.castellan.cards import DECKS
from engine.castellan.pieces import KINDS, Point
from engine.castellan.plan import Plan
from render.board.aliases import column_alias, row_alias
from render.castellan.board.board import at_rest
from render.castellan.board.layout import CastellanSubject
from render.castellan.sentences import describe_player, describe_result_of, describe_turn
from render.castellan.words import point_alias
from render.locale import Words, plain
from render.picture.names import in_monospace, shown_names
from render.sentences import describe_early_end
from render.tables.alt_text import first_fitting, text_help

# The most letters of a name.
NAME = 14
# The number of letters that fit on one line on a phone.
MOST_COLUMNS = 44
NOTHING = "-"
# The signs on the plan.
TOWER = "O"
OPEN_END = "+"
ACROSS = "-"
ALONG = "|"
# The number of letters from a point to its neighbour in the east.
WIDE = 4
# The same where that would be too wide for a phone.
NARROW = 2
# The number of lines from a point to its neighbour in the north.
LINES = 2
# If points are closer than the letters of columns are long, only every fifth column has them.
APART = 5


def text_board(words: Words, subject: CastellanSubject) -> str:
    """Write a key, a line of help, and the whole position. For a viewer with a seat it includes
    their own cards."""
    words = plain(words)
    subject = at_rest(subject)
    view = subject.view
    players = shown_names(words, subject.names)
    subject = replace(subject, names=[in_monospace(name, NAME) for name in players])
    situation = [
        text_help(words, "castellan", over=view.to_act is None),
        *_situation(words, subject),
    ]
    boards = (
        [words(f"castellan.text.{key}"), *situation, *plan]
        for key, plan in _plans(words, view.plan)
    )
    return first_fitting(map("\n".join, boards))


def _plans(words: Words, plan: Plan) -> Iterator[tuple[str, list[str]]]:
    """Write the plan in every form it can take, the clearest first, each with its key."""
    if plan.is_empty:
        yield "key", [words("castellan.position.empty")]
        return
    for step in (WIDE, NARROW):
        letters = plan_letters(plan, step)
        if max(map(len, letters)) <= MOST_COLUMNS:
            yield "key", letters
            yield "key_short", letters
    yield "key_list", _list_pieces(words, plan, open_ends=True)
    yield "key_list", _list_pieces(words, plan, open_ends=False)


def _situation(words: Words, subject: CastellanSubject) -> Iterator[str]:
    """Tell what each player has, whose turn it is, what has to be built, the viewer's cards, and
    who owns each courtyard, with how its worth is made up."""
    view = subject.view
    names = subject.names
    for seat, name in enumerate(names):
        player = view.players[seat]
        yield describe_player(
            words,
            view,
            seat,
            f"{seat + 1} {name}",
            hand=_abbreviate(words, DECKS, player.hand),
            decks=_abbreviate(words, DECKS, player.decks),
        )
    if subject.ending is not None:
        yield describe_early_end(words, names, subject.ending)
    elif view.to_act is None:
        yield describe_result_of(words, names, view)
    else:
        yield describe_turn(words, view, f"{view.to_act + 1} {names[view.to_act]}")
        if any(view.received):
            pieces = _abbreviate(words, KINDS, view.received)
            yield words("castellan.position.received", pieces=pieces)
    if view.hand is not None:
        hand = [view.cards.by_id[card] for card in view.hand]
        cards = [  # `T1 2t+; W5 1s2l`
            f"{card.id} {_abbreviate(words, KINDS, card.pieces)}{'+' * card.extra}" for card in hand
        ]
        yield words("castellan.position.hand", cards="; ".join(cards) or NOTHING)
    plan = view.plan
    courtyards = [  # `1 at M50 4; 2 at P51 7x2=14`
        words(
            "castellan.text.courtyard",
            seat=courtyard.seat + 1,
            cell=point_alias(courtyard.name),
            points=f"{plan.towers_of(courtyard)}x2={plan.worth(courtyard)}"
            if courtyard.double
            else plan.worth(courtyard),
        )
        for courtyard in plan.courtyards
    ]
    if courtyards:
        yield words("castellan.text.courtyards", courtyards="; ".join(courtyards))


def _abbreviate(words: Words, kinds: Iterable[str], counts: Iterable[int]) -> str:
    """`2t1l`: each number with the letter of what is counted."""
    pairs = zip(kinds, counts, strict=True)
    letters = [f"{count}{words(f'castellan.text.letter.{kind}')}" for kind, count in pairs if count]
    return "".join(letters) or NOTHING


def _list_pieces(words: Words, plan: Plan, *, open_ends: bool) -> list[str]:
    """List every piece, by kinds and rows: `53: Me On` is a wall from M53 to the east, and so on.
    Open wall ends can be worked out from these."""
    places = {
        "towers": [(at, "") for at in plan.towers],
        "short": [(wall.at, str(wall.heading)) for wall in plan.walls if wall.kind == "short"],
        "long": [(wall.at, str(wall.heading)) for wall in plan.walls if wall.kind == "long"],
        "open_ends": [(at, "") for at in plan.open_ends if open_ends],
    }
    return [
        words(f"castellan.text.list.{kind}", places=_by_rows(kind_places))
        for kind, kind_places in places.items()
        if kind_places
    ]


def _by_rows(places: Iterable[tuple[tuple[int, int], str]]) -> str:
    rows: dict[int, list[str]] = {}
    for (x, y), heading in sorted(places):
        rows.setdefault(y, []).append(f"{column_alias(x)}{heading.lower()}")
    return "; ".join(f"{row_alias(y)}: {' '.join(rows[y])}" for y in sorted(rows, reverse=True))


@dataclass(frozen=True)
class LetterPlan:
    """Positions of points among the letters. The plan is not empty."""

    plan: Plan
    step: int

    @cached_property
    def columns(self) -> range:
        """Every x between the westernmost and the easternmost point."""
        xs = [x for x, _ in (*self.plan.ends, *self.plan.towers)]
        return range(min(xs), max(xs) + 1)

    @cached_property
    def north(self) -> int:
        return max(y for _, y in (*self.plan.ends, *self.plan.towers))

    def at(self, point: Point) -> tuple[int, int]:
        """Find the column and the line of a point."""
        x, y = point
        return (x - self.columns.start) * self.step, (self.north - y) * LINES

    def middle(self, cell: Point) -> tuple[int, int]:
        column, line = self.at(cell)
        return column + self.step // 2, line - 1


def plan_letters(plan: Plan, step: int) -> list[str]:
    """Draw the plan from north to south: the letters of columns above it, the number of each row of
    points next to it, and in every cell of a courtyard the number of its player."""
    sheet = LetterPlan(plan, step)
    letters = _letters(sheet)
    last = max(line for _, line in letters)
    names = [
        row_alias(sheet.north - line // LINES) if line % LINES == 0 else ""
        for line in range(last + 1)
    ]
    beside = max(map(len, names)) + 1
    heads = ""
    columns = {x: column_alias(x) for x in sheet.columns}
    for x in sheet.columns[:: 1 if max(map(len, columns.values())) < step else APART]:
        heads = f"{heads:<{sheet.at((x, 0))[0]}}{columns[x]}"
    rows = [f"{' ' * beside}{heads}"]
    for line, name in enumerate(names):
        last_column = max(
            (column for column, letter_line in letters if letter_line == line), default=-1
        )
        row = "".join(letters.get((column, line), " ") for column in range(last_column + 1))
        rows.append(f"{name:<{beside}}{row}".rstrip())
    return rows


def _letters(sheet: LetterPlan) -> dict[tuple[int, int], str]:
    plan = sheet.plan
    letters: dict[tuple[int, int], str] = {}
    for courtyard in plan.courtyards:
        letters |= {sheet.middle(cell): str(courtyard.seat + 1) for cell in courtyard.cells}
    for wall in plan.walls:
        (left, low) = sheet.at(wall.at)
        (right, high) = sheet.at(wall.to)
        if wall.heading == "E":
            letters |= {(column, low): ACROSS for column in range(left + 1, right)}
        else:
            letters |= {(left, line): ALONG for line in range(high + 1, low)}
    letters |= {sheet.at(point): OPEN_END for point in plan.open_ends}
    return letters | {sheet.at(point): TOWER for point in plan.towers}
