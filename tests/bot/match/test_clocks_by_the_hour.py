"""Whatever happens in a game, its clocks agree with those of a naive arbiter, hour by hour."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.match import changes, offers
from bot.match.absences import end_absences, merge_absences
from bot.match.actions import Resume
from bot.match.clocks import add_time, time_up_at, time_used
from bot.match.game import Game, Seat, Status, Timeouts
from bot.match.preferences import Away, PlayerPreferences
from bot.match.time_limits import TimeLimit
from bot.process.clock import HOUR, Millis
from tests.bot.kit import ANNA, BEN, CHANNEL, GUILD, NOON, by
from tests.bot.match.ticking import Arbiter

PEOPLE = (ANNA, BEN)
hours = st.integers(0, 100)
seats = st.integers(0, 1)
usual = st.one_of(
    st.tuples(st.just("go on"), hours),
    st.tuples(st.just("move"), seats),
    st.tuples(st.just("take back"), st.integers(0, 3)),
    st.tuples(st.just("pause")),
    st.tuples(st.just("resume")),
    st.tuples(st.just("away"), seats, hours, st.integers(1, 100)),
    st.tuples(st.just("back"), seats),
)
events = usual | st.tuples(st.just("wait on"))
limits = st.tuples(st.integers(1, 400), st.integers(1, 60), st.integers(0, 200)).map(
    lambda parts: TimeLimit(
        parts[0] * HOUR, parts[1] * HOUR, (max(parts[0], parts[1]) + parts[2]) * HOUR
    )
)


def game_with(limit: TimeLimit) -> Game:
    return Game(
        id=1,
        kind="castle",
        guild_id=GUILD,
        channel_id=CHANNEL,
        parent_id=None,
        opener_id=ANNA,
        options={},
        status=Status.RUNNING,
        seats=(Seat(ANNA, "Anna", taken=True), Seat(BEN, "Ben", taken=True)),
        first=0,
        commitment="sealed",
        ply=0,
        branch=0,
        to_act=0,
        winners=(),
        offer=None,
        pause=None,
        waiting_since=NOON,
        paused_at=None,
        revision=0,
        time_limit=limit.begin(2),
    )


class Both:
    """A game and its arbiter."""

    def __init__(self, limit: TimeLimit) -> None:
        self.game = game_with(limit)
        self.arbiter = Arbiter(NOON, limit.start, limit.increment, limit.cap)

    @property
    def now(self) -> Millis:
        return self.arbiter.now

    def happens(self, event: tuple[str, *tuple[int, ...]]) -> None:
        what, *more = event
        getattr(self, what.replace(" ", "_"))(*more)

    def go_on(self, hours: int) -> None:
        self.arbiter.pass_hours(hours)

    def move(self, then: int) -> None:
        if self.game.pause is None:
            self.game = replace(changes.play(self.game, self.now), to_act=then)
            self.arbiter.move(then)

    def take_back(self, moves: int) -> None:
        if self.game.pause is None and 0 < moves <= self.game.ply:
            keep = self.game.ply - moves
            then = self.arbiter.gifts[keep][0]
            after = offers.undo(
                self.game, by(ANNA), keep, free=True, timeouts=Timeouts(), now=self.now
            )
            self.game = replace(after, to_act=then)
            self.arbiter.take_back(keep, then)

    def pause(self) -> None:
        if self.game.pause is None:
            self.game = changes.pause(self.game, "place_gone", self.now)
            self.arbiter.paused = True

    def resume(self) -> None:
        if self.game.pause is not None:
            self.game = changes.resume(self.game, by(ANNA), Resume(CHANNEL), self.now)
            self.arbiter.paused = False

    def away(self, seat: int, after: int, long: int) -> None:
        away = Away(self.now + after * HOUR, self.now + (after + long) * HOUR)
        self._set(seat, merge_absences(self._aways(seat), [away]))
        self.arbiter.go_away(seat, *away)

    def back(self, seat: int) -> None:
        self._set(seat, end_absences(self._aways(seat), self.now))
        self.arbiter.come_back(seat)

    def wait_on(self) -> None:
        if self.game.pause is None:
            assert self.game.to_act is not None
            self.game = add_time(self.game, self.game.to_act, self.now)
            self.arbiter.wait_on()

    def left(self) -> list[Millis]:
        """What each seat has left, the current turn counted."""
        limit = self.game.time_limit
        seat = self.game.to_act
        assert limit is not None
        assert seat is not None
        left = list(limit.left)
        left[seat] -= time_used(self.game, self.now)
        return left

    def _aways(self, seat: int) -> tuple[Away, ...]:
        return self.game.seats[seat].preferences.aways

    def _set(self, seat: int, aways: tuple[Away, ...]) -> None:
        people = list(self.game.seats)
        people[seat] = replace(people[seat], preferences=PlayerPreferences(aways=aways))
        self.game = replace(self.game, seats=tuple(people))


@given(limits, st.lists(events, min_size=10, max_size=40))
def test_the_clocks_stand_where_an_arbiter_has_them(
    limit: TimeLimit, history: list[tuple[str, *tuple[int, ...]]]
) -> None:
    both = Both(limit)
    for event in history:
        both.happens(event)
        assert both.left() == both.arbiter.left


@given(limits, st.lists(events, min_size=5, max_size=30))
def test_the_time_is_over_when_it_is_for_an_arbiter(
    limit: TimeLimit, history: list[tuple[str, *tuple[int, ...]]]
) -> None:
    both = Both(limit)
    for event in history:
        both.happens(event)
    if both.game.pause is None and both.arbiter.left[both.arbiter.to_act] > 0:
        while both.arbiter.left[both.arbiter.to_act] > 0:
            both.arbiter.pass_hours(1)
        assert time_up_at(both.game) == both.now


@given(st.lists(usual, min_size=10, max_size=40))
def test_what_is_charged_in_all_is_the_time_that_was_waited(
    history: list[tuple[str, *tuple[int, ...]]],
) -> None:
    """With so much in the bank that nobody's time runs out."""
    plenty = 10_000 * HOUR
    both = Both(TimeLimit(plenty, HOUR, 2 * plenty))
    for event in history:
        both.happens(event)
    limit = both.game.time_limit
    assert limit is not None
    given_to_both = sum(gift for _, gift in limit.given)
    assert 2 * plenty + given_to_both - sum(both.left()) == both.arbiter.waited
