"""Requests that somebody makes in forms and on the pages between them, before anything opens."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from bot.match.actions import NewGame
from bot.match.rules import options_that_seat, rules_of
from bot.match.time_limits import TimeLimit


class GameRequest(NamedTuple):
    """A game, without a place and without people's names, which are found where it opens."""

    asked: NewGame
    thread: bool = False
    """It gets a thread of its own."""

    @classmethod
    def of(cls, asked: NewGame) -> "GameRequest":
        people = tuple((user, "") for user, _ in asked.opponents)
        return cls(replace(asked, guild_id=0, channel_id=0, parent_id=None, opponents=people))

    @property
    def kind(self) -> str:
        return self.asked.kind

    @property
    def named(self) -> int:
        """Number of players who are not just anybody, with the one who asks."""
        return 1 + len(self.asked.opponents) + len(self.asked.computers)

    @property
    def seats(self) -> int:
        return self.asked.seats or max(rules_of(self.asked.kind).seat_counts[0], self.named)

    @property
    def options(self) -> Mapping[str, str]:
        """Options of the game, where the preset and all changes are taken together."""
        return rules_of(self.asked.kind).settle_options(self.asked.options, self.asked.preset)

    @property
    def options_to_seat_all(self) -> Mapping[str, str]:
        """An option with which so many can play, if they cannot without it."""
        return options_that_seat(self.asked.kind, self.options, self.seats)


class LeagueRequest(NamedTuple):
    """Options of the command for a league, of which the form asks for the rest."""

    kind: str
    seats: int
    most_running: int
    time_limit: TimeLimit
    people: tuple[int, ...]
    """Who is asked to play, by their ids."""


Request = GameRequest | LeagueRequest
