"""The standings of a league show where everybody stands, why, and what they can still reach."""

from dataclasses import replace
from fractions import Fraction

import pytest

from render.castle.tables import ADORNMENT
from render.picture.names import LONGEST_ALT
from render.picture.paint import Painter
from render.picture.scene import Box, Line, Scene, Text
from render.tables.adornment import TableStyle
from render.tables.standings import (
    Crosstable,
    CrosstableCell,
    Moves,
    Outcome,
    Standings,
    StandingsLine,
    crosstable_alt,
    crosstable_scene,
    standings_alt,
    standings_scene,
)
from tests.render.castle.games import ENGLISH

ANNA = StandingsLine(1, "Anna", 3, 2, 1, 0, Fraction(5), 1, 2, "Ahead by their game", Moves.UP)
BEN = StandingsLine(2, "Ben", 3, 2, 1, 0, Fraction(5), 1, 2)
CLEO = StandingsLine(3, "Cleo", 2, 0, 1, 1, Fraction(10, 3), 3, 4)
DIRK = StandingsLine(4, "Dirk", 2, 0, 0, 2, Fraction(0), 3, 4, moves=Moves.DOWN, withdrawn=True)
SHOWN = Standings("Autumn", "Division A", (ANNA, BEN, CLEO, DIRK))

WON = CrosstableCell(Outcome.WON, Fraction(2))
LOST = CrosstableCell(Outcome.LOST)
RUNNING = CrosstableCell(Outcome.RUNNING)
WAITING = CrosstableCell(Outcome.WAITING)
GAMES = Crosstable(
    league="Autumn",
    below="Division A",
    names=("Anna", "Ben", "Cleo"),
    columns=(("1", "Anna"), ("2", "Ben"), ("3", "Cleo")),
    cells=((None, WON, RUNNING), (LOST, None, WAITING), (RUNNING, WAITING, None)),
    points=(Fraction(2), Fraction(0), Fraction(0)),
)


def texts(scene: Scene) -> list[str]:
    return [item.text for item in scene.items if isinstance(item, Text)]


def test_every_line_has_its_place_name_points_and_results() -> None:
    labels = texts(standings_scene(TableStyle(ENGLISH, ADORNMENT), SHOWN))
    assert {"1", "Anna", "5", "3 games: 2 won, 1 drawn"} <= set(labels)
    assert {"3", "Cleo", "3.3", "2 games: 1 drawn, 1 lost"} <= set(labels)
    assert {"2 games: 2 lost", "withdrawn"} <= set(labels)
    assert "Ahead by their game" in labels


def test_what_widened_a_range_is_named() -> None:
    table = replace(SHOWN, notes=("Emil withdrew", "Anna – Ben: void"))
    assert set(table.notes) <= set(texts(standings_scene(TableStyle(ENGLISH, ADORNMENT), table)))
    assert standings_alt(ENGLISH, table).endswith("Emil withdrew. Anna – Ben: void.")


def test_reachable_places_are_filled_boxes_and_numbers() -> None:
    scene = standings_scene(TableStyle(ENGLISH, ADORNMENT), Standings("", "", (ANNA, BEN, CLEO)))
    slots = [item for item in scene.items if isinstance(item, Box) and item.radius == 8]
    filled = [slot.fill is not None for slot in slots[:6]]
    assert filled == [True, True, False] * 2
    assert texts(scene).count("1–2") == 2


def test_who_moves_up_or_down_has_an_arrow_that_is_explained() -> None:
    scene = standings_scene(TableStyle(ENGLISH, ADORNMENT), SHOWN)
    assert sum(isinstance(item, Line) for item in scene.items) == 4
    assert {"moves up", "moves down", "can still be reached"} <= set(texts(scene))


def test_final_standings_without_divisions_need_no_legend() -> None:
    lines = tuple(replace(line, first=line.place, last=line.place) for line in (BEN, CLEO))
    labels = texts(
        standings_scene(TableStyle(ENGLISH, ADORNMENT), Standings("Autumn", "over", lines))
    )
    assert not {"moves up", "moves down", "can still be reached"} & set(labels)


def test_the_crosstable_has_a_cell_for_every_game() -> None:
    labels = texts(crosstable_scene(TableStyle(ENGLISH, ADORNMENT), GAMES))
    assert {"Anna", "Ben", "Cleo"} <= set(labels)
    assert labels.count("…") == 3, "a game as both players see it, and the explanation"
    assert crosstable_alt(ENGLISH, GAMES) == (
        "Crosstable: Autumn, Division A. Anna: 2 (Ben), running (Cleo)."
        " Ben: 0 (Anna), not begun (Cleo). Cleo: running (Anna), not begun (Ben)."
    )


def test_the_alt_text_says_what_the_picture_shows() -> None:
    assert standings_alt(ENGLISH, SHOWN).startswith(
        "Standings: Autumn, Division A. 1. Anna: 5 (3 games: 2 won, 1 drawn;"
        " place 1 to 2 within reach; Ahead by their game; moves up)."
    )
    longest = replace(SHOWN, lines=tuple(replace(line, reason="W" * 300) for line in SHOWN.lines))
    assert len(standings_alt(ENGLISH, longest)) == LONGEST_ALT


@pytest.mark.parametrize("name", ["名前", "محمد", "\u202e", "", "W" * 100, "e" + "\u0301" * 99])
def test_any_name_can_be_painted(painter: Painter, name: str) -> None:
    style = TableStyle(ENGLISH, ADORNMENT)
    standings = Standings(name, "Division A", (replace(ANNA, name=name),))
    assert painter.picture(standings_scene(style, standings)).width == 1240
    crosstable = replace(GAMES, league=name, names=(name, "Ben", "Cleo"))
    assert painter.picture(crosstable_scene(style, crosstable)).width == 1240
