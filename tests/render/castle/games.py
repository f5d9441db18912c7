"""Whole games to show, as positions with what happened just before."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

from engine.castle.events import Event
from engine.castle.moves import OPTIONS
from engine.castle.record import Step
from engine.castle.rules import castle
from engine.castle.turn import new_setup
from engine.castle.view import View, view
from engine.selfplay.match import find_policy
from render.castle.final import ORDER
from render.castle.pictures import CastlePictures, castle_painter
from render.castle.tiles import turnings
from render.locale import Words, english
from render.picture.scene import Scene
from render.tables.leaderboard import Leaderboard, LeaderboardLine
from render.tables.replay import Frame
from render.tables.sources import Source
from render.tables.standings import (
    Crosstable,
    CrosstableCell,
    Moves,
    Outcome,
    Standings,
    StandingsLine,
)
from render.tiles.turnings import turnings_scene

NAMES = ("Anna", "Bartholomew")
ENGLISH = english()
LEVEL = "ahead in the games among those tied, 2 to 0"


@cache
def play_game(seed: str, *, greedy: bool = True, preset: str = "official") -> tuple[Step, ...]:
    """A game from start to end."""
    policy = find_policy("castle", "greedy" if greedy else "random")
    chance = Random(seed)
    plies = [castle.records.first_ply(new_setup(seed, OPTIONS.presets[preset]))]
    while plies[-1].state.phase != "over":
        plies.append(castle.records.next_ply(plies[-1], policy(plies[-1].state, chance)))
    return tuple(plies)


@cache
def frames(seed: str, *, greedy: bool = True) -> tuple[Frame[View, Event], ...]:
    return tuple(Frame(view(ply.state, None), ply.events) for ply in play_game(seed, greedy=greedy))


def seen(seed: str, ply: int) -> tuple[View, tuple[Event, ...]]:
    """A position of a greedy game, and the events of the move before it."""
    frame = frames(seed)[ply]
    return frame.view, frame.events


def all_events(seed: str) -> list[Event]:
    """All events of a greedy game."""
    return [event for frame in frames(seed) for event in frame.events]


def sources(names: tuple[str, ...] = NAMES) -> tuple[Source, ...]:
    """For a player with points of every kind, and one with hardly any."""
    points = {what: 1200 - 100 * number for number, what in enumerate(ORDER)}
    return Source(names[0], 12, points), Source(names[1], 1, {"path": 12})


def leaderboards(names: tuple[str, ...] = NAMES) -> tuple[Leaderboard, ...]:
    """The first page of three, with the viewer's own line on a later one; the last of very many,
    with it on an earlier one; and a single page that holds all."""
    lines = [
        LeaderboardLine(
            place, names[place % len(names)], 1900 - 37 * place, 3 * place, place, place % 3
        )
        for place in range(1, 11)
    ]
    late = [replace(line, place=9990 + line.place, played=12345, won=6789) for line in lines]
    own = replace(lines[0], place=27, own=True)
    return (
        Leaderboard("Friends", 1, 29, tuple(lines), own),
        Leaderboard("W" * 100, 9991, 10000, tuple(late), own),
        Leaderboard("", 1, 3, (lines[0], replace(lines[1], own=True), lines[2])),
    )


def standings(names: tuple[str, ...] = NAMES) -> Standings:
    """A division in the middle of a season: somebody is level with another, somebody withdrew, and
    a game is void."""
    lines = (
        StandingsLine(1, names[0], 3, 3, 0, 0, Fraction(6), 1, 2, moves=Moves.UP),
        StandingsLine(2, names[1], 3, 1, 1, 1, Fraction(3), 1, 4, reason=LEVEL, own=True),
        StandingsLine(3, names[0], 3, 1, 1, 1, Fraction(3), 2, 4),
        StandingsLine(4, names[1], 3, 0, 0, 3, Fraction(0), 3, 4, moves=Moves.DOWN, withdrawn=True),
    )
    return Standings("Harvest League", "Season 2", lines, (f"{names[0]} – {names[1]}: void",))


def crosstable(names: tuple[str, ...] = NAMES) -> Crosstable:
    """The same division, with a game in every state."""
    won = CrosstableCell(Outcome.WON, Fraction(2))
    drawn = CrosstableCell(Outcome.DRAWN, Fraction(1))
    lost = CrosstableCell(Outcome.LOST, Fraction(0))
    running = CrosstableCell(Outcome.RUNNING)
    waiting = CrosstableCell(Outcome.WAITING)
    void = CrosstableCell(Outcome.VOID)
    four = (*names, *names)
    cells = (
        (None, won, running, won),
        (lost, None, drawn, void),
        (running, drawn, None, waiting),
        (lost, void, waiting, None),
    )
    columns = tuple((str(number), name) for number, name in enumerate(four, 1))
    points = tuple(map(Fraction, (4, 1, 1, 0)))
    return Crosstable("Harvest League", "Season 2", four, columns, cells, points)


PICTURES = CastlePictures(castle_painter)


def rotations_scene(words: Words, view: View) -> Scene:
    return turnings_scene(words, view, turnings(view))
