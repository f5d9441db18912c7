"""What the bot needs of a game besides its rules: its pictures and its words.

One face a game, loaded by `bot.games.faces`. A face is given views, events and notation, never a
state, so it can tell nothing that is hidden. `names` are the players' by seat; in words they are
told as they are given, in pictures shortened.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.locale import Words
from bot.standing import Ranked, Statistics
from engine.errors import NotationError

Names = Sequence[str]
Events = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture that can be painted, with what it says to somebody who does not see it."""

    filename: str
    """Such as `board.png`."""
    alt: str
    paint: Callable[[], bytes]
    """Slow, and safe in any thread: never on the event loop."""


@dataclass(frozen=True, slots=True)
class Standings:
    """A page of a leaderboard."""

    server: str
    first: int
    """The number of its first line among all,"""
    count: int
    """and how many there are."""
    lines: Sequence[Ranked]
    own: Ranked | None
    """The line of who looks, on whichever page it stands."""


class Moment(Protocol):
    """A position of a game and the events that led to it."""

    @property
    def view(self) -> Any: ...

    @property
    def events(self) -> Events: ...


class Face(Protocol):
    """The pictures and the words of a game."""

    @property
    def overlays(self) -> Sequence[str]:
        """What can be laid over a board, by name; told by `<kind>.overlay.<name>`."""

    @property
    def topics(self) -> Sequence[str]:
        """What `rules` tells about; named by `<kind>.topic.<name>.title`."""

    def board(
        self,
        words: Words,
        view: Any,
        names: Names,
        *,
        events: Events = (),
        preview: str | None = None,
        overlays: Collection[str] = (),
        compact: bool = False,
    ) -> Drawing:
        """The board; `events` are those of the last move, `preview` a move in its notation."""

    def tiles(self, words: Words, view: Any) -> Drawing:
        """What was not seen yet."""

    def kinds(self, words: Words, view: Any) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
        """The kinds that could be drawn next, grouped and in order as in the picture of `tiles`:
        what each group is called, and its kinds, each with what it looks like."""

    def final(
        self, words: Words, view: Any, names: Names, told: Sequence[Events]
    ) -> Drawing | None:
        """The explained final scoring of a game that was played to its end; else None."""

    def chart(self, words: Words, told: Sequence[Events], names: Names) -> Drawing:
        """How the scores went; the events of each move, from the first on."""

    def replay(self, words: Words, moments: Sequence[Moment], names: Names) -> Drawing: ...

    def leaderboard(self, words: Words, shown: Standings) -> Drawing:
        """A page of the players of a server by rating."""

    def averages(self, words: Words, players: Sequence[tuple[str, Statistics]]) -> Drawing:
        """Where the points of one player come from, or of two to be compared; with their names."""

    def tallied(self, words: Words, statistics: Statistics) -> Sequence[str]:
        """What else was counted in a player's games, in lines; what is no game's own is told
        elsewhere."""

    def tally_note(self, words: Words) -> str:
        """A sentence on whatever of it does not explain itself."""

    def text(self, words: Words, view: Any, names: Names) -> str:
        """The position for playing without pictures, at most 1,900 characters."""

    def told(self, words: Words, names: Names, events: Events) -> str:
        """What a move did, in one or two sentences, with every point explained."""

    def scored(self, words: Words, names: Names, told: Sequence[Events]) -> str:
        """Where each player's points of a game so far come from."""

    def waits(self, words: Words, view: Any) -> str:
        """What the player to act has to decide, such as the tile to be laid."""

    def foretold(self, words: Words, view: Any, names: Names, events: Events) -> str:
        """What a move that is not confirmed yet will do, from the events that can be foreseen."""

    def question(self, words: Words, step: str) -> str:
        """What is asked at a step of a move."""

    def label(
        self, words: Words, view: Any, chosen: Mapping[str, str], step: str, token: str
    ) -> str:
        """A choice in at most 80 characters, after what was chosen at the steps before."""

    def refusal(self, words: Words, names: Names, reason: str, facts: Mapping[str, object]) -> str:
        """Why a move is illegal, and what would be legal."""

    def unreadable(self, words: Words, error: NotationError) -> str:
        """Why a text is not a move, and what a move looks like."""

    def rules(self, words: Words, topic: str) -> str:
        """The rules of a topic, at most 3,500 characters."""
