"""Whole seasons without a table: what is due happens at once, and games end at random."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from bot.match.league import course, entering
from bot.match.league.course import Due, Step
from bot.match.league.new_league import NewLeague, open_season
from bot.match.league.season import Fixture, FixtureState, Reason, Season, Stage, Terms
from bot.process.clock import DAY, Millis
from tests.bot.kit import NOON

ASKED = NewLeague("carcassonne", 1, 10, "Harvest League", Terms())
# The id of the first one.
PERSON = 1000


def announced(terms: Terms = ASKED.terms, **changes: object) -> Season:
    return open_season(replace(ASKED, terms=terms, **changes), PERSON, NOON)  # type: ignore[arg-type]


def signed_up(people: int, terms: Terms = ASKED.terms) -> Season:
    season = announced(terms)
    for number in range(people):
        season = entering.sign_up(season, PERSON + number, f"Person {number}", NOON)
    return season


def begun(people: int, terms: Terms = ASKED.terms) -> Season:
    season = signed_up(people, terms)
    return course.begin(season, range(people), season.closes_at)


def result(fixture: Fixture, chance: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    scores = tuple(chance.choice((30, 40, 40, 75)) for _ in fixture.players)
    return tuple(1 + sum(other > own for other in scores) for own in scores), scores


class Simulated:
    """A season under way, and how it got there."""

    def __init__(self, season: Season, seed: int) -> None:
        self.season = season
        self.chance = Random(seed)
        self.now: Millis = season.closes_at
        self.steps: list[Due] = []
        self.on_change: Callable[[Season], None] = lambda _: None
        self._ends: dict[int, Millis] = {}

    def change(self, season: Season) -> None:
        self.season = season
        self.on_change(season)

    def run(self) -> Season:
        while self.season.stage in (Stage.SIGN_UP, Stage.RUNNING):
            due = course.due_now(self.season, self.now)
            if due is not None:
                self.steps.append(due)
                self.change(self._done(due))
                continue
            moments = [*self._ends.values(), course.look_again_at(self.season)]
            self.now = max(self.now, min(moment for moment in moments if moment is not None))
            self._end_games()
        return self.season

    def _end_games(self) -> None:
        for number, at in sorted(self._ends.items(), key=lambda item: item[1]):
            if at <= self.now:
                del self._ends[number]
                fixture = self.season.fixtures[number]
                if fixture.state is FixtureState.RUNNING:
                    ended = result(fixture, self.chance)
                    self.change(course.decide(self.season, number, Reason.PLAYED, *ended))

    def _done(self, due: Due) -> Season:
        season = self.season
        number = due.number or 0
        match due.step:
            case Step.BEGIN:
                ranked = [entrant.number for entrant in season.taking_part]
                return course.begin(season, ranked, self.now)
            case Step.GIVE_UP:
                return replace(season, stage=Stage.CANCELLED)
            case Step.REMIND:
                return replace(season, reminded=True)
            case Step.CALL:
                called = [*course.games_to_call(season, self.now)]
                season = course.call(season, called)
                for fixture in called:
                    season = course.give_thread(season, fixture.number, 900 + fixture.number)
                return season
            case Step.OPEN:
                self._ends[number] = self.now + self.chance.randrange(2 * DAY, 44 * DAY)
                return course.start_game(season, number, 500 + number)
            case Step.ADJUST:
                fixture = replace(season.fixtures[number], to_adjust=False, extra=0)
                return replace(
                    season,
                    fixtures=tuple(
                        fixture if other.number == number else other for other in season.fixtures
                    ),
                )
            case Step.TAKE_OUT:
                return entering.withdraw(season, number)
            case Step.DECIDE:
                ended = result(season.fixtures[number], self.chance)
                return course.decide(season, number, Reason.BY_SCORE, *ended)
            case Step.SHOW:
                return course.show(season, self.now)
            case Step.CALL_NEXT:
                return replace(season, next_id=7)
            case Step.END:
                return course.end(season)


def most_running(season: Season) -> int:
    return max(course.running_games(season).values(), default=0)


def states(fixtures: Sequence[Fixture]) -> list[FixtureState]:
    return [fixture.state for fixture in fixtures]
