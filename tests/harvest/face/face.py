"""The face of Harvest: every question of the bot."""

from collections.abc import Collection, Mapping, Sequence

from bot.games.face import BOARD_FILE, Drawing, Events, Moment, Names, Standings
from bot.locale import Words
from bot.locale.refusals import Refusal, refusal
from bot.match.results.statistics import Statistics
from engine.errors import NotationError
from engine.questions import Part
from engine.recorded import Ending
from tests.harvest.face import telling
from tests.harvest.face.pictures import Row, alt, animation, drawing
from tests.harvest.rules.seen import View


class HarvestFace:
    """Implements `bot.games.face.Face`."""

    overlays: Sequence[str] = ("ripeness",)
    usual_overlays: Sequence[str] = ()
    topics: Sequence[str] = ("aim", "weather")

    def board(
        self,
        words: Words,
        view: View,
        names: Names,
        *,
        events: Events = (),
        ending: Ending | None = None,
        overlays: Collection[str] = (),
        compact: bool = False,
    ) -> Drawing:
        """With the hand of whoever looks, if it is a player."""
        rows = _all_seen(words, view, names)
        if "ripeness" in overlays:
            rows += telling.ripeness_rows(words, view)
        return drawing(BOARD_FILE, rows)

    def overlays_on(self, view: View, ending: Ending | None = None) -> Sequence[str]:
        return () if view.over or ending is not None else self.overlays

    def overlay_note(
        self, words: Words, view: View, events: Events, overlay: str, ending: Ending | None = None
    ) -> str:
        return ""

    def opening(self, words: Words, view: View, names: Names) -> Sequence[Drawing]:
        return [self.board(words, view, names)]

    def tried(
        self,
        words: Words,
        view: View,
        names: Names,
        parts: Sequence[Part],
        events: Events,
    ) -> Drawing:
        rows = telling.board_rows(words, view, names)
        return drawing(BOARD_FILE, [*rows, *telling.tried_rows(words, view, parts)])

    def side_by_side(self, words: Words, view: View, chosen: Sequence[Part]) -> Drawing | None:
        return None

    def supply(self, words: Words, view: View) -> Drawing:
        """The weather to come."""
        named = [(self.named(words, kind), count) for kind, count in view.weathers]
        rows = [Row(f"{count} × {name}") for name, count in named]
        return drawing("weather.png", [Row(words("harvest.weather.group")), *rows])

    def kinds(self, words: Words, view: View) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
        kinds = [(kind, self.named(words, kind)) for kind, _ in view.weathers]
        return [(words("harvest.weather.group"), kinds)]

    def named(self, words: Words, kind: str) -> str:
        return words(f"harvest.weather.{kind}") if kind else ""

    def final(
        self, words: Words, view: View, names: Names, told: Sequence[Events]
    ) -> Drawing | None:
        if not view.over:
            return None
        return drawing("final.png", _lines(telling.scored(words, names, told)))

    def chart(self, words: Words, told: Sequence[Events], names: Names) -> Drawing:
        rows, scores = list[Row](), [0] * len(names)
        for events in told:
            for event in events:
                for seat, points in enumerate(getattr(event, "points", ())):
                    scores[seat] += points
            rows.append(Row(" ".join(map(str, scores))))
        return drawing("chart.png", [Row(", ".join(names)), *rows])

    def replay(
        self,
        words: Words,
        moments: Sequence[Moment],
        names: Names,
        ending: Ending | None = None,
    ) -> Drawing:
        frames = [telling.board_rows(words, moment.view, names) for moment in moments]
        return animation("replay.gif", frames)

    def leaderboard(self, words: Words, shown: Standings) -> Drawing:
        rows = [Row(f"{line.place}. {line.name}: {line.rating}") for line in shown.lines]
        return drawing("leaderboard.png", [Row(shown.server), *rows])

    def averages(self, words: Words, players: Sequence[tuple[str, Statistics]]) -> Drawing:
        rows = []
        for name, statistics in players:
            for source in ("own", "shared"):
                points = statistics.tally.get(f"points.{source}", 0)
                told = words(f"harvest.tally.points.{source}")
                rows.append(Row(f"{name}, {told}: {points / max(1, statistics.games):.1f}"))
        return drawing("averages.png", rows)

    def tallied(self, words: Words, statistics: Statistics) -> Sequence[str]:
        tally = statistics.tally
        number = f"{tally.get('cards', 0) / max(1, statistics.games):.1f}"
        most = telling.points_told(words, tally.get("most.harvest", 0))
        return (
            words("harvest.tally.cards", number=number),
            words("harvest.tally.most", points=most),
        )

    def tally_note(self, words: Words) -> str:
        return words("harvest.tally.note")

    def text(self, words: Words, view: View, names: Names, ending: Ending | None = None) -> str:
        return alt(_all_seen(words, view, names))

    def aloud(
        self, words: Words, view: View, names: Names, ending: Ending | None = None
    ) -> tuple[str, str]:
        return _weather_and_points(words, view, names), alt(_all_seen(words, view, names))

    def told(self, words: Words, names: Names, events: Events) -> str:
        return telling.told(words, names, events)

    def scored(self, words: Words, names: Names, told: Sequence[Events]) -> str:
        return telling.scored(words, names, told)

    def waits(self, words: Words, view: View) -> str:
        return telling.waits(words, view)

    def foretold(self, words: Words, view: View, names: Names, events: Events) -> str:
        return telling.foretold(words, names, events)

    def question(self, words: Words, step: str) -> str:
        return telling.question(words, step)

    def label(self, words: Words, view: View, before: Sequence[Part], step: str, token: str) -> str:
        return telling.label(words, step, token)

    def spelled(self, words: Words, view: View, parts: Sequence[Part]) -> str:
        return telling.spelled(words, parts)

    def typed(self, text: str) -> tuple[str, ...]:
        return telling.typed(text)

    def representative(self, view: View, step: str, token: str) -> str:
        return token

    def refusal(
        self, words: Words, names: Names, reason: str, facts: Mapping[str, object]
    ) -> Refusal:
        named = {
            name: telling.field_named(words, str(fact)) if name == "field" else fact
            for name, fact in facts.items()
        }
        return refusal(words, f"harvest.refusal.{reason}", **named)

    def unreadable(self, words: Words, error: NotationError) -> Refusal:
        return refusal(words, "harvest.unreadable", expected=error.expected)

    def rules(self, words: Words, topic: str, options: Mapping[str, str] | None = None) -> str:
        return telling.rules(words, topic, options)

    def illustration(self, words: Words, topic: str) -> Drawing | None:
        return None


def _lines(text: str) -> list[Row]:
    return [Row(line) for line in text.splitlines()]


def _all_seen(words: Words, view: View, names: Names) -> list[Row]:
    hand = telling.hand_rows(words, view) if view.hand else []
    return [*telling.board_rows(words, view, names), *hand]


def _weather_and_points(words: Words, view: View, names: Names) -> str:
    points = [
        f"{name}: {telling.points_told(words, score)}"
        for name, score in zip(names, view.scores, strict=True)
    ]
    return "\n".join([telling.weather_told(words, view.weather), *points])
