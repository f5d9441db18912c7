"""The text board is short enough to send and complete enough to play from."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from engine.castellan.moves import parse_cell
from engine.castellan.pieces import LONG, Cell, Heading, Piece, Point
from engine.castellan.plan import EMPTY, Plan
from engine.castellan.view import View, view
from render.board.aliases import notation
from render.castellan.little_castle import castle_of
from render.castellan.text_board import MOST_COLUMNS, NARROW, WIDE, plan_letters, text_board
from render.castellan.words import point_alias
from render.subject import Subject
from render.tables.alt_text import LONGEST_BOARD
from tests.render.castellan.frames import frames
from tests.render.castellan.games import ENGLISH, NAMES, states

LONG_NAMES = ("A very long name indeed, longer than that", "`@everyone`", "Cleo", "D")
GAMES = (("goldens", 2), ("goldens", 3), ("goldens", 4))
CASTLE = castle_of(
    (0, "t0,0 l0,0E t2,0 l2,0N t2,2 l0,2E t0,2 l0,0N"),
    (1, "s2,0E t3,0 l3,0N t3,2 s2,2E s3,2E"),
    (0, "s0,-1N t0,-1"),
)

HEADINGS: dict[str, Heading] = {"-": "E", "|": "N"}

PLAN_WITH_MUCH_ROOM = """\
   M   N   O   P   Q
52 O-------O---O---+
   | 1   1 | 2 |
51 |       |   |
   | 1   1 | 2 |
50 O-------O---O
   |
49 O"""

PLAN_WITH_LITTLE_ROOM = """\
   M N O P Q
52 O---O-O-+
   |1 1|2|
51 |   | |
   |1 1|2|
50 O---O-O
   |
49 O"""


@pytest.mark.parametrize(
    ("step", "drawn"), [(WIDE, PLAN_WITH_MUCH_ROOM), (NARROW, PLAN_WITH_LITTLE_ROOM)]
)
def test_the_plan_is_drawn_with_towers_walls_ends_and_courtyards(step: int, drawn: str) -> None:
    assert "\n".join(plan_letters(CASTLE, step)) == drawn


def test_a_tower_alone_is_a_plan_too() -> None:
    assert plan_letters(castle_of((0, "t0,0")), WIDE) == ["   M", "50 O"]


Read = tuple[set[Point], set[Point], set[Piece], dict[Cell, int]]


def read(rows: list[str], step: int) -> Read:
    """Towers, open ends, walls and courtyard cells, as a person reads them from the letters."""
    header, *lines = rows
    names = [line.split()[0] for line in lines[::2]]
    beside = 1 + max(map(len, names))
    west, north = parse_cell(notation(f"{header.split()[0]}{names[0]}"))
    letters = {
        (column - beside, line): letter
        for line, row in enumerate(lines)
        for column, letter in enumerate(row)
        if column >= beside and letter != " "
    }

    def place(column: int, line: int) -> Point:
        return west + column // step, north - line // 2

    towers = {place(*at) for at, letter in letters.items() if letter == "O"}
    ends = {place(*at) for at, letter in letters.items() if letter == "+"}
    cells = {
        (place(column, line)[0], place(column, line + 1)[1]): int(letter) - 1
        for (column, line), letter in letters.items()
        if letter.isdigit()
    }
    walls = set[Piece]()
    for column, line in (at for at, letter in letters.items() if letter in "O+"):
        for across, down, sign in ((1, 0, "-"), (0, -1, "|")):
            x = column + across
            y = line + down
            length = 0
            while letters.get((x, y)) == sign:
                x = x + across
                y = y + down
                length = length + 1
            if length:
                stretches = (length + 1) // (step if across else 2)
                at = place(column, line)
                along = HEADINGS[sign]
                walls.add(Piece("long" if stretches == LONG else "short", at, along))
    return towers, ends, walls, cells


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("step", [WIDE, NARROW])
def test_every_plan_of_a_game_can_be_read_back(game: tuple[str, int], step: int) -> None:
    for frame in frames(*game)[1:]:
        plan = frame.view.plan
        owners = {cell: courtyard.seat for cell, courtyard in plan.courtyard_at.items()}
        plan_read = read(plan_letters(plan, step), step)
        assert plan_read == ({*plan.towers}, {*plan.open_ends}, {*plan.walls}, owners)


@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_a_game_is_told_completely(game: tuple[str, int]) -> None:
    ways = set()
    for frame in frames(*game):
        text = text_board(ENGLISH, Subject(frame.view, LONG_NAMES[: game[1]]))
        assert len(text) < LONGEST_BOARD
        assert not text.endswith("…")
        assert "`" not in text
        assert "@everyone" not in text
        ways.add(check_plan(frame.view.plan, text))
        check_players(frame.view, text)
        for courtyard in frame.view.plan.courtyards:
            assert f"{courtyard.seat + 1} at {point_alias(courtyard.name)} " in text
    assert "drawn" in ways


def test_a_plan_that_a_phone_has_no_room_for_is_listed() -> None:
    wide = castle_of((0, "t0,0 " + " ".join(f"l{x},0E t{x + 2},0" for x in range(0, 60, 2))))
    seen = replace(frames("goldens")[3].view, plan=wide)
    assert check_plan(wide, text_board(ENGLISH, Subject(seen, NAMES[:2]))) == "listed"


def check_plan(plan: Plan, text: str) -> str:
    """Whether the plan is drawn, in lines that fit on a phone, or listed by kinds and rows."""
    if plan == EMPTY:
        assert "Castellan: nothing is built yet." in text
        return "empty"
    drawn = [plan_letters(plan, step) for step in (WIDE, NARROW)]
    for rows in drawn:
        if text.endswith("\n".join(rows)):
            assert max(map(len, rows)) <= MOST_COLUMNS
            return "drawn"
    assert entries_after(text, "Towers") == {(*at, "") for at in plan.towers}
    for start, kind in (("Short walls", "short"), ("Long walls", "long")):
        walls = {(*wall.at, str(wall.heading)) for wall in plan.walls if wall.kind == kind}
        assert entries_after(text, start) == walls
    return "listed"


def entries_after(text: str, start: str) -> set[tuple[int, int, str]]:
    lines = [line for line in text.splitlines() if line.startswith(f"{start} ")]
    entries = set()
    for row in (row for line in lines for row in line.removeprefix(f"{start} ").split("; ")):
        row_number, places = row.split(": ")
        for place in places.split():
            column = place.rstrip("en")
            at = parse_cell(notation(f"{column}{row_number}"))
            entries.add((*at, place.removeprefix(column).upper()))
    return entries


def check_players(seen: View, text: str) -> None:
    owners = Counter(courtyard.seat for courtyard in seen.plan.courtyards)
    for seat, score in enumerate(seen.scores):
        assert re.search(
            rf"^{seat + 1} .*: {score} points?, {owners[seat]} courtyards?; ", text, re.MULTILINE
        )
    if seen.to_act is not None:
        assert re.search(rf"^{seen.to_act + 1} .* is to play( a last turn)?\.$", text, re.MULTILINE)


def test_viewers_read_their_own_cards_and_nobody_elses() -> None:
    for state, _ in states("goldens", 3)[::6]:
        assert not hands_in(text_board(ENGLISH, Subject(view(state, None), NAMES[:3])))
        for seat in range(3):
            own = view(state, seat)
            [hand] = hands_in(text_board(ENGLISH, Subject(own, NAMES[:3])))
            listed_cards = hand.removeprefix("Your cards: ").split("; ")
            assert [card.split()[0] for card in listed_cards] == [*(own.hand or "-")]


def hands_in(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("Your cards: ")]
