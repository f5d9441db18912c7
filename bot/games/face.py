"""What the bot needs of a game besides its rules: its pictures and its words.

One face a game, loaded by `bot.games.faces`. A face is given views, events and notation, never a
state, so it can tell nothing that is hidden. `names` are the players' by seat; in words they are
told as they are given, in pictures shortened.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.locale import Words
from bot.locale.refusals import Refusal
from bot.match.results.statistics import Ranked, Statistics
from engine.errors import NotationError
from engine.questions import Part
from engine.recorded import Ending

Names = Sequence[str]
Events = Sequence[Any]


BOARD_FILE = "board.png"
"""The file of whatever shows a board, in every game."""


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
    def usual_overlays(self) -> Sequence[str]:
        """Those of them that lie over the board of every post."""

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
        ending: Ending | None = None,
        overlays: Collection[str] = (),
        compact: bool = False,
    ) -> Drawing:
        """The board; `events` are those of the last move, `ending` how the game ended here before
        the rules ended it."""

    def overlays_on(self, view: Any, ending: Ending | None = None) -> Sequence[str]:
        """Those of the overlays that belong to this stage of the game."""

    def overlay_note(
        self, words: Words, view: Any, events: Events, overlay: str, ending: Ending | None = None
    ) -> str:
        """What there is to say of an overlay that has nothing to show on this board; else
        nothing."""

    def opening(self, words: Words, view: Any, names: Names) -> Sequence[Drawing]:
        """What somebody looks at who is to make a move: what can be chosen first, and with what."""

    def tried(
        self, words: Words, view: Any, names: Names, parts: Sequence[Part], events: Events
    ) -> Drawing:
        """A move under construction, close enough to be judged on a phone: what was chosen so far,
        maybe not all of it. `events` are those of a whole move that can be foreseen."""

    def side_by_side(self, words: Words, view: Any, chosen: Sequence[Part]) -> Drawing | None:
        """The choices of a step, where seeing them says more than their labels; `chosen` is what
        was chosen at the steps before, and at last at this one."""

    def supply(self, words: Words, view: Any) -> Drawing:
        """What is left to be drawn, where players draw from a supply (`Game.draws`); its button is
        named by `<kind>.supply`."""

    def kinds(self, words: Words, view: Any) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
        """The kinds that could be drawn next, grouped and numbered as in the picture of `supply`:
        what each group is called, and its kinds, each with what it looks like."""

    def named(self, words: Words, kind: str) -> str:
        """What a kind is called."""

    def final(
        self, words: Words, view: Any, names: Names, told: Sequence[Events]
    ) -> Drawing | None:
        """The explained final scoring of a game that was played to its end; else None."""

    def chart(self, words: Words, told: Sequence[Events], names: Names) -> Drawing:
        """How the scores went; the events of each move, from the first on."""

    def replay(
        self,
        words: Words,
        moments: Sequence[Moment],
        names: Names,
        ending: Ending | None = None,
    ) -> Drawing: ...

    def leaderboard(self, words: Words, shown: Standings) -> Drawing:
        """A page of the players of a server by rating."""

    def averages(self, words: Words, players: Sequence[tuple[str, Statistics]]) -> Drawing:
        """Where the points of one player come from, or of two to be compared; with their names."""

    def tallied(self, words: Words, statistics: Statistics) -> Sequence[str]:
        """What else was counted in a player's games, in lines; what is no game's own is told
        elsewhere."""

    def tally_note(self, words: Words) -> str:
        """A sentence on whatever of it does not explain itself."""

    def text(self, words: Words, view: Any, names: Names, ending: Ending | None = None) -> str:
        """The position for playing without pictures, at most 1,900 characters."""

    def aloud(
        self, words: Words, view: Any, names: Names, ending: Ending | None = None
    ) -> tuple[str, str]:
        """The position in sentences, for somebody who has it read to them: how it stands, in at
        most 1,900 characters, and the board."""

    def told(self, words: Words, names: Names, events: Events) -> str:
        """What a move did, in one or two sentences, with every point explained."""

    def scored(self, words: Words, names: Names, told: Sequence[Events]) -> str:
        """Where each player's points of a game so far come from."""

    def waits(self, words: Words, view: Any) -> str:
        """What the player to act has to decide, such as what to do with what they drew."""

    def foretold(self, words: Words, view: Any, names: Names, events: Events) -> str:
        """What a move that is not confirmed yet will do, from the events that can be foreseen."""

    def question(self, words: Words, step: str) -> str:
        """What is asked at a step of a move."""

    def label(self, words: Words, view: Any, before: Sequence[Part], step: str, token: str) -> str:
        """A choice in at most 80 characters, after what was chosen before."""

    def spelled(self, words: Words, view: Any, parts: Sequence[Part]) -> str:
        """A move, or its first steps, in a line: each part in the words of the panel, behind those
        of the steps before."""

    def typed(self, text: str) -> tuple[str, ...]:
        """The words of a typed move, written in the notation or as `spelled` writes it."""

    def representative(self, view: Any, step: str, token: str) -> str:
        """The choice that is offered for this one and for all that look and act as it does."""

    def refusal(
        self, words: Words, names: Names, reason: str, facts: Mapping[str, object]
    ) -> Refusal:
        """Why a move is illegal, and what would be legal."""

    def unreadable(self, words: Words, error: NotationError) -> Refusal:
        """Why a text is not a move, and what a move looks like."""

    def rules(self, words: Words, topic: str, options: Mapping[str, str] | None = None) -> str:
        """The rules of a topic, at most 3,500 characters, with those of the options that hold in a
        game marked."""

    def illustration(self, words: Words, topic: str) -> Drawing | None:
        """What explains a topic at a glance; most have nothing."""
