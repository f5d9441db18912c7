"""The face of The Castle: every question of the bot, answered by the module that knows."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from bot.games.castle import choosing, naming, pictures, standing, totals
from bot.games.castle.words import foretelling, reading_aloud, refusing, spelling, telling, topics
from bot.games.face import Drawing, Events, Moment, Names, Standings
from bot.locale import Words
from bot.locale.refusals import Refusal
from bot.match.results.statistics import Statistics
from engine.castle.material.catalogue import standard_catalogue
from engine.castle.seen.view import View
from engine.errors import NotationError
from engine.questions import Part
from engine.recorded import Ending
from render.castle.art.colours.palette import shared_palette
from render.castle.art.sprites import load_sprites
from render.castle.board.overlays import Overlay
from render.castle.ending import at_rest
from render.castle.text import alt_text
from render.castle.text.text_board import text_board
from render.castle.tile_words import tile_named
from render.picture.paint import Painter
from render.processes import DrawingProcesses
from render.tiles.art.standing import find_places


def open_castle(
    cache: Path,
    progress: Callable[[int, int], None] | None = None,
    processes: DrawingProcesses | None = None,
) -> tuple["CastleFace", Callable[[], None]]:
    """The face at once, and what loads its art, slowly when the cache does not hold it. A picture
    that needs the art before that loads it, or waits for it."""
    catalogue = standard_catalogue()
    sprites = load_sprites(catalogue, cache=cache, progress=progress, processes=processes)

    def load_art() -> None:
        sprites.prepare()
        find_places(catalogue.tiles)

    return CastleFace(Painter(sprites, shared_palette())), load_art


class CastleFace:
    """Implements `bot.games.face.Face`."""

    overlays: Sequence[str] = tuple(overlay.value for overlay in Overlay)
    usual_overlays: Sequence[str] = (Overlay.SCORED.value,)
    topics: Sequence[str] = topics.TOPICS

    def __init__(self, painter: Painter) -> None:
        self._painter = painter

    def board(
        self,
        words: Words,
        view: View,
        names: Names,
        *,
        events: Events = (),
        ending: Ending | None = None,
        overlays: Collection[str] = (),
        compact: bool = False,
    ) -> Drawing:
        look = pictures.look(words, overlays, compact=compact)
        return pictures.board(self._painter, view, names, events=events, ending=ending, shown=look)

    def overlays_on(self, view: View, ending: Ending | None = None) -> Sequence[str]:
        return pictures.overlays_on(view, ending)

    def overlay_note(
        self, words: Words, view: View, events: Events, overlay: str, ending: Ending | None = None
    ) -> str:
        return alt_text.overlay_note(words, at_rest(view, ending), events, Overlay(overlay))

    def opening(self, words: Words, view: View, names: Names) -> Sequence[Drawing]:
        return pictures.opening(words, self._painter, view, names)

    def tried(
        self, words: Words, view: View, names: Names, parts: Sequence[Part], events: Events
    ) -> Drawing:
        return pictures.tried(words, self._painter, view, names, (parts, events))

    def side_by_side(self, words: Words, view: View, chosen: Sequence[Part]) -> Drawing | None:
        return pictures.side_by_side(words, self._painter, view, chosen)

    def supply(self, words: Words, view: View) -> Drawing:
        return pictures.tiles(words, self._painter, view)

    def kinds(self, words: Words, view: View) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
        return naming.kinds(words, view)

    def named(self, words: Words, kind: str) -> str:
        return tile_named(words, kind)

    def final(
        self, words: Words, view: View, names: Names, told: Sequence[Events]
    ) -> Drawing | None:
        if view.phase != "over":
            return None
        return pictures.final(words, self._painter, view, names, told)

    def chart(self, words: Words, told: Sequence[Events], names: Names) -> Drawing:
        return pictures.chart(words, self._painter, told, names)

    def replay(
        self,
        words: Words,
        moments: Sequence[Moment],
        names: Names,
        ending: Ending | None = None,
    ) -> Drawing:
        return pictures.replay(words, self._painter, moments, names, ending)

    def leaderboard(self, words: Words, shown: Standings) -> Drawing:
        return standing.leaderboard(words, self._painter, shown)

    def averages(self, words: Words, players: Sequence[tuple[str, Statistics]]) -> Drawing:
        return standing.averages(words, self._painter, players)

    def tallied(self, words: Words, statistics: Statistics) -> Sequence[str]:
        return standing.tallied(words, statistics)

    def tally_note(self, words: Words) -> str:
        return words("castle.tally.note")

    def text(self, words: Words, view: View, names: Names, ending: Ending | None = None) -> str:
        return text_board(words, view, pictures.pair(names), ending)

    def aloud(
        self, words: Words, view: View, names: Names, ending: Ending | None = None
    ) -> tuple[str, str]:
        stands = reading_aloud.stands(words, view, names, ending)
        return stands, reading_aloud.board(words, view, names)

    def told(self, words: Words, names: Names, events: Events) -> str:
        return telling.told(words, names, events)

    def scored(self, words: Words, names: Names, told: Sequence[Events]) -> str:
        return totals.scored(words, names, told)

    def waits(self, words: Words, view: View) -> str:
        return foretelling.waits(words, view)

    def foretold(self, words: Words, view: View, names: Names, events: Events) -> str:
        return foretelling.foretold(words, view, names, events)

    def question(self, words: Words, step: str) -> str:
        return choosing.question(words, step)

    def label(self, words: Words, view: View, before: Sequence[Part], step: str, token: str) -> str:
        return choosing.label(words, view, dict(before), step, token)

    def spelled(self, words: Words, view: View, parts: Sequence[Part]) -> str:
        return spelling.spelled(words, view, parts)

    def typed(self, text: str) -> tuple[str, ...]:
        return spelling.typed(text)

    def representative(self, view: View, step: str, token: str) -> str:
        return choosing.representative(view, step, token)

    def refusal(
        self, words: Words, names: Names, reason: str, facts: Mapping[str, object]
    ) -> Refusal:
        return refusing.refusal(words, names, reason, facts)

    def unreadable(self, words: Words, error: NotationError) -> Refusal:
        return refusing.unreadable(words, error)

    def rules(self, words: Words, topic: str, options: Mapping[str, str] | None = None) -> str:
        return topics.rules(words, topic, options)

    def illustration(self, words: Words, topic: str) -> Drawing | None:
        return pictures.primer(words, self._painter) if topic == topics.ILLUSTRATED else None
