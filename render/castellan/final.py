"""Final scoring as a picture that explains every point: the last board, and below it a column for
each player with all their courtyards. Each is drawn with just the towers that count for it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.castellan.plan import Courtyard
from engine.castellan.view import View
from render.board.footer import WIDTH, FooterStrip
from render.board.labels import seat_badge
from render.castellan.art.sprites import PieceIcon
from render.castellan.board.board import Look, board_scene
from render.castellan.board.castle import courtyard_letters
from render.castellan.board.footer import head_of
from render.castellan.board.layout import CastellanSubject
from render.castellan.board.overlays import Overlay
from render.castellan.little_castle import LittleCastle, surroundings
from render.castellan.words import count_courtyards, point_alias
from render.locale import Words
from render.picture.palette import CREAM, INK, THEMES
from render.picture.scene import Badge, Item, Scene, Text, ThemeName
from render.tables.final_table import (
    BOLD,
    EDGE,
    PLAIN,
    SMALL,
    TOTAL,
    FinalTable,
    heads,
    totals,
)

# The height of a courtyard's row, by the number of players.
ROW = {2: 132, 3: 112, 4: 104}
GAP = 10
# The maximum width of a courtyard's picture, by the number of players.
CUT_OUT = {2: 220, 3: 140, 4: 78}
# The height of the line that names a row of numbers, and of the numbers.
HEADING = 60
NUMBERS = 72
ICON = 40
# The height of a courtyard's letter.
LETTER = 36
# The room for a number of points.
NUMBER = 106


def final_scene(words: Words, subject: CastellanSubject, theme: ThemeName = "light") -> Scene:
    view = subject.view
    names = subject.names
    look = Look(theme, (Overlay.FINAL,), footer=False, words=words)
    board = board_scene(replace(subject, events=()), look)
    head = head_of(subject)
    strip = FooterStrip(words, THEMES[theme], board.size[0])
    items, height = head.above(board, strip)
    table = FinalTable(replace(strip, origin=(0, height)), view.scores)
    row = ROW[table.seats]
    items += heads(table, names, head.figures)
    top = table.header
    best_first = sorted(
        view.plan.courtyards, key=lambda courtyard: (-view.plan.worth(courtyard), courtyard.name)
    )
    rows = Counter[int]()
    letters_by_courtyard = courtyard_letters(view.plan)
    for courtyard in best_first:
        items += _courtyard(
            table,
            view,
            courtyard,
            letters_by_courtyard[courtyard.name],
            top + rows[courtyard.seat] * row,
        )
        rows[courtyard.seat] += 1
    top += row * max(rows.values(), default=0)
    items.append(table.rule(top))
    heading = words("castellan.board.courtyards")
    items.append(table.write(heading, (EDGE, top + HEADING / 2), SMALL, WIDTH - 2 * EDGE))
    top += HEADING
    items += _numbers(
        table, [count_courtyards(view.plan, seat) for seat in range(table.seats)], top
    )
    top += NUMBERS
    win_label = words("status.winner" if len(view.leaders) == 1 else "status.shared_win")
    items += totals(table, view.leaders, win_label, top)
    for seat in view.gone:
        left, right = table.column(seat)
        at = table.strip.at((left + right) / 2, top + 20)
        letter_size = table.strip.size(SMALL)
        items.append(seat_badge(words("status.left"), at, letter_size, seat))
    top += TOTAL
    if keeps_decide(view):
        lines, top = table.note(words("castellan.picture.by_keeps"), top)
        items += lines
        items += _numbers(table, view.keeps, top)
        top += NUMBERS
    size = (strip.width, height + strip.size(top + EDGE))
    return Scene(size, strip.theme.background, tuple(items))


def _numbers(table: FinalTable, numbers: Sequence[int], top: int) -> Iterator[Text]:
    for seat, number in enumerate(numbers):
        right = table.column(seat)[1]
        yield table.number(str(number), (right - 24, top + NUMBERS / 2 - 8), PLAIN)


def keeps_decide(view: View) -> bool:
    """Tell whether somebody who stayed has as many points as the winners, but fewer keeps (K19)."""
    winners = view.leaders
    remaining = [seat for seat in range(len(view.scores)) if seat not in view.gone]
    return any(
        view.scores[seat] == view.scores[winners[0]] for seat in remaining if seat not in winners
    )


def _courtyard(
    table: FinalTable, view: View, courtyard: Courtyard, letter: str, top: int
) -> list[Item]:
    """Draw a courtyard: a picture with its letter on the board, its name, how many towers count,
    and its points."""
    plan = view.plan
    strip = table.strip
    (left, right) = table.column(courtyard.seat)
    wide = CUT_OUT[table.seats]
    high = ROW[table.seats]
    y = top + high / 2
    at = strip.at(left, top + GAP / 2)
    room = strip.size(wide), strip.size(high - GAP)
    beside = left + wide + GAP
    towers = str(plan.towers_of(courtyard)) + ("×2" if courtyard.double else "")
    return [
        LittleCastle(surroundings(plan, courtyard), room).picture(at),
        Badge(letter, strip.at(left + 18, top + GAP / 2 + 16), strip.size(LETTER), INK, CREAM, INK),
        table.write(point_alias(courtyard.name), (beside, y - 26), SMALL, right - beside - NUMBER),
        strip.sprite(PieceIcon("tower"), beside + ICON / 2, y + 24, ICON),
        table.write(towers, (beside + ICON + 8, y + 24), SMALL, right - beside - ICON - NUMBER),
        table.number(str(plan.worth(courtyard)), (right - 24, y), BOLD),
    ]
