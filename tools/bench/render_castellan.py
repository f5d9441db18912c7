"""Measures how long the pictures of Castellan take, and how large they are: warm, on one core."""

from collections.abc import Iterator, Sequence
from functools import partial

from engine.castellan.building import question
from engine.castellan.events import Event
from engine.castellan.state import State
from engine.castellan.view import view
from engine.questions import Part
from render.castellan.board.board import Look, board_scene
from render.castellan.board.overlays import Overlay
from render.castellan.pictures import castellan_painter
from render.picture.paint import Painter
from render.subject import Subject
from tests.render.castellan.games import NAMES, states
from tests.town.clocks import Time, timed
from tools.bench.row import Row, time_row

GAMES = tuple((str(seed), seats) for seed in range(3) for seats in (2, 4))
LOOKS = (Look(), Look("dark", (Overlay.SCORED,)))
# The most milliseconds and kilobytes for a board, by the share of the game that has been played.
LIMITS = {0.5: (20, 300), 1.0: (20, 300)}
COMPACT = Look("dark", compact=True)

Position = tuple[State, tuple[Event, ...]]


def rows() -> Iterator[Row]:
    loading_time, painter = timed(castellan_painter)
    yield time_row("render: art of Castellan loaded", [loading_time], "ms", "at most 150")
    for share, (most_time, most_size) in LIMITS.items():
        times, sizes = measure_boards(painter, share)
        name = f"render: Castellan, board after {share:.0%} of a game"
        yield time_row(f"{name}, scene to PNG, p50", times, "ms", f"at most {most_time}")
        yield time_row(f"{name}, scene to PNG, p95", times, "ms", share=0.95)
        yield Row(f"{name}, largest file", max(sizes), "KB", f"at most {most_size}")
    times = measure_previews(painter)
    name = "render: Castellan, turn under construction"
    yield time_row(f"{name}, scene to PNG, p95", times, "ms", "at most 60", 0.95)


def position_of(share: float, game: tuple[str, int]) -> Position:
    """Return the position after this share of a game."""
    positions = states(*game)
    return positions[round(share * (len(positions) - 1))]


def measure_boards(painter: Painter, share: float) -> tuple[list[Time], list[float]]:
    """Measure the times and sizes of every game in every look; the first round warms the caches."""
    times: list[Time] = []
    sizes: list[float] = []
    for warm in (False, True):
        for game in GAMES:
            for look in LOOKS:
                position = position_of(share, game)
                time_taken, file = timed(partial(board_file, painter, position, look))
                if warm:
                    times.append(time_taken)
                    sizes.append(len(file) / 1000)
    return times, sizes


def board_file(painter: Painter, position: Position, look: Look) -> bytes:
    state, events = position
    names = NAMES[: state.setup.seats]
    return painter.png(board_scene(Subject(view(state, None), names, events), look))


def measure_previews(painter: Painter) -> list[Time]:
    """Paint every step of a late turn of each game, as its player sees it close up."""
    times: list[Time] = []
    for game in GAMES:
        state, _ = position_of(0.8, game)
        parts = turn_of(state)
        for number in range(1, len(parts) + 1):
            time_taken, _ = timed(partial(preview_file, painter, state, parts[:number]))
            times.append(time_taken)
    return times


def turn_of(state: State) -> list[Part]:
    """Make a turn of the first choice for each question."""
    parts: list[Part] = []
    while (next_question := question(state, parts)) is not None:
        parts.append((next_question.step, next_question.choices[0]))
    return parts


def preview_file(painter: Painter, state: State, parts: Sequence[Part]) -> bytes:
    names = NAMES[: state.setup.seats]
    view_of_player = view(state, state.seat)
    return painter.png(board_scene(Subject(view_of_player, names, parts=parts), COMPACT))
