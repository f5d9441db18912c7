"""The pictures of a game: one `GamePictures` a game, for the command line and for the bot.

A drawing is only described when it is asked for. Its scene is made and painted later, by the bot in
a painter process, to which the description is sent.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, ParamSpec, TypeVar

from PIL.Image import Image

from engine.players.review import Review
from engine.questions import Part
from engine.recorded import Ending
from render.board.comparison import comparison_alt, comparison_scene
from render.board.scene import BoardLook
from render.locale import Words
from render.picture.animation import gif
from render.picture.emojis import EmojiName, png_of, read_digests
from render.picture.paint import Painter
from render.picture.scene import Scene, ThemeName
from render.picture.sprites import Sprites
from render.tables.adornment import Adornment
from render.tables.chances import (
    MarkedMove,
    MarkedTurn,
    WinningChances,
    chances_alt,
    chances_scene,
)
from render.tables.chart import Course, chart_scene
from render.tables.leaderboard import Leaderboard, leaderboard_alt, leaderboard_scene
from render.tables.lesson import describe_lesson
from render.tables.primer import describe_primer
from render.tables.profile import (
    Overview,
    Profile,
    RoleKind,
    overview_alt,
    overview_scene,
    profile_alt,
    profile_scene,
)
from render.tables.replay import Frame, durations, recent_durations
from render.tables.sources import Source, SourceKind, sources_alt, sources_scene
from render.tables.standings import (
    Crosstable,
    Standings,
    crosstable_alt,
    crosstable_scene,
    standings_alt,
    standings_scene,
)

V = TypeVar("V")
E = TypeVar("E")
L = TypeVar("L", bound=BoardLook[Any])
P = ParamSpec("P")

Names = Sequence[str]
"""The players' names by seat; texts use them as they are, pictures shorten them."""

BOARD_FILE = "board.png"
"""The file name of every picture of a board, in every game."""
ILLUSTRATED = "aim"
"""The topic of the rules that has a picture, which shows all pieces."""


class Mark(NamedTuple):
    """A choice that a picture marks where it belongs. Marks of one name are a region."""

    name: str
    """The short name: the same on the picture and on its button."""
    parts: tuple[Part, ...]
    """The parts that one tap on it chooses, after those that were chosen already."""


class NotThere(Exception):
    """The requested thing is not there in a position; the text says what is missing."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture that can be painted, with its alt text. It can be sent to another process."""

    filename: str
    alt: str
    paint: Callable[[], bytes]
    """Slow: never on the event loop. A `partial` of functions and values that can be pickled."""
    scene: Callable[[], Scene] | None = None
    """The scene it paints; None for an animation."""


