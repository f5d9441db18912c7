"""The texts of a game: what happened, the standing, the rules, and why a move is refused."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bot.games.moment import Events, Names
from bot.locale import Words
from bot.locale.refusals import Refusal
from bot.match.results import Statistics
from engine.errors import NotationError
from engine.players.expert import Reason
from engine.recorded import Ending

LONGEST_TEXT = 1900
"""The most characters that a position may take in a message."""


class Texts(Protocol):
    """How a game is put into words."""

    @property
    def topics(self) -> Sequence[str]:
        """The topics of `rules`; their titles are `<kind>.topic.<name>.title`."""

    def rules(self, words: Words, topic: str, options: Mapping[str, str] | None = None) -> str:
        """The rules of a topic, at most 3,500 characters; given a game's options, the values in
        force are marked."""

    def describe_move(self, words: Words, names: Names, events: Events) -> str:
        """What a move did, in one or two sentences, with every point explained."""

    def describe_scores(self, words: Words, names: Names, told: Sequence[Events]) -> str:
        """Where each player's points in a game come from so far."""

    def prompt(self, words: Words, view: Any) -> str:
        """What the player to act has to decide, such as what to do with what they drew."""

    def describe_preview(self, words: Words, view: Any, names: Names, events: Events) -> str:
        """What an unconfirmed move will do, from the events that are known in advance."""

    def explain(self, words: Words, names: Names, reason: Reason) -> str:
        """A reason for or against a move, as part of a sentence about it."""

    def text_board(
        self, words: Words, view: Any, names: Names, ending: Ending | None = None
    ) -> str:
        """The position for playing without pictures, at most `LONGEST_TEXT`."""

    def for_screen_reader(
        self, words: Words, view: Any, names: Names, ending: Ending | None = None
    ) -> tuple[str, str]:
        """The position in sentences, for somebody using a screen reader: the current standing, in
        at most `LONGEST_TEXT`, and the board."""

    def kind_name(self, words: Words, kind: str) -> str:
        """The name of a kind."""

    def describe_tally(self, words: Words, statistics: Statistics) -> Sequence[str]:
        """The game's own counts for a player, as lines; what applies to any game is shown
        elsewhere."""

    def tally_note(self, words: Words) -> str:
        """A sentence about those of these counts that need explaining."""

    def refusal(
        self, words: Words, names: Names, reason: str, facts: Mapping[str, object]
    ) -> Refusal:
        """Why a move is illegal, and what would be legal."""

    def syntax_refusal(self, words: Words, error: NotationError) -> Refusal:
        """Why a text is not a move, and what a move looks like."""
