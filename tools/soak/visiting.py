"""A visit to a game: what somebody sees of it, and what they can do."""

from dataclasses import dataclass
from random import Random
from typing import Protocol

from bot.match.actions import Action, Answer, Play
from bot.match.game import Game, Status
from bot.match.rules import rules_of
from bot.table.table import Table
from engine.games import AnyRules
from tools.soak.people import Person, SoakChannel


class Surroundings(Protocol):
    """Parts of the simulation that a person can reach."""

    chance: Random

    async def ask(
        self, person: Person, game: int, action: Action, name: str | None = None
    ) -> Answer | None:
        """Do an action under a new id, or under that of an earlier one; None unless it was done."""

    async def choose_move(self, game: Game) -> str:
        """Choose a legal move of the player to act."""

    async def sleep(self, seconds: float) -> None: ...

    def new_name(self) -> str:
        """Make an id for an interaction."""

    def choose_channel(self, guild: int) -> SoakChannel:
        """Choose any channel of a server, busy or not."""

    def choose_person(self) -> int:
        """Choose a person, and return their id."""

    def note_repost(self, game: int) -> None:
        """Note that the board is asked for again."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A visit to a game, which somebody saw in this state."""

    surroundings: Surroundings
    table: Table
    person: Person
    game: Game
    now: int

    @property
    def seat(self) -> int | None:
        return self.game.seat_for(self.person.id)

    @property
    def is_playing(self) -> bool:
        return self.game.sits(self.person.id)

    @property
    def rules(self) -> AnyRules:
        return rules_of(self.game.kind)

    @property
    def is_running(self) -> bool:
        return self.game.status is Status.RUNNING and self.game.pause is None

    @property
    def to_act(self) -> bool:
        return self.is_running and self.is_playing and self.game.to_act == self.seat

    @property
    def is_waiting(self) -> bool:
        return self.is_running and self.is_playing and self.game.to_act != self.seat

    @property
    def is_asked(self) -> bool:
        """Somebody else asks them for something."""
        return (
            self.is_running
            and self.is_playing
            and self.game.offer is not None
            and not self.is_asking
        )

    @property
    def is_asking(self) -> bool:
        return self.is_running and self.game.offer is not None and self.game.offer.seat == self.seat

    @property
    def is_late(self) -> bool:
        return self.game.reminders.timed_out

    @property
    def moderates(self) -> bool:
        return self.person.character.moderates

    @property
    def in_lobby(self) -> bool:
        return self.game.status is Status.LOBBY and self.game.pause is None

    async def ask(self, action: Action, name: str | None = None) -> Answer | None:
        return await self.surroundings.ask(self.person, self.game.id, action, name)

    async def choose_move(self) -> str:
        return await self.surroundings.choose_move(self.game)

    def from_board(self, move: str) -> Play:
        """Play a move as by a button of the board that they see."""
        return Play(move, self.game.ply, self.game.branch)