@dataclass(frozen=True)
class GamePictures(ABC, Generic[V, E]):
    """The pictures of a game, made from its views and events."""

    painter: Callable[[], Painter]
    """The painter of the process that paints."""
    theme: ThemeName = "dark"
    """Discord's default."""

    overlay: ClassVar[type[StrEnum]]
    """The overlays of a board by name, among them `scored` and `final`; their labels are
    `<kind>.overlay.<name>`."""
    for_a_move: ClassVar[Collection[str]] = ()
    """The overlays that help with a move."""
    usual_overlays: ClassVar[Sequence[str]] = ("scored",)
    """The overlays that are on the board of every post."""
    adornment: ClassVar[Adornment]
    """The decoration of its tables."""
    sources: ClassVar[Sequence[SourceKind]]
    """The sources of the game's points."""
    roles: ClassVar[Sequence[RoleKind]] = ()
    """The roles that its players can have a favourite among."""
    extras: ClassVar[Sequence[str]] = ()
    """The names of the pictures that `extra` draws."""

    @abstractmethod
    def prepare(self) -> None:
        """Load what painting needs into this process. Otherwise the first picture loads it."""

    @abstractmethod
    def is_over(self, view: V) -> bool:
        """True if the game was played to its end."""

    @property
    def overlays(self) -> Sequence[str]:
        return tuple(self.overlay)

    def overlays_on(self, view: V, ending: Ending | None = None) -> Sequence[str]:
        """The overlays that apply at this stage: the one about the end only if the game was played
        to its end, and after any end none that help with a move."""
        played_out = self.is_over(view)
        over = played_out or ending is not None
        return [
            overlay
            for overlay in self.overlays
            if (played_out or overlay != "final") and not (over and overlay in self.for_a_move)
        ]

    @abstractmethod
    def overlay_note(
        self,
        words: Words,
        view: V,
        names: Names,
        events: Sequence[E],
        overlay: str,
        *,
        ending: Ending | None = None,
    ) -> str:
        """A note about an overlay next to the board: how it is read, or that it has nothing to show
        there; and what the picture has no room for."""

    @abstractmethod
    def board(
        self,
        words: Words,
        view: V,
        names: Names,
        *,
        events: Sequence[E] = (),
        parts: Sequence[Part] = (),
        ending: Ending | None = None,
        overlays: Collection[str] = (),
        compact: bool = False,
        legend: bool = False,
    ) -> Drawing:
        """The board; `events` are those of the last move, or those known in advance of the move
        whose `parts` are chosen so far; `ending` is how the game ended here if it ended early. With
        a legend, a line in the picture says how the overlay is read."""

    def opening(
        self, words: Words, view: V, names: Names, marks: Sequence[Mark] = ()
    ) -> Sequence[Drawing]:
        """The view of a player before choosing a move: the first choices with their marks, and what
        to play with."""
        return [self.board(words, view, names)]

    @abstractmethod
    def preview(
        self,
        words: Words,
        view: V,
        names: Names,
        parts: Sequence[Part],
        events: Sequence[E],
        *,
        marks: Sequence[Mark] = (),
    ) -> Drawing:
        """A move under construction, close enough to judge on a phone: what has been chosen so far,
        which may not be everything, with the marks of what else could be chosen. `events` are the
        foreseeable ones of a complete move."""

    def comparison(
        self,
        words: Words,
        view: V,
        names: Names,
        played: tuple[Sequence[Part], Sequence[E]],
        better: tuple[Sequence[Part], Sequence[E]],
    ) -> Drawing:
        """Two moves side by side, each as it would have been previewed, by its parts and its
        foreseeable events."""
        left, right = (
            self.preview(words, view, names, parts, events) for parts, events in (played, better)
        )
        assert left.scene is not None
        assert right.scene is not None
        alt, scenes = comparison_alt(words, left.alt, right.alt), (left.scene, right.scene)
        return self.draw("compared.png", alt, comparison_scene, words, *scenes, self.theme)

    @abstractmethod
    def supply(self, words: Words, view: V, names: Names) -> Drawing:
        """The supply: what is left to come, in games with a supply (`Game.has_supply`); its button
        is labelled `<kind>.supply`, its command named `<kind>.commands.supply`."""

    def extra(self, name: str, words: Words, view: V, names: Names) -> Drawing:
        """One of the `extras`, for the command line. Raises NotThere."""
        raise ValueError(name)

    @abstractmethod
    def final(
        self, words: Words, view: V, names: Names, moves: Sequence[Sequence[E]]
    ) -> Drawing | None:
        """The final scoring explained, for a game that was played to its end; otherwise None.
        `moves` are the events of each move, from the first on."""

    def illustration(self, words: Words, topic: str) -> Drawing | None:
        """A picture that explains a topic at a glance; most topics have none."""
        return self.primer(words) if topic == ILLUSTRATED else None

    def primer(self, words: Words) -> Drawing | None:
        """All pieces at a glance, if the game has such a picture."""
        return None

    def showcase(self, words: Words) -> Drawing | None:
        """A picture of what the game looks like, if it has one."""
        return None

    def lesson(self, words: Words) -> Drawing | None:
        """The steps of a turn in pictures, if it has such a picture."""
        return None

    @abstractmethod
    def text_board(self, words: Words, view: V, names: Names, ending: Ending | None = None) -> str:
        """The position for playing without pictures, short enough for a message."""

    @abstractmethod
    def course(self, moves: Iterable[Sequence[E]]) -> Course:
        """The scores turn by turn."""

    @abstractmethod
    def chart_alt(self, words: Words, moves: Sequence[Sequence[E]], names: Names) -> str: ...

    def chart(self, words: Words, moves: Sequence[Sequence[E]], names: Names) -> Drawing:
        """The development of the scores."""
        alt, course = self.chart_alt(words, moves, names), self.course(moves)
        players, dress = tuple(names), self.adornment
        return self.draw("chart.png", alt, chart_scene, words, course, players, dress, self.theme)

    def chances(self, words: Words, review: Review, names: Names) -> Drawing:
        """Each player's chances of winning, move by move."""
        marked = [
            MarkedMove(one.ply, one.seat, one.mark) for one in review.moves if one.mark is not None
        ]
        turning = [MarkedTurn(one.ply, one.seat) for one in review.turning_points()]
        chances, players = WinningChances(review.chances, marked, turning), tuple(names)
        alt, dress = chances_alt(words, chances, players), self.adornment
        scene = chances_scene
        return self.draw("chances.png", alt, scene, words, chances, players, dress, self.theme)

    @abstractmethod
    def replay_scenes(
        self,
        words: Words,
        frames: Sequence[Frame[V, E]],
        names: Names,
        ending: Ending | None = None,
    ) -> Iterable[Scene]:
        """A scene for each frame, all of one size."""

    @abstractmethod
    def has_points(self, events: Sequence[E]) -> bool:
        """True if the replay stays longer at a frame, since points were scored."""

    @abstractmethod
    def replay_alt(self, words: Words, frames: Sequence[Frame[V, E]], names: Names) -> str: ...

    def replay(
        self,
        words: Words,
        frames: Sequence[Frame[V, E]],
        names: Names,
        ending: Ending | None = None,
        *,
        recent: bool = False,
    ) -> Drawing:
        """A whole game as an animation that plays inline in a chat; or its recent moves, each shown
        long enough to be read."""
        if not frames:
            raise ValueError("a replay needs at least one frame")
        alone = [Frame(frame.view, frame.events) for frame in frames]
        alt = self.replay_alt(words, alone, tuple(names))
        paint = partial(self._paint_replay, words, alone, tuple(names), ending, recent=recent)
        return Drawing("replay.gif", alt, paint)

    def leaderboard(self, words: Words, shown: Leaderboard) -> Drawing:
        alt, scene = leaderboard_alt(words, shown), leaderboard_scene
        return self.draw("leaderboard.png", alt, scene, words, shown, self.adornment, self.theme)

    def standings(self, words: Words, shown: Standings) -> Drawing:
        alt, scene = standings_alt(words, shown), standings_scene
        return self.draw("standings.png", alt, scene, words, shown, self.adornment, self.theme)

    def crosstable(self, words: Words, shown: Crosstable) -> Drawing:
        """The games of a division of a league."""
        alt, scene = crosstable_alt(words, shown), crosstable_scene
        return self.draw("crosstable.png", alt, scene, words, shown, self.adornment, self.theme)

    def averages(self, words: Words, players: Sequence[Source]) -> Drawing:
        """The sources of one player's points, or of two for comparison."""
        alt = sources_alt(words, players, self.sources)
        scene, kinds, dress = sources_scene, self.sources, self.adornment
        return self.draw("averages.png", alt, scene, words, players, kinds, dress, self.theme)

    def profile(self, words: Words, shown: Profile) -> Drawing:
        scene, kinds, roles, dress = profile_scene, self.sources, self.roles, self.adornment
        alt, theme = profile_alt(words, shown, kinds, roles), self.theme
        return self.draw("profile.png", alt, scene, words, shown, kinds, roles, dress, theme=theme)

    def overview(self, words: Words, shown: Overview) -> Drawing:
        """The profile of a player in all games, on the ground of this one."""
        alt, scene, dress = overview_alt(words, shown), overview_scene, self.adornment
        return self.draw("profile.png", alt, scene, words, shown, dress, theme=self.theme)

    def emojis(self) -> Mapping[EmojiName, str]:
        """The emojis of the game with digests of their drawings, what matters most first."""
        return {}

    def draw_emoji(self, name: EmojiName) -> bytes:
        """One of the emojis as a PNG. Slow: never on the event loop."""
        raise KeyError(name)

    def draw(
        self,
        filename: str,
        alt: str,
        scene: Callable[P, Scene],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Drawing:
        """A drawing of the scene that this function makes from these arguments."""
        make = partial(scene, *args, **kwargs)
        return Drawing(filename, alt, partial(self._paint, make), make)

    def _paint(self, scene: Callable[[], Scene]) -> bytes:
        return self.painter().png(scene())

    def _paint_replay(
        self,
        words: Words,
        frames: Sequence[Frame[V, E]],
        names: Names,
        ending: Ending | None,
        *,
        recent: bool = False,
    ) -> bytes:
        scenes = self.replay_scenes(words, frames, names, ending)
        scoring = [self.has_points(frame.events) for frame in frames]
        shown = recent_durations(scoring) if recent else durations(scoring)
        return gif(self.painter(), zip(scenes, shown, strict=True))


class BoardPictures(GamePictures[V, E], Generic[V, E, L]):
    """The pictures of a game whose board is a scene of its own, drawn with a look."""

    kind: ClassVar[str]
    """The game's name: what all its texts are under."""
    look: type[L]
    final_overlays: ClassVar[Sequence[str]] = ("scored", "final")
    """The overlays of the last frame of a replay."""
    primer_names: ClassVar[tuple[Iterable[str], Iterable[str]]]
    """The things named on the large picture of the primer, and its cards."""
    lesson_steps: ClassVar[Sequence[str]]
    art: ClassVar[Path]
    """The folder with its art and the digests of its emojis."""

    def prepare(self) -> None:
        self.painter().source.load()

    @abstractmethod
    def at_rest(self, view: V, ending: Ending | None) -> V:
        """The position with nothing to do in it, if the game ended early."""

    @abstractmethod
    def note(self, words: Words, view: V, events: Sequence[E], overlay: str) -> str:
        """Explain an overlay, or say that it has nothing to show."""

    def overlay_note(
        self,
        words: Words,
        view: V,
        names: Names,
        events: Sequence[E],
        overlay: str,
        *,
        ending: Ending | None = None,
    ) -> str:
        return self.note(words, self.at_rest(view, ending), events, overlay)

    @abstractmethod
    def board_scene(
        self,
        view: V,
        names: Names,
        *,
        events: Sequence[E],
        parts: Sequence[Part],
        ending: Ending | None,
        look: L,
        marks: Sequence[Mark] = (),
    ) -> Scene: ...

    @abstractmethod
    def board_alt(
        self,
        words: Words,
        view: V,
        names: Names,
        *,
        events: Sequence[E],
        parts: Sequence[Part],
        ending: Ending | None,
        overlays: Collection[str],
    ) -> str: ...

    def board(
        self,
        words: Words,
        view: V,
        names: Names,
        *,
        events: Sequence[E] = (),
        parts: Sequence[Part] = (),
        ending: Ending | None = None,
        overlays: Collection[str] = (),
        compact: bool = False,
        legend: bool = False,
        panel: bool = True,
        marks: Sequence[Mark] = (),
    ) -> Drawing:
        chosen = tuple(map(self.overlay, overlays))
        alt = self.board_alt(
            words,
            view,
            names,
            events=events,
            parts=parts,
            ending=ending,
            overlays=chosen if legend else (),
        )
        return self.draw(
            BOARD_FILE,
            alt,
            self.board_scene,
            view,
            names,
            events=events,
            parts=parts,
            ending=ending,
            look=self.look(self.theme, chosen, compact, panel=panel, words=words, legend=legend),
            marks=tuple(marks),
        )

    @abstractmethod
    def primer_scene(self, words: Words, theme: ThemeName = "light") -> Scene: ...

    def primer(self, words: Words) -> Drawing:
        alt = describe_primer(words, self.kind, *self.primer_names)
        return self.draw("pieces.png", alt, self.primer_scene, words, self.theme)

    @abstractmethod
    def showcase_scene(self, theme: ThemeName = "light") -> Scene: ...

    @abstractmethod
    def lesson_scene(self, words: Words, theme: ThemeName = "light") -> Scene: ...

    def showcase(self, words: Words) -> Drawing:
        alt = words(f"{self.kind}.showcase.alt")
        return self.draw(f"game-{self.kind}.png", alt, self.showcase_scene, self.theme)

    def lesson(self, words: Words) -> Drawing:
        alt = describe_lesson(words, self.kind, self.lesson_steps)
        return self.draw("lesson.png", alt, self.lesson_scene, words, self.theme)

    @abstractmethod
    def replay_look(self, look: L, last: V) -> L:
        """The look of a replay that ends with this view: all frames show the same part of the
        board."""

    def replay_scenes(
        self,
        words: Words,
        frames: Sequence[Frame[V, E]],
        names: Names,
        ending: Ending | None = None,
    ) -> Iterable[Scene]:
        look = self.replay_look(self.look(self.theme, words=words), frames[-1].view)
        for frame in frames:
            shown = self.final_overlays if self.is_over(frame.view) else ("scored",)
            yield self.board_scene(
                frame.view,
                names,
                events=frame.events,
                parts=(),
                ending=ending if frame is frames[-1] else None,
                look=replace(look, overlays=tuple(map(self.overlay, shown))),
            )

    def emojis(self) -> Mapping[EmojiName, str]:
        return read_digests(self.art)

    def draw_emoji(self, name: EmojiName) -> bytes:
        return png_of(self.emoji_image(self.painter().source, name))

    @abstractmethod
    def emoji_image(self, sprites: Sprites, name: EmojiName) -> Image: ...


def describe_early_end(words: Words, kind: str, names: Names, ending: Ending) -> str:
    """The winners, and how they won."""
    name = words.join([names[seat] for seat in ending.winners])
    return words(f"{kind}.ended.{ending.why}", name=name, count=len(ending.winners))
