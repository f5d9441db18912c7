"""A game as the model keeps it: its facts, and nothing about what may be done."""

from dataclasses import dataclass, field
from typing import Any

from tests.bot.proof.playing import RULES

OPEN = ("lobby", "running")


@dataclass
class Chair:
    user: int | None
    taken: bool


@dataclass
class Request:
    what: str
    seat: int
    ply: int
    keep: int
    at: int


@dataclass
class Played:
    """A standing move: its seat, whether it turned anything up, and the state after it."""

    seat: int
    reveals: bool
    state: Any


@dataclass
class ModelGame:
    id: int
    channel: int
    opener: int
    chairs: list[Chair]
    since: int
    options: dict[str, str]
    first: int | None = None
    rematch_of: int | None = None
    status: str = "lobby"
    start: Any = None
    moves: list[Played] = field(default_factory=list)
    winners: tuple[int, ...] = ()
    request: Request | None = None
    paused_since: int | None = None
    pause: str = ""
    """Why: lost, adjourned or halted."""
    nudged: int = 0
    snoozed: int = 0
    """Until when the player to act wants to be left alone."""
    branch: int = 0
    """How many times moves were taken back."""
    plies_seen: int = 0
    """How many plies of this line somebody can have seen."""

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def state(self) -> Any:
        return self.moves[-1].state if self.moves else self.start

    @property
    def to_act(self) -> int | None:
        return RULES.to_act(self.state) if self.status == "running" else None

    @property
    def is_open(self) -> bool:
        return self.status in OPEN

    def seat(self, user: int) -> int | None:
        seats = [n for n, chair in enumerate(self.chairs) if chair.user == user and chair.taken]
        return seats[0] if seats else None

    def kept_seat(self, user: int) -> int | None:
        """Find the seat reserved for this person, or else an open one."""
        waiting = [n for n, chair in enumerate(self.chairs) if not chair.taken]
        mine = [n for n in waiting if self.chairs[n].user == user]
        free = [n for n in waiting if self.chairs[n].user is None]
        return next(iter(mine + free), None)

    def see(self) -> None:
        self.plies_seen = self.ply

    def began(self, seed: str) -> None:
        self.start, _ = RULES.begin(seed, self.options, self.first, len(self.chairs))
        self.first = RULES.to_act(self.start)
        self.status = "running"
