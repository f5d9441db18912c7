"""What the page of a game shows: any of its positions, and everything that has happened.

All of it is what spectators may know, in the language of whoever reads it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import NamedTuple

from bot import VERSION
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.game import ENDED, Game, Seat
from bot.presentation.boards import board_drawing, early_ending, position_key, subject_of
from bot.presentation.names import player_name, raw_names
from bot.presentation.reviews import review_lines
from bot.presentation.status import describe_status, headline
from bot.process.clock import Millis
from bot.table.games import PublicMove
from bot.table.positions import Position
from bot.table.table import Table
from bot.web.sharing import Shared
from engine.players.review import Review
from render.locale import plain
from render.picture.palette import THEMES
from render.picture.scene import ThemeName
from render.pictures import Drawing

# The pictures of a whole game, and the keys of what they are called.
FIGURES: Mapping[str, str] = {
    "final": "button.score",
    "chart": "web.chart",
    "chances": "button.review",
}
# The games whose moves are kept in memory: each takes some hundred kilobytes.
MOST_GAMES = 32
# The positions that are kept: each takes some ten kilobytes beside what they share.
MOST_POSITIONS = 64


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """A game, with the names that its page gives the players, and the words of a reader."""

    key: str
    game: Game
    face: AnyFace
    words: Words

    @property
    def plain_words(self) -> Words:
        return plain(self.words)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player_name(self.plain_words, seat) for seat in self.game.seats)

    @property
    def state(self) -> tuple[object, ...]:
        """Tells how the game stands, and who reads of it in which language."""
        return (self.game.id, self.game.revision, self.names, self.words.language)

    @property
    def is_over(self) -> bool:
        return self.game.status in ENDED


class Picture(NamedTuple):
    drawing: Drawing
    key: tuple[object, ...]
    """Of the studio's cache."""

    @property
    def version(self) -> str:
        """Tells it from every other picture."""
        return _version(self.key)


