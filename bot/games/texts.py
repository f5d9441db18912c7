"""The texts of a game: what happened, how it stands, its rules, and why a move is refused."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bot.games.moment import Events, Names
from bot.locale import Words
from bot.locale.refusals import Refusal
from bot.match.results.statistics import Statistics
from engine.errors import NotationError
from engine.recorded import Ending


class Texts(Protocol):
    """How a game is told."""

    @property
    def topics(self) -> Sequence[str]:
        """What `rules` tells about; named by `<kind>.topic.<name>.title`."""

    def rules(self, words: Words, topic: str, options: Mapping[str, str] | None = None) -> str:
        """The rules of a topic, at most 3,500 characters, with those of the options that hold in a
        game marked."""

    def told(self, words: Words, names: Names, events: Events) -> str:
        """What a move did, in one or two sentences, with every point explained."""

    def scored(self, words: Words, names: Names, told: Sequence[Events]) -> str:
        """Where each player's points of a game so far come from."""

    def waits(self, words: Words, view: Any) -> str:
        """What the player to act has to decide, such as what to do with what they drew."""

    def foretold(self, words: Words, view: Any, names: Names, events: Events) -> str:
        """What a move that is not confirmed yet will do, from the events that can be foreseen."""

    def text(self, words: Words, view: Any, names: Names, ending: Ending | None = None) -> str:
        """The position for playing without pictures, at most 1,900 characters."""

    def aloud(
        self, words: Words, view: Any, names: Names, ending: Ending | None = None
    ) -> tuple[str, str]:
        """The position in sentences, for somebody who has it read to them: how it stands, in at
        most 1,900 characters, and the board."""

    def named(self, words: Words, kind: str) -> str:
        """What a kind is called."""

    def tallied(self, words: Words, statistics: Statistics) -> Sequence[str]:
        """What else was counted in a player's games, in lines; what is no game's own is told
        elsewhere."""

    def tally_note(self, words: Words) -> str:
        """A sentence on whatever of it does not explain itself."""

    def refusal(
        self, words: Words, names: Names, reason: str, facts: Mapping[str, object]
    ) -> Refusal:
        """Why a move is illegal, and what would be legal."""

    def unreadable(self, words: Words, error: NotationError) -> Refusal:
        """Why a text is not a move, and what a move looks like."""
