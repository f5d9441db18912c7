"""The clocks of a game as a naive arbiter keeps them: hour by hour, checking everybody each time.

Shares no code with `bot.match.clocks` and `bot.match.absences`. Everything happens on the
hour.
"""

from dataclasses import dataclass, field

from bot.process.clock import HOUR, Millis


@dataclass
class Arbiter:
    now: Millis
    start: Millis
    increment: Millis
    cap: Millis
    to_act: int = 0
    paused: bool = False
    left: list[Millis] = field(default_factory=list)
    gifts: list[tuple[int, Millis]] = field(default_factory=list)
    plans: dict[int, list[tuple[Millis, Millis]]] = field(default_factory=lambda: {0: [], 1: []})
    waited: Millis = 0
    """The total time for which the clock of the player to act has run."""

    def __post_init__(self) -> None:
        self.left = [self.start, self.start]

    @property
    def running(self) -> bool:
        away = any(since <= self.now < until for since, until in self.plans[self.to_act])
        return not self.paused and not away

    def pass_hours(self, hours: int) -> None:
        for _ in range(hours):
            if self.running:
                self.left[self.to_act] -= HOUR
                self.waited += HOUR
            self.now += HOUR

    def move(self, then: int) -> None:
        seat = self.to_act
        rest = min(max(self.left[seat], 0), self.cap)
        self.left[seat] = min(rest + self.increment, self.cap)
        self.gifts.append((seat, self.left[seat] - rest))
        self.to_act = then

    def take_back(self, keep: int, then: int) -> None:
        self.left = [max(time, 0) for time in self.left]
        while len(self.gifts) > keep:
            seat, gift = self.gifts.pop()
            self.left[seat] = max(self.left[seat] - gift, 0)
        self.to_act = then

    def wait_on(self) -> None:
        self.left[self.to_act] = max(self.left[self.to_act], 0) + self.increment

    def go_away(self, seat: int, since: Millis, until: Millis) -> None:
        self.plans[seat].append((since, until))

    def come_back(self, seat: int) -> None:
        self.plans[seat] = [
            (since, min(until, self.now)) for since, until in self.plans[seat] if since < self.now
        ]
