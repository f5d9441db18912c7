"""Pictures of a game: one `GamePictures` a game, for the command line and for the bot.

A drawing is only described when it is asked for. Its scene is made and painted later, by the bot in
a painter process, to which the description is sent.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Generic, ParamSpec, TypeVar

from PIL.Image import Image

from engine.players.review import Review
from engine.recorded import Ending
from render.board.comparison import comparison_alt, comparison_scene
from render.board.footer import FooterStrip, Head
from render.board.scene import BoardLook
from render.locale import Words
from render.picture.animation import gif
from render.picture.emojis import EmojiName, png_of, read_digests
from render.picture.paint import Painter
from render.picture.palette import THEMES, Theme
from render.picture.scene import Scene, ThemeName
from render.picture.sprites import Sprites
from render.subject import Names, Subject, subjects_of
from render.tables import chances, chart, leaderboard, profile, sources, standings
from render.tables.adornment import Adornment, TableStyle
from render.tables.chances import MarkedMove, MarkedTurn, WinningChances
from render.tables.chart import Course
from render.tables.leaderboard import Leaderboard
from render.tables.profile import Overview, Profile, RoleKind
from render.tables.replay import Frame, durations, recent_durations
from render.tables.sources import Source, SourceKind
from render.tables.standings import Crosstable, Standings

V = TypeVar("V")
E = TypeVar("E")
L = TypeVar("L", bound=BoardLook[Any])
P = ParamSpec("P")

# The file name of every picture of a board, in every game.
BOARD_FILE = "board.png"
# The topic of the rules that has a picture, which shows all pieces.
ILLUSTRATED = "aim"


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


class Introduction(ABC):
    """Pictures for those who have never seen a game."""

    @abstractmethod
    def primer_scene(self, words: Words, theme: ThemeName) -> Scene:
        """Draw all pieces at a glance."""

    @abstractmethod
    def primer_alt(self, words: Words) -> str: ...

    @abstractmethod
    def showcase_scene(self, theme: ThemeName) -> Scene:
        """Draw what the game looks like."""


@dataclass(frozen=True)
class GamePictures(ABC, Generic[V, E]):
    """Pictures of a game, made from its views and events."""

    painter: Callable[[], Painter]
    """The painter of the process that paints."""
    theme: ThemeName = "dark"
    """Discord's default."""

    kind: ClassVar[str]
    """The game's name: what all its texts are under."""
    overlay: ClassVar[type[StrEnum]]
    """The overlays of a board by name, among them `scored` and `final`; their labels are
    `<kind>.overlay.<name>`."""
    move_overlays: ClassVar[Collection[str]] = ()
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
    introduction: ClassVar[Introduction | None] = None

    def prepare(self) -> None:
        """Load what painting needs into this process. Otherwise the first picture loads it."""
        self.painter().source.load()

    @abstractmethod
    def is_over(self, view: V) -> bool:
        """Tell whether the game was played to its end."""

    @property
    def overlays(self) -> Sequence[str]:
        return tuple(self.overlay)

    def overlays_on(self, view: V, ending: Ending | None = None) -> Sequence[str]:
        """List the overlays that apply at this stage: the one about the end only if the game was
        played to its end, and after any end none that help with a move."""
        played_out = self.is_over(view)
        over = played_out or ending is not None
        return [
            overlay
            for overlay in self.overlays
            if (played_out or overlay != "final") and not (over and overlay in self.move_overlays)
        ]

    def overlay_note(self, words: Words, subject: Subject[V, E], overlay: str) -> str:
        """Explain an overlay next to the board: how it is read, or that it has nothing to show
        there; and what the picture has no room for."""
        return ""

    @abstractmethod
    def board(
        self,
        words: Words,
        subject: Subject[V, E],
        *,
        overlays: Collection[str] = (),
        compact: bool = False,
        legend: bool = False,
        footer: bool = True,
    ) -> Drawing:
        """Draw the board. With a legend, a line in the picture says how the overlay is read. One
        that is compact and has no footer shares the screen of a phone with what is below it."""

    def opening(self, words: Words, subject: Subject[V, E]) -> Sequence[Drawing]:
        """Show a player the position before they choose a move: the first choices with their marks,
        and what to play with."""
        return [self.board(words, subject)]

    @abstractmethod
    def preview(self, words: Words, subject: Subject[V, E]) -> Drawing:
        """Show a move under construction, close enough to judge on a phone: what has been chosen so
        far, which may not be everything, with the marks of what else could be chosen."""

    def suggestions(self, words: Words, subject: Subject[V, E]) -> Drawing:
        """Show several moves on one board: each mark is a whole move."""
        board, *_ = self.opening(words, subject)
        return board

    def comparison(self, words: Words, played: Subject[V, E], better: Subject[V, E]) -> Drawing:
        """Show a move above a better one of the same position."""
        alts = [self.preview(words, move).alt for move in (played, better)]
        scenes = self.compared_scenes(words, played, better)
        alt = comparison_alt(words, *alts)
        return self.draw("compared.png", alt, comparison_scene, words, *scenes, self.theme)

    def compared_scenes(
        self, words: Words, played: Subject[V, E], better: Subject[V, E]
    ) -> tuple[Callable[[], Scene], Callable[[], Scene]]:
        """Show each move as it would have been previewed."""
        above = self.preview(words, played).scene
        below = self.preview(words, better).scene
        assert above is not None
        assert below is not None
        return above, below

    def supply(self, words: Words, subject: Subject[V, E]) -> Drawing:
        """Show the supply: what is left to come, in games with a supply (`Game.has_supply`); its
        button is labelled `<kind>.supply`, its command named `<kind>.commands.supply`."""
        raise NotThere("this game has no supply")

    def extra(self, name: str, words: Words, subject: Subject[V, E]) -> Drawing:
        """Draw one of the `extras`, for the command line. Raises NotThere."""
        raise ValueError(name)

    @abstractmethod
    def final(
        self, words: Words, subject: Subject[V, E], moves: Sequence[Sequence[E]]
    ) -> Drawing | None:
        """Explain the final scoring of a game that was played to its end; otherwise None. `moves`
        are the events of each move, from the first on."""

    def ending(self, words: Words, subject: Subject[V, E]) -> Drawing:
        """Show how a game ended: large scores and the board, on which the move of the events is
        marked, which need not be the last one."""
        return self.board(words, subject, overlays=self.usual_overlays)

    def illustration(
        self, words: Words, topic: str, options: Mapping[str, str] | None = None
    ) -> Drawing | None:
        """Draw a picture that explains a topic at a glance, with the options of a game, if one is
        given; most topics have none."""
        return self.primer(words) if topic == ILLUSTRATED else None

    def primer(self, words: Words) -> Drawing | None:
        """Show all pieces at a glance, if the game has an introduction."""
        if (introduction := self.introduction) is None:
            return None
        return self.draw(
            "pieces.png",
            introduction.primer_alt(words),
            introduction.primer_scene,
            words,
            self.theme,
        )

    def showcase(self, words: Words) -> Drawing | None:
        """Show what the game looks like, if it has an introduction."""
        if (introduction := self.introduction) is None:
            return None
        alt = words(f"{self.kind}.showcase.alt")
        return self.draw(f"game-{self.kind}.png", alt, introduction.showcase_scene, self.theme)

    @abstractmethod
    def text_board(self, words: Words, subject: Subject[V, E]) -> str:
        """Write down the position for playing without pictures, short enough for a message."""

    @abstractmethod
    def course(self, moves: Iterable[Sequence[E]]) -> Course:
        """Follow the scores turn by turn."""

    @abstractmethod
    def chart_alt(self, words: Words, moves: Sequence[Sequence[E]], names: Names) -> str: ...

    def chart(self, words: Words, moves: Sequence[Sequence[E]], names: Names) -> Drawing:
        alt = self.chart_alt(words, moves, names)
        style = self.style(words)
        course = self.course(moves)
        return self.draw("chart.png", alt, chart.chart_scene, style, course, tuple(names))

    def chances(self, words: Words, review: Review, names: Names) -> Drawing:
        marked = [
            MarkedMove(move.ply, move.seat, move.mark)
            for move in review.moves
            if move.mark is not None
        ]
        turning = [
            MarkedTurn(turning_point.ply, turning_point.seat)
            for turning_point in review.turning_points()
        ]
        winning = WinningChances(review.chances, marked, turning)
        players = tuple(names)
        alt = chances.chances_alt(words, winning, players)
        style = self.style(words)
        return self.draw("chances.png", alt, chances.chances_scene, style, winning, players)

    @abstractmethod
    def replay_scenes(self, words: Words, subjects: Sequence[Subject[V, E]]) -> Iterable[Scene]:
        """Make a scene for each position, all of one size."""

    @abstractmethod
    def has_points(self, events: Sequence[E]) -> bool:
        """Tell whether points were scored, so that the replay stays longer at a frame."""

    @abstractmethod
    def replay_alt(self, words: Words, subjects: Sequence[Subject[V, E]]) -> str: ...

    def replay(
        self,
        words: Words,
        frames: Sequence[Frame[V, E]],
        names: Names,
        ending: Ending | None = None,
        *,
        recent: bool = False,
    ) -> Drawing:
        """Animate a whole game, to play inline in a chat; or its recent moves, each shown long
        enough to be read."""
        if not frames:
            raise ValueError("a replay needs at least one frame")
        subjects = subjects_of(frames, tuple(names), ending)
        paint = partial(self._paint_replay, words, subjects, recent=recent)
        return Drawing("replay.gif", self.replay_alt(words, subjects), paint)

    def style(self, words: Words) -> TableStyle:
        return TableStyle(words, self.adornment, self.theme)

    def leaderboard(self, words: Words, page: Leaderboard) -> Drawing:
        alt = leaderboard.leaderboard_alt(words, page)
        scene = leaderboard.leaderboard_scene
        return self.draw("leaderboard.png", alt, scene, self.style(words), page)

    def standings(self, words: Words, division: Standings) -> Drawing:
        alt = standings.standings_alt(words, division)
        scene = standings.standings_scene
        return self.draw("standings.png", alt, scene, self.style(words), division)

    def crosstable(self, words: Words, table: Crosstable) -> Drawing:
        alt = standings.crosstable_alt(words, table)
        scene = standings.crosstable_scene
        return self.draw("crosstable.png", alt, scene, self.style(words), table)

    def averages(self, words: Words, players: Sequence[Source]) -> Drawing:
        """Show the sources of one player's points, or of two for comparison."""
        alt = sources.sources_alt(words, players, self.sources)
        scene = sources.sources_scene
        return self.draw("averages.png", alt, scene, self.style(words), players, self.sources)

    def profile(self, words: Words, player: Profile) -> Drawing:
        kinds = self.sources
        roles = self.roles
        alt = profile.profile_alt(words, player, kinds, roles)
        scene = profile.profile_scene
        return self.draw("profile.png", alt, scene, self.style(words), player, kinds, roles)

    def overview(self, words: Words, player: Overview) -> Drawing:
        """Show the profile of a player in all games, on the ground of this one."""
        alt = profile.overview_alt(words, player)
        return self.draw("profile.png", alt, profile.overview_scene, self.style(words), player)

    def emojis(self) -> Mapping[EmojiName, str]:
        """List the emojis of the game with digests of their drawings, what matters most first."""
        return {}

    def draw_emoji(self, name: EmojiName) -> bytes:
        """Draw one of the emojis as a PNG. Slow: never on the event loop."""
        raise KeyError(name)

    def draw(
        self,
        filename: str,
        alt: str,
        scene: Callable[P, Scene],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Drawing:
        """Describe a drawing of the scene that this function makes from these arguments."""
        make = partial(scene, *args, **kwargs)
        return Drawing(filename, alt, partial(self._paint, make), make)

    def painter_of(self, scene: Scene) -> Painter:
        """Choose the painter of a scene; of a replay, for its last one."""
        return self.painter()

    def _paint(self, scene: Callable[[], Scene]) -> bytes:
        made = scene()
        return self.painter_of(made).png(made)

    def _paint_replay(
        self, words: Words, subjects: Sequence[Subject[V, E]], *, recent: bool
    ) -> bytes:
        scoring = [self.has_points(subject.events) for subject in subjects]
        frame_durations = recent_durations(scoring) if recent else durations(scoring)
        [last] = self.replay_scenes(words, subjects[-1:])
        scenes = self.replay_scenes(words, subjects)
        return gif(self.painter_of(last), zip(scenes, frame_durations, strict=True))


class BoardPictures(GamePictures[V, E], Generic[V, E, L]):
    """Pictures of a game whose board is a scene of its own, drawn with a look."""

    look: type[L]
    final_overlays: ClassVar[Sequence[str]] = ("scored", "final")
    """The overlays of the last frame of a replay."""
    art: ClassVar[Path]
    """The folder with its art and the digests of its emojis."""

    @abstractmethod
    def at_rest(self, subject: Subject[V, E]) -> Subject[V, E]:
        """Take what there is to do out of the position, if the game ended early."""

    @abstractmethod
    def note(self, words: Words, view: V, events: Sequence[E], overlay: str) -> str:
        """Explain an overlay, or say that it has nothing to show."""

    def overlay_note(self, words: Words, subject: Subject[V, E], overlay: str) -> str:
        position = self.at_rest(subject)
        return self.note(words, position.view, position.events, overlay)

    @abstractmethod
    def board_scene(self, subject: Subject[V, E], look: L) -> Scene: ...

    @abstractmethod
    def board_alt(
        self, words: Words, subject: Subject[V, E], overlays: Collection[str] = ()
    ) -> str: ...

    def board(
        self,
        words: Words,
        subject: Subject[V, E],
        *,
        overlays: Collection[str] = (),
        compact: bool = False,
        legend: bool = False,
        footer: bool = True,
    ) -> Drawing:
        chosen = tuple(map(self.overlay, overlays))
        alt = self.board_alt(words, subject, chosen if legend else ())
        look = self.look(self.theme, chosen, compact, footer=footer, words=words, legend=legend)
        return self.draw(BOARD_FILE, alt, self.board_scene, subject, look)

    @abstractmethod
    def head(self, subject: Subject[V, E]) -> Head:
        """Put the scores above a board."""

    @property
    def panel_theme(self) -> Theme:
        """The colours of what stands above and below a board."""
        return THEMES[self.theme]

    def ending(self, words: Words, subject: Subject[V, E]) -> Drawing:
        alt = self.board_alt(words, subject)
        return self.draw("end.png", alt, self.ending_scene, words, subject)

    def ending_scene(self, words: Words, subject: Subject[V, E]) -> Scene:
        overlays = (self.overlay("scored"),)
        look = self.look(self.theme, overlays, footer=False, words=words)
        board = self.board_scene(subject, look)
        theme = self.panel_theme
        strip = FooterStrip(words, theme, board.size[0])
        items, height = self.head(subject).above(board, strip)
        return Scene((board.size[0], height), theme.background, tuple(items))

    @abstractmethod
    def final_scene(
        self, words: Words, subject: Subject[V, E], theme: ThemeName = "light"
    ) -> Scene:
        """Draw the end of a game; the events are those of the whole game."""

    @abstractmethod
    def final_alt(self, words: Words, subject: Subject[V, E]) -> str: ...

    def final(
        self, words: Words, subject: Subject[V, E], moves: Sequence[Sequence[E]]
    ) -> Drawing | None:
        if not self.is_over(subject.view):
            return None
        events = [event for move in moves for event in move]
        whole = Subject(subject.view, subject.names, events)
        alt = self.final_alt(words, whole)
        return self.draw("final.png", alt, self.final_scene, words, whole, self.theme)

    @abstractmethod
    def comparison_look(self, look: L, played: Subject[V, E], better: Subject[V, E]) -> L:
        """Choose the look of a comparison: both pictures show the same part of the board, around
        what the moves change."""

    def compared_scenes(
        self, words: Words, played: Subject[V, E], better: Subject[V, E]
    ) -> tuple[Callable[[], Scene], Callable[[], Scene]]:
        scored = (self.overlay("scored"),)
        preview_look = self.look(self.theme, scored, compact=True, footer=False, words=words)
        look = self.comparison_look(preview_look, played, better)
        return partial(self.board_scene, played, look), partial(self.board_scene, better, look)

    @abstractmethod
    def replay_look(self, look: L, last: V) -> L:
        """Choose the look of a replay that ends with this view: all frames show the same part of
        the board."""

    def replay_scenes(self, words: Words, subjects: Sequence[Subject[V, E]]) -> Iterable[Scene]:
        look = self.replay_look(self.look(self.theme, words=words), subjects[-1].view)
        for subject in subjects:
            names = self.final_overlays if self.is_over(subject.view) else ("scored",)
            yield self.board_scene(subject, replace(look, overlays=tuple(map(self.overlay, names))))

    def emojis(self) -> Mapping[EmojiName, str]:
        return read_digests(self.art)

    def draw_emoji(self, name: EmojiName) -> bytes:
        return png_of(self.emoji_image(self.painter().source, name))

    @abstractmethod
    def emoji_image(self, sprites: Sprites, name: EmojiName) -> Image: ...
