"""Measures how long pictures take, how large they are, and how much memory they need: warm, on one
core, in a process prepared like a painter's."""

import gc
from collections.abc import Iterator
from functools import partial
from random import Random

from engine.castle.events import Event
from engine.castle.moves import OPTIONS
from engine.castle.turn import apply, new_setup, start
from engine.castle.view import View, view
from engine.selfplay.castle import play_greedily
from render.castle.board.board import Look, board_scene
from render.castle.board.overlays import Overlay
from render.castle.pictures import CastlePictures, castle_painter
from render.locale import english
from render.picture.paint import Painter
from render.subject import Subject
from render.tables.replay import Frame
from tests.memory import MEASURE, forget_peak, peak_memory
from tests.town.clocks import Time, quantile, timed
from tools.bench.row import Row, time_row

GAMES = 3
NAMES = ("Anna", "Bartholomew")
LOOKS = (Look(), Look("dark", (Overlay.LEGAL, Overlay.SCORED)), Look(compact=True))


def rows() -> Iterator[Row]:
    forget_peak()
    memory_before = peak_memory()
    games = [frames(str(number)) for number in range(GAMES)]
    loading_time, painter = timed(castle_painter)
    yield time_row("render: art loaded", [loading_time], "ms", "at most 150")
    CastlePictures(castle_painter).prepare()
    gc.freeze()
    yield from board_rows(painter, games)
    yield from replay_rows(painter, games)
    memory = peak_memory() - memory_before
    yield Row(f"render: memory ({MEASURE})", memory, "MB", "at most 150")


def frames(seed: str) -> list[Frame[View, Event]]:
    """Play a whole game between greedy players."""
    rng = Random(seed)
    state, events = start(new_setup(seed, OPTIONS.presets["official"]))
    game_frames = [Frame(view(state, None), events)]
    while state.phase != "over":
        move = play_greedily(state, rng)
        state, events = apply(state, state.seat, move)
        game_frames.append(Frame(view(state, None), events))
    return game_frames


def board_rows(painter: Painter, games: list[list[Frame[View, Event]]]) -> Iterator[Row]:
    """Paint every position of the games in every look; the first game has warmed the caches."""
    times: list[Time] = []
    sizes: list[float] = []
    for number, game in enumerate(games):
        for look in LOOKS:
            for frame in game:
                time_taken, file = timed(partial(board_file, painter, frame, look))
                if number:
                    times.append(time_taken)
                    sizes.append(len(file) / 1000)
    yield time_row("render: board, view to PNG, p50", times, "ms", "at most 9")
    yield time_row("render: board, view to PNG, p95", times, "ms", "at most 12", 0.95)
    yield Row("render: board, median file", quantile(sizes, 0.5), "KB", "at most 260")
    yield Row("render: board, largest file", max(sizes), "KB", "at most 320")
    width = board_scene(Subject(games[0][0].view, NAMES)).size[0]
    yield Row("render: board, width", width, "pixels", "1100 to 1600")


def board_file(painter: Painter, frame: Frame[View, Event], look: Look) -> bytes:
    return painter.png(board_scene(Subject(frame.view, NAMES, frame.events), look))


def replay_rows(painter: Painter, games: list[list[Frame[View, Event]]]) -> Iterator[Row]:
    """Paint the other games after the first has warmed the caches; their pictures are new to the
    painter the first time, and cached the second time."""
    replays = [
        CastlePictures(lambda: painter, "light").replay(english(), game, NAMES).paint
        for game in games
    ]
    first_round = [timed(replay) for replay in replays][1:]
    second_round = [timed(replay) for replay in replays][1:]
    uncached = [time for time, _ in first_round]
    cached = [time for time, _ in second_round]
    yield time_row("render: replay of a whole game, slowest", cached, "s", "at most 0.4", 1.0)
    yield time_row("render: the same of tiles new to the painter", uncached, "s", share=1.0)
    largest = max(len(file) for _, file in first_round) / 1e6
    yield Row("render: replay of a whole game, largest", largest, "MB", "at most 1")