class Standing(NamedTuple):
    seat: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A position as it is shown."""

    ply: int
    last: int
    """The number of moves so far."""
    branch: int
    overlay: str
    alt: str
    versions: Mapping[str, str]
    """Of its picture, by theme."""
    note: str
    """How the overlay is read."""
    overlays: Mapping[str, str]
    """The labels of those that can be laid over it, by name."""
    standings: Sequence[Standing]
    supply: str
    """What is left to come."""
    status: str
    since: Millis | None
    """Since when somebody has been to move; None if this is not the present."""


class LogEntry(NamedTuple):
    ply: int
    seat: int
    text: str
    news: Sequence[str]
    why: str
    mark: str
    """What the review calls the move, if it has a mark."""
    end: Sequence[str]
    """The final scoring."""
    notes: Sequence[str]
    """What was noted there, as far as the reader may read it."""


class Watching:
    """Reads the games that are watched. One per process."""

    def __init__(self, table: Table, faces: Mapping[str, AnyFace]) -> None:
        self._table = table
        self._faces = faces
        self._games = Shared[Game | None]()
        self._positions = Shared[Position](MOST_POSITIONS)
        self._moments = Shared[Moment](MOST_POSITIONS)
        self._moves = Shared[Sequence[PublicMove]](MOST_GAMES)

    async def find(self, key: str, words: Words) -> WatchedGame | None:
        game = await self._games.get(key, lambda: self._table.game_pages.find(key))
        if game is None:
            return None
        return WatchedGame(key, with_page_names(words, game), self._faces[game.kind], words)

    async def position(self, watched: WatchedGame, ply: int | None) -> Position:
        game = watched.game

        async def read() -> Position:
            position = await self._table.games.position(game.id, None, ply)
            return replace(position, game=with_page_names(watched.words, position.game))

        return await self._positions.get((*watched.state, ply), read)

    async def moment(self, watched: WatchedGame, position: Position, overlay: str = "") -> Moment:
        key = (*watched.state, position.ply, overlay)
        return await self._moments.get(key, lambda: self._moment(watched, position, overlay))

    async def _moment(self, watched: WatchedGame, position: Position, overlay: str) -> Moment:
        game = position.game
        face = watched.face
        words = watched.plain_words
        picture = board_picture(watched, position, overlay)
        is_present = position.ply == game.ply
        note = ""
        if overlay:
            subject = replace(subject_of(position), names=watched.names)
            notes = [
                face.pictures.overlay_note(words, subject, overlay),
                face.texts.overlay_note(words, position.view, watched.names, overlay),
            ]
            note = " ".join(filter(None, notes))
        status = describe_status(words, game, watched.names)
        if watched.is_over and is_present:
            status = headline(words, game, watched.names, position.scores)
        return Moment(
            ply=position.ply,
            last=game.ply,
            branch=game.branch,
            overlay=overlay,
            alt=picture.drawing.alt,
            versions={theme: _version(_in_theme(picture.key, theme)) for theme in THEMES},
            note=note,
            overlays={
                name: words(f"{game.kind}.overlay.{name}")
                for name in face.pictures.overlays_on(position.view, early_ending(position))
            },
            standings=[
                Standing(seat, name, points)
                for seat, (name, points) in enumerate(
                    zip(watched.names, position.scores, strict=True)
                )
            ],
            supply=face.texts.describe_supply(words, position.view),
            status=status if is_present else "",
            since=game.waiting_since if is_present and not watched.is_over else None,
        )

    async def log(
        self, watched: WatchedGame, after: int = 0, user_id: int | None = None
    ) -> Sequence[LogEntry]:
        """Tell all moves after this many, with the notes that this person, or everybody, may
        read."""
        game = watched.game
        words = watched.plain_words
        texts = watched.face.texts
        review = await self._table.reviews.stored_review(game.id) if watched.is_over else None
        marks = _marks(words, review)
        notes = await self._notes(watched, user_id)
        entries = []
        for move in (await self.moves(game))[after:]:
            report = texts.report(words, watched.names, move.events)
            entries.append(
                LogEntry(
                    ply=move.ply,
                    seat=move.seat,
                    text=report.first,
                    news=report.news,
                    why=" ".join(report.why),
                    mark=marks.get(move.ply, ""),
                    end=[line.removeprefix("- ") for line in report.end],
                    notes=notes.get(move.ply, ()),
                )
            )
        return entries

    async def figure(
        self, watched: WatchedGame, name: str, theme: ThemeName = "dark"
    ) -> Picture | None:
        """Draw one of the FIGURES; None as long as there is nothing in it."""
        game = watched.game
        words = watched.words
        pictures = replace(watched.face.pictures, theme=theme)
        moves = await self.moves(game)
        events = [(), *(move.events for move in moves)]
        drawing = None
        if name == "chart" and any(any(move.points) for move in moves):
            drawing = pictures.chart(words, events, raw_names(game))
        if name == "final" and watched.is_over:
            position = await self.position(watched, None)
            drawing = pictures.final(words, subject_of(position), events)
        if name == "chances" and watched.is_over:
            review = await self._table.reviews.stored_review(game.id)
            if review is not None:
                drawing = pictures.chances(words, review, raw_names(game))
        if drawing is None:
            return None
        moment = (game.commitment, game.branch, game.ply, game.status)
        key = (words.language, *moment, raw_names(game), "figure", name)
        return Picture(drawing, _in_theme(key, theme))

    async def review(self, watched: WatchedGame) -> Sequence[str]:
        """Tell how well everybody played, and how lucky they were; nothing before the game has been
        reviewed."""
        if not watched.is_over:
            return ()
        review = await self._table.reviews.stored_review(watched.game.id)
        if review is None:
            return ()
        return list(review_lines(watched.plain_words, watched.names, review))

    async def record(self, watched: WatchedGame) -> str:
        return await self._table.games.record(watched.game.id, names=raw_names(watched.game))

    async def moves(self, game: Game) -> Sequence[PublicMove]:
        """Read all moves that stand, once for all readers."""
        key = (game.id, game.branch, game.ply, game.status)
        return await self._moves.get(key, lambda: self._table.games.public_moves(game))

    async def _notes(
        self, watched: WatchedGame, user_id: int | None
    ) -> Mapping[int, Sequence[str]]:
        """Read the notes by ply: this person's own, and once the game is over what the players
        opened to all."""
        if user_id is None and not watched.is_over:
            return {}
        words = watched.plain_words
        notes: dict[int, list[str]] = {}
        for note in await self._table.own_notes.of(watched.game, user_id):
            seat = watched.game.seat_for(note.user_id)
            if note.user_id == user_id:
                notes.setdefault(note.ply, []).append(words("note.own", text=note.text))
            elif seat is not None:
                text = words("note.of", name=watched.names[seat], text=note.text)
                notes.setdefault(note.ply, []).append(text)
        return notes


def board_picture(
    watched: WatchedGame, position: Position, overlay: str = "", theme: ThemeName = "dark"
) -> Picture:
    """Draw a position as its post does, so that the studio paints it once for both."""
    words = watched.words
    pictures = replace(watched.face.pictures, theme=theme)
    if overlay:
        drawing = board_drawing(words, pictures, position, overlay)
        key = position_key(words, position, "look", overlay, False)
    else:
        drawing = board_drawing(words, pictures, position)
        key = position_key(words, position, "post")
    return Picture(drawing, _in_theme(key, theme))


def possible_overlay(watched: WatchedGame, position: Position, wanted: str) -> str:
    """Return the overlay that is wanted if it applies to the position, or else none."""
    possible = watched.face.pictures.overlays_on(position.view, early_ending(position))
    return wanted if wanted in possible else ""


def with_page_names(words: Words, game: Game) -> Game:
    """Call those who want it by the colour that they play."""
    seats = []
    for number, seat in enumerate(game.seats):
        wants_colour = seat.preferences.page_name == "colour"
        seats.append(_called_by_colour(words, number, seat) if wants_colour else seat)
    return replace(game, seats=tuple(seats))


def _called_by_colour(words: Words, number: int, seat: Seat) -> Seat:
    return replace(seat, name=words(f"web.colour.{number}"))


def _version(key: tuple[object, ...]) -> str:
    text = repr((VERSION, key))
    return blake2b(text.encode(), digest_size=9).hexdigest()


def _in_theme(key: tuple[object, ...], theme: ThemeName) -> tuple[object, ...]:
    return key if theme == "dark" else (*key, theme)


def _marks(words: Words, review: Review | None) -> Mapping[int, str]:
    if review is None:
        return {}
    return {
        move.ply: words(f"review.marked.{move.mark}")
        for move in review.moves
        if move.mark is not None
    }
