"""The pictures of a game, with their alt texts."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.games.moment import Events, Names
from bot.locale import Words
from bot.match.results import LeaderboardRow, Statistics
from engine.players.review import Review
from engine.questions import Part
from engine.recorded import Ending
from render.tables.replay import Frame

BOARD_FILE = "board.png"
"""The file name of every picture of a board, in every game."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture that can be painted, with its alt text. It can be sent to another process."""

    filename: str
    """Such as `board.png`."""
    alt: str
    paint: Callable[[], bytes]
    """Slow: never on the event loop. A `partial` of functions and values that can be pickled."""


@dataclass(frozen=True, slots=True)
class Standings:
    """A page of a leaderboard."""

    server: str
    first: int
    """The number of the page's first line among all lines."""
    count: int
    """How many lines there are in all."""
    lines: Sequence[LeaderboardRow]
    own: LeaderboardRow | None
    """The viewer's own line, whichever page it is on."""


class Pictures(Protocol):
    """What a game looks like."""

    @property
    def overlays(self) -> Sequence[str]:
        """The overlays of a board, by name; their labels are `<kind>.overlay.<name>`."""

    @property
    def usual_overlays(self) -> Sequence[str]:
        """The overlays that are on the board of every post."""

    def overlays_on(self, view: Any, ending: Ending | None = None) -> Sequence[str]:
        """The overlays that apply at this stage of the game."""

    def overlay_note(
        self,
        words: Words,
        view: Any,
        names: Names,
        events: Events,
        overlay: str,
        *,
        ending: Ending | None = None,
    ) -> str:
        """A note about an overlay next to the board: how it is read, or that it has nothing to show
        there; and what the picture has no room for."""

    def board(
        self,
        words: Words,
        view: Any,
        names: Names,
        *,
        events: Events = (),
        ending: Ending | None = None,
        overlays: Collection[str] = (),
        compact: bool = False,
        legend: bool = False,
    ) -> Drawing:
        """The board; `events` are those of the last move, `ending` is how the game ended here if it
        ended early. With a legend, a line in the picture says how the overlay is read."""

    def opening(self, words: Words, view: Any, names: Names) -> Sequence[Drawing]:
        """What a player sees before choosing a move: the first choices, and what to play with."""

    def preview(
        self, words: Words, view: Any, names: Names, parts: Sequence[Part], events: Events
    ) -> Drawing:
        """A move under construction, close enough to judge on a phone: what has been chosen so far,
        which may not be everything. `events` are the foreseeable ones of a complete move."""

    def side_by_side(self, words: Words, view: Any, chosen: Sequence[Part]) -> Drawing | None:
        """The choices of a step, if a picture says more than their labels; `chosen` is what was
        chosen at the earlier steps and then at this one."""

    def supply(self, words: Words, view: Any, names: Names) -> Drawing:
        """What is left to come, in games with a supply (`Game.has_supply`); its button is labelled
        `<kind>.supply`, its command named `<kind>.commands.supply`."""

    def final(
        self, words: Words, view: Any, names: Names, told: Sequence[Events]
    ) -> Drawing | None:
        """The final scoring explained, for a game that was played to its end; otherwise None."""

    def chart(self, words: Words, told: Sequence[Events], names: Names) -> Drawing:
        """How the scores developed; `told` are the events of each move, from the first on."""

    def chances(self, words: Words, review: Review, names: Names) -> Drawing:
        """How likely each player was to win, move by move."""

    def replay(
        self,
        words: Words,
        frames: Sequence[Frame[Any, Any]],
        names: Names,
        ending: Ending | None = None,
    ) -> Drawing: ...

    def leaderboard(self, words: Words, shown: Standings) -> Drawing:
        """A page of the players of a server by rating."""

    def averages(self, words: Words, players: Sequence[tuple[str, Statistics]]) -> Drawing:
        """Where the points of one player come from, or of two for comparison; each with a name."""

    def illustration(self, words: Words, topic: str) -> Drawing | None:
        """A picture that explains a topic at a glance; most topics have none."""
