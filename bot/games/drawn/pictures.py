"""The pictures that every game makes in the same way, from what `render` has for it.

What a picture shows and how it looks is decided in `render`. A drawing is only described here: its
scene is made and painted later, in a painter process.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.games.drawn.drawings import THEME, drawing
from bot.games.drawn.standings import averages_drawing, leaderboard_drawing
from bot.games.drawn.stories import chances_drawing, chart_drawing, replay_drawing
from bot.games.moment import Events, Names
from bot.games.pictures import BOARD_FILE, Drawing, Standings
from bot.locale import Words
from bot.match.results import Statistics
from engine.players.review import Review
from engine.recorded import Ending
from render.picture.paint import Painter
from render.picture.scene import Name, Scene
from render.tables.chart import Course
from render.tables.leaderboard import Adornment
from render.tables.replay import Frame
from render.tables.sources import Kind

ILLUSTRATED = "aim"
"""The topic that has a picture, which shows all pieces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Art:
    """What `render` has for a game. The functions take the same arguments in every game."""

    painter: Callable[[], Painter]
    alt: Any
    """The module of its alt texts."""
    overlay: type[StrEnum]
    """The overlays, among them `SCORED` and `FINAL`."""
    for_a_move: Collection[str]
    """The overlays that help with a move."""
    look: Callable[..., Any]
    board: Callable[..., Scene]
    at_rest: Callable[[Any, Ending | None], Any]
    frame: Callable[..., Any]
    replay: Callable[..., bytes]
    course: Callable[[Sequence[Events]], Course]
    leaderboard: Adornment
    kinds: Sequence[Kind]
    players: Sequence[Name]


class DrawnPictures:
    """Implements as much of `bot.games.pictures.Pictures` as is the same in every game."""

    art: Art

    @property
    def overlays(self) -> Sequence[str]:
        return tuple(overlay.value for overlay in self.art.overlay)

    @property
    def usual_overlays(self) -> Sequence[str]:
        return ("scored",)

    def overlays_on(self, view: Any, ending: Ending | None = None) -> Sequence[str]:
        """Leaves out the overlay about the end unless the game was played to its end, and after any
        end those that help with a move."""
        played_out = view.phase == "over"
        over = played_out or ending is not None
        return [
            overlay
            for overlay in self.overlays
            if (played_out or overlay != "final") and not (over and overlay in self.art.for_a_move)
        ]

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
        at_rest, named = self.art.at_rest(view, ending), self.art.overlay(overlay)
        return str(self.art.alt.overlay_note(words, at_rest, events, named))

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
        look = self.look(words, overlays, compact=compact, legend=legend)
        told = {"events": events, "ending": ending}
        explained = look.overlays if legend else ()
        alt = self.art.alt.board_alt(words, view, tuple(names), **told, overlays=explained)
        return self.on_the_board(alt, view, names, look, **told)

    def look(
        self,
        words: Words,
        overlays: Collection[str] = (),
        *,
        compact: bool = False,
        legend: bool = False,
    ) -> Any:
        chosen = tuple(map(self.art.overlay, overlays))
        return self.art.look(THEME, chosen, compact, words=words, legend=legend)

    def on_the_board(
        self, alt: str, view: Any, names: Names, look: Any, **shown: object
    ) -> Drawing:
        return self.drawn(BOARD_FILE, alt, self.art.board, view, tuple(names), **shown, look=look)

    def drawn(
        self, filename: str, alt: str, scene: Callable[..., Scene | None], *args: Any, **more: Any
    ) -> Drawing:
        return drawing(filename, alt, self.art.painter, scene, *args, **more)

    def chart(self, words: Words, told: Sequence[Events], names: Names) -> Drawing:
        alt = self.art.alt.chart_alt(words, told, tuple(names))
        return chart_drawing(words, names, self.art.painter, self.art.course(told), alt)

    def chances(self, words: Words, review: Review, names: Names) -> Drawing:
        return chances_drawing(words, names, self.art.painter, review)

    def replay(
        self,
        words: Words,
        frames: Sequence[Frame[Any, Any]],
        names: Names,
        ending: Ending | None = None,
    ) -> Drawing:
        players = tuple(names)
        frames = [self.art.frame(frame.view, tuple(frame.events)) for frame in frames]
        alt = self.art.alt.replay_alt(words, frames, players)
        return replay_drawing(
            alt, self.art.painter, self.art.replay, frames, players, self.look(words), ending
        )

    def leaderboard(self, words: Words, shown: Standings) -> Drawing:
        return leaderboard_drawing(words, shown, self.art.painter, self.art.leaderboard)

    def averages(self, words: Words, players: Sequence[tuple[str, Statistics]]) -> Drawing:
        return averages_drawing(words, players, self.art.painter, self.art.kinds, self.art.players)
