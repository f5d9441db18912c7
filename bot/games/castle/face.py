"""The face of The Castle: every question of the bot, answered by the module that knows."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from bot.games.castle import (
    choosing,
    foretelling,
    naming,
    pictures,
    refusing,
    standing,
    telling,
    topics,
    totals,
)
from bot.games.face import Drawing, Events, Moment, Names, Standings
from bot.locale import Words
from bot.standing import Statistics
from engine.castle.catalogue import standard_catalogue
from engine.castle.view import View
from engine.errors import NotationError
from render.art.standing import find_places
from render.overlays import Overlay
from render.paint import Painter
from render.shared_palette import shared_palette
from render.sprites import load_sprites
from render.text_board import text_board


def load_castle(cache: Path, progress: Callable[[int, int], None] | None = None) -> "CastleFace":
    """The face with its art, drawn now when the cache does not hold it."""
    catalogue = standard_catalogue()
    sprites = load_sprites(catalogue, cache=cache, progress=progress)
    find_places(catalogue.tiles)
    return CastleFace(Painter(catalogue, sprites, shared_palette()))


class CastleFace:
    """Implements `bot.games.face.Face`."""

    overlays: Sequence[str] = tuple(overlay.value for overlay in Overlay)
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
        preview: str | None = None,
        overlays: Collection[str] = (),
        compact: bool = False,
    ) -> Drawing:
        look = pictures.look(words, overlays, compact=compact)
        return pictures.board(
            self._painter, view, names, events=events, preview=preview, shown=look
        )

    def tiles(self, words: Words, view: View) -> Drawing:
        return pictures.tiles(words, self._painter, view)

    def kinds(self, words: Words, view: View) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
        return naming.kinds(words, view)

    def final(
        self, words: Words, view: View, names: Names, told: Sequence[Events]
    ) -> Drawing | None:
        if view.phase != "over":
            return None
        return pictures.final(words, self._painter, view, names, told)

    def chart(self, words: Words, told: Sequence[Events], names: Names) -> Drawing:
        return pictures.chart(words, self._painter, told, names)

    def replay(self, words: Words, moments: Sequence[Moment], names: Names) -> Drawing:
        return pictures.replay(words, self._painter, moments, names)

    def leaderboard(self, words: Words, shown: Standings) -> Drawing:
        return standing.leaderboard(words, self._painter, shown)

    def averages(self, words: Words, players: Sequence[tuple[str, Statistics]]) -> Drawing:
        return standing.averages(words, self._painter, players)

    def tallied(self, words: Words, statistics: Statistics) -> Sequence[str]:
        return standing.tallied(words, statistics)

    def tally_note(self, words: Words) -> str:
        return words("castle.tally.note")

    def text(self, words: Words, view: View, names: Names) -> str:
        return text_board(words, view, pictures.pair(names))

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

    def label(
        self, words: Words, view: View, chosen: Mapping[str, str], step: str, token: str
    ) -> str:
        return choosing.label(words, view, chosen, step, token)

    def refusal(self, words: Words, names: Names, reason: str, facts: Mapping[str, object]) -> str:
        return refusing.refusal(words, names, reason, facts)

    def unreadable(self, words: Words, error: NotationError) -> str:
        return refusing.unreadable(words, error)

    def rules(self, words: Words, topic: str) -> str:
        return topics.rules(words, topic)
