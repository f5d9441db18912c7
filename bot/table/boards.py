"""The contents of board posts, as spectators may see them, and their language."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.game import Game
from bot.match.messages import BoardPost
from bot.match.predictions import ScoredPrediction
from bot.match.rules import rules_of
from bot.store.connection.database import AsyncConnection, Database
from bot.store.games import require_game
from bot.store.log import LoggedMove, standing_moves
from bot.store.people import settings_of
from bot.table.channels import parse_settings
from bot.table.games import Games
from bot.table.positions import Events, Position, Positions, replay_to, visible_move
from bot.table.predictions import score_predictions

# The predictions of the move that led to a position, and the language of its channel.
BoardExtras = tuple[tuple[ScoredPrediction, ...], str]


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board that is posted."""

    position: Position
    predicted: tuple[ScoredPrediction, ...]
    """The predictions of the move that led to it."""
    language: str
    """That of its channel."""


@dataclass(frozen=True, slots=True)
class SupersededBoard:
    """A board that was posted earlier, from the log alone."""

    game: Game
    stands: bool
    """The move that led to it still stands; if not, nothing is shown of it."""
    last: LoggedMove | None
    """None for the start of a game."""
    events: Events
    scores: tuple[int, ...]
    """The points after that move."""
    predicted: tuple[ScoredPrediction, ...]
    language: str


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of all games. One per table."""

    database: Database
    positions: Positions
    games: Games

    async def show(self, board: BoardPost, known: ShownBoard | None) -> ShownBoard:
        """From then on its position counts as shown. Nothing is read if this board is known."""
        if known is None or not _is_of(board, known.position):
            position = await self.games.position(board.game_id, None, ply=board.ply)
            extras = await self.database.read(board_extras, position.game, position.ply)
            known = ShownBoard(position, *extras)
        self.positions.note_shown(known.position.game, known.position.ply)
        return known

    async def read_superseded(self, board: BoardPost) -> SupersededBoard:
        async with self.database.viewing() as connection:
            game = await require_game(connection, board.game_id)
            predicted, language = await board_extras(connection, game, board.ply)
            if board.branch != game.branch or board.ply > game.ply:
                return SupersededBoard(game, False, None, (), (), (), language)
            moves = await standing_moves(connection, game.id, board.ply)
            if any(move.shortened for move in moves):
                state, events = await replay_to(connection, game, board.ply)
                scores = rules_of(game.kind).scores(state)
            else:
                events, scores = _read_events(game, moves)
        seen = visible_move(game, moves[-1] if moves else None, events)
        return SupersededBoard(game, True, *seen, scores, predicted, language)


def _read_events(game: Game, moves: Sequence[LoggedMove]) -> tuple[Events, tuple[int, ...]]:
    """The events of the last move, and the points that all moves gave."""
    rules = rules_of(game.kind)
    scores = [0] * len(game.seats)
    events: Events = ()
    for move in moves:
        events = rules.event_log.parse(move.events)
        for seat, points in enumerate(rules.points(events)):
            scores[seat] += points
    return events, tuple(scores)


def _is_of(board: BoardPost, position: Position) -> bool:
    shown = (position.game.id, position.ply, position.game.branch)
    return shown == (board.game_id, board.ply, board.branch)


async def board_extras(connection: AsyncConnection, game: Game, ply: int) -> BoardExtras:
    """The extras that a board shows in addition to its position."""
    predicted = await score_predictions(connection, game, ply)
    settings = parse_settings(await settings_of(connection, game.set_in))
    return predicted, settings.language
