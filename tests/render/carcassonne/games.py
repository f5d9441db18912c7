"""Whole games to show, as positions with what happened just before."""

from functools import cache
from random import Random

from engine.carcassonne.events import Event
from engine.carcassonne.moves import Turn
from engine.carcassonne.placing import legal_moves
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State
from engine.carcassonne.turn import apply
from engine.carcassonne.view import View, view
from engine.selfplay.carcassonne import play_greedily
from render.carcassonne.pictures import CarcassonnePictures, carcassonne_painter
from render.carcassonne.tiles import turnings
from render.locale import Words, english
from render.picture.scene import Scene
from render.tables.replay import Frame
from render.tiles.turnings import turnings_scene

NAMES = ("Anna", "Bartholomew", "Cleo", "Dimitri", "Eva-Maria")
# How often a follower is the large one where there are both.
LARGE = 0.3
SIX = (*NAMES, "Ferdinand")
ENGLISH = english()


@cache
def play_game(
    seed: str, seats: int = 2, preset: str = "classic"
) -> tuple[tuple[Turn | None, State, tuple[Event, ...]], ...]:
    """A greedy game from start to end: each move, and its result. In the preset `big` it has both
    expansions."""
    chance = Random(seed)
    options = carcassonne.options.to_dict(carcassonne.options.presets[preset])
    state, events = carcassonne.begin(seed, options, None, seats)
    listed: list[tuple[Turn | None, State, tuple[Event, ...]]] = [(None, state, events)]
    while state.phase != "over":
        move = play_greedily(state, chance)
        if preset == "big" and move.follower and chance.random() < LARGE:
            large = move._replace(follower=move.follower._replace(large=True))
            move = large if large in legal_moves(state) else move
        state, events = apply(state, state.seat, move)
        listed.append((move, state, events))
    return tuple(listed)


def states(
    seed: str, seats: int = 2, preset: str = "classic"
) -> list[tuple[State, tuple[Event, ...]]]:
    return [(state, events) for _, state, events in play_game(seed, seats, preset)]


def moves(seed: str, seats: int = 2) -> list[Turn]:
    return [move for move, _, _ in play_game(seed, seats) if move is not None]


@cache
def frames(seed: str, seats: int = 2, preset: str = "classic") -> tuple[Frame[View, Event], ...]:
    return tuple(Frame(view(state, None), events) for state, events in states(seed, seats, preset))


def seen(
    seed: str, ply: int, seats: int = 2, preset: str = "classic"
) -> tuple[View, tuple[Event, ...]]:
    """A position of such a game, and the events of the move before it."""
    frame = frames(seed, seats, preset)[ply]
    return frame.view, frame.events


def all_events(seed: str, seats: int = 2, preset: str = "classic") -> list[Event]:
    """All events of such a game."""
    return [event for frame in frames(seed, seats, preset) for event in frame.events]


PICTURES = CarcassonnePictures(carcassonne_painter)


def rotations_scene(words: Words, view: View) -> Scene:
    return turnings_scene(words, view, turnings(view))
