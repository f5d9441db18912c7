"""Implements `bot.games.pictures.Pictures`."""

from collections.abc import Collection, Sequence
from typing import Any

from bot.games.moment import Events, Names
from bot.games.pictures import BOARD_FILE, Drawing, Standings
from bot.locale import Words
from bot.match.results import Statistics
from engine.players.review import Review
from engine.questions import Part
from engine.recorded import Ending
from render.tables.replay import Frame
from tests.harvest.face.boards import all_seen, board_rows, ripeness_rows, tried_rows
from tests.harvest.face.rows import Row, animation, drawing
from tests.harvest.face.texts import describe_scores, kind_name
from tests.harvest.rules.seen import View

overlays: Sequence[str] = ("ripeness",)
usual_overlays: Sequence[str] = ()


def board(
    words: Words,
    view: View,
    names: Names,
    *,
    events: Events = (),
    ending: Ending | None = None,
    overlays: Collection[str] = (),
    compact: bool = False,
    legend: bool = False,
) -> Drawing:
    """With the viewer's hand, if the viewer is a player."""
    rows = all_seen(words, view, names)
    if "ripeness" in overlays:
        rows += ripeness_rows(words, view)
    return drawing(BOARD_FILE, rows)


def overlays_on(view: View, ending: Ending | None = None) -> Sequence[str]:
    return () if view.over or ending is not None else overlays


def overlay_note(
    words: Words,
    view: View,
    names: Names,
    events: Events,
    overlay: str,
    *,
    ending: Ending | None = None,
) -> str:
    return ""


def opening(words: Words, view: View, names: Names) -> Sequence[Drawing]:
    return [board(words, view, names)]


def preview(
    words: Words,
    view: View,
    names: Names,
    parts: Sequence[Part],
    events: Events,
) -> Drawing:
    rows = board_rows(words, view, names)
    return drawing(BOARD_FILE, [*rows, *tried_rows(words, view, parts)])


def side_by_side(words: Words, view: View, chosen: Sequence[Part]) -> Drawing | None:
    return None


def supply(words: Words, view: View, names: Names) -> Drawing:
    """The weather to come."""
    rows = [Row(f"{count} × {kind_name(words, kind)}") for kind, count in view.weathers]
    return drawing("weather.png", [Row(words("harvest.weather.group")), *rows])


def final(words: Words, view: View, names: Names, told: Sequence[Events]) -> Drawing | None:
    if not view.over:
        return None
    return drawing("final.png", _lines(describe_scores(words, names, told)))


def chart(words: Words, told: Sequence[Events], names: Names) -> Drawing:
    rows, scores = list[Row](), [0] * len(names)
    for events in told:
        for event in events:
            for seat, points in enumerate(getattr(event, "points", ())):
                scores[seat] += points
        rows.append(Row(" ".join(map(str, scores))))
    return drawing("chart.png", [Row(", ".join(names)), *rows])


def chances(words: Words, review: Review, names: Names) -> Drawing:
    rows = [Row(" ".join(map(str, by_seat))) for by_seat in review.chances]
    return drawing("chances.png", [Row(", ".join(names)), *rows])


def replay(
    words: Words,
    frames: Sequence[Frame[View, Any]],
    names: Names,
    ending: Ending | None = None,
) -> Drawing:
    return animation("replay.gif", [board_rows(words, frame.view, names) for frame in frames])


def leaderboard(words: Words, shown: Standings) -> Drawing:
    rows = [Row(f"{line.place}. {line.name}: {line.rating}") for line in shown.lines]
    return drawing("leaderboard.png", [Row(shown.server), *rows])


def averages(words: Words, players: Sequence[tuple[str, Statistics]]) -> Drawing:
    rows = []
    for name, statistics in players:
        for source in ("own", "shared"):
            points = statistics.tally.get(f"points.{source}", 0)
            told = words(f"harvest.tally.points.{source}")
            rows.append(Row(f"{name}, {told}: {points / max(1, statistics.games):.1f}"))
    return drawing("averages.png", rows)


def illustration(words: Words, topic: str) -> Drawing | None:
    return None


def _lines(text: str) -> list[Row]:
    return [Row(line) for line in text.splitlines()]
