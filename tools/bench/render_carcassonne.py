"""Measures how long the pictures of Carcassonne take, and how large they are: warm, on one core."""

from collections.abc import Iterator
from functools import partial

from engine.carcassonne.events import Event
from engine.carcassonne.view import View
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.overlays import Overlay
from render.carcassonne.pictures import CarcassonnePictures, carcassonne_painter
from render.locale import english
from render.picture.paint import Painter
from render.subject import Subject
from render.tables.replay import Frame
from tests.render.carcassonne.games import NAMES, frames
from tests.town.clocks import Time, timed
from tools.bench.row import Row, time_row

GAMES = tuple((str(seed), seats) for seed in range(4) for seats in (2, 5))
LOOKS = (Look(), Look("dark", (Overlay.SCORED,)))
# The most milliseconds and kilobytes for a board, by its number of tiles.
LIMITS = {40: (20, 350), 72: (35, 500)}


def rows() -> Iterator[Row]:
    loading_time, painter = timed(carcassonne_painter)
    yield time_row("render: art of Carcassonne loaded", [loading_time], "ms", "at most 150")
    for tiles, (most_time, most_size) in LIMITS.items():
        times, sizes = measure_boards(painter, tiles)
        name = f"render: Carcassonne, board of {tiles} tiles"
        limit = f"at most {most_time}"
        yield time_row(f"{name}, scene to PNG, p50", times, "ms", limit)
        yield time_row(f"{name}, scene to PNG, p95", times, "ms", share=0.95)
        yield Row(f"{name}, largest file", max(sizes), "KB", f"at most {most_size}")
        yield Row(f"{name}, widest", max(widths(tiles)), "pixels")
    yield from replay_rows(painter)


def frame_with(tiles: int, game: tuple[str, int]) -> Frame[View, Event]:
    """Return the position with this many tiles on the table, or the last position."""
    frames_of_game = frames(*game)
    return frames_of_game[min(tiles, len(frames_of_game)) - 1]


def measure_boards(painter: Painter, tiles: int) -> tuple[list[Time], list[float]]:
    """Measure the times and sizes of every game in every look; the first round warms the caches."""
    times: list[Time] = []
    sizes: list[float] = []
    for warm in (False, True):
        for game in GAMES:
            for look in LOOKS:
                time_taken, file = timed(
                    partial(board_file, painter, frame_with(tiles, game), look)
                )
                if warm:
                    times.append(time_taken)
                    sizes.append(len(file) / 1000)
    return times, sizes


def board_file(painter: Painter, frame: Frame[View, Event], look: Look) -> bytes:
    names = NAMES[: len(frame.view.scores)]
    return painter.png(board_scene(Subject(frame.view, names, frame.events), look))


def widths(tiles: int) -> Iterator[int]:
    for game in GAMES:
        yield board_scene(Subject(frame_with(tiles, game).view, NAMES[: game[1]])).size[0]


def replay_rows(painter: Painter) -> Iterator[Row]:
    replays = [
        timed(
            CarcassonnePictures(lambda: painter, "light")
            .replay(english(), frames(*game), NAMES[: game[1]])
            .paint
        )
        for game in GAMES
    ]
    times = [time for time, _ in replays]
    largest = max(len(file) for _, file in replays) / 1e6
    yield time_row("render: Carcassonne, replay, slowest", times, "s", "at most 0.8", 1.0)
    yield Row("render: Carcassonne, replay, largest", largest, "MB", "at most 1")
