"""Somebody looks at a game: what they see of it, and what they can do."""

from dataclasses import dataclass
from random import Random
from typing import Protocol

from bot.match.actions import Action, Answer, Play
from bot.match.game import Game, Status
from bot.match.rules import Rules, rules_of
from bot.table.table import Table
from tools.soak.people import Person, Place


class Around(Protocol):
    """What a person can reach."""

    chance: Random

    async def ask(
        self, person: Person, game: int, action: Action, name: str | None = None
    ) -> Answer | None:
        """Do an action under a new id, or under that of an earlier one; None unless it was done."""

    async def a_move(self, game: Game) -> str:
        """A legal move of the player to act."""

    async def sleep(self, seconds: float) -> None: ...

    def new_name(self) -> str:
        """An id for an interaction."""

    def a_place(self, guild: int) -> Place:
        """Any channel of a server, busy or not."""

    def anyone(self) -> int:
        """A person's id."""

    def reposts(self, game: int) -> None:
        """Note that the board is asked for again."""


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody looks at a game, which they saw in this state."""

    around: Around
    table: Table
    person: Person
    game: Game
    now: int

    @property
    def seat(self) -> int | None:
        return self.game.seat_for(self.person.id)

    @property
    def plays(self) -> bool:
        return self.game.sits(self.person.id)

    @property
    def rules(self) -> Rules:
        return rules_of(self.game.kind)

    @property
    def runs(self) -> bool:
        return self.game.status is Status.RUNNING and self.game.pause is None

    @property
    def to_act(self) -> bool:
        return self.runs and self.plays and self.game.to_act == self.seat

    @property
    def waits(self) -> bool:
        return self.runs and self.plays and self.game.to_act != self.seat

    @property
    def asked(self) -> bool:
        """Whether somebody else asks them for something."""
        return self.runs and self.plays and self.game.offer is not None and not self.asks

    @property
    def asks(self) -> bool:
        return self.runs and self.game.offer is not None and self.game.offer.seat == self.seat

    @property
    def late(self) -> bool:
        return self.game.reminders.timed_out

    @property
    def moderates(self) -> bool:
        return self.person.character.moderates

    @property
    def in_lobby(self) -> bool:
        return self.game.status is Status.LOBBY and self.game.pause is None

    async def ask(self, action: Action, name: str | None = None) -> Answer | None:
        return await self.around.ask(self.person, self.game.id, action, name)

    async def a_move(self) -> str:
        return await self.around.a_move(self.game)

    def seen(self, move: str) -> Play:
        """The move as made by a button of the board that they see."""
        return Play(move, self.game.ply, self.game.branch)
