"""Contents of board posts, as spectators may see them, and the settings they follow."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.game import Game
from bot.match.messages import BoardPost
from bot.match.predictions import ScoredPrediction
from bot.match.rules import rules_of
from bot.store.connection.database import AsyncConnection, Database
from bot.store.games import require_game
from bot.store.log import LoggedMove, current_moves
from bot.store.people import settings_of
from bot.table.channels import ChannelSettings, parse_settings
from bot.table.games import Games
from bot.table.positions import Events, Position, Positions, replay_to, visible_move
from bot.table.predictions import score_predictions

# The predictions of the move that led to a position, and the settings of its channel.
BoardExtras = tuple[tuple[ScoredPrediction, ...], ChannelSettings]


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board that is posted."""

    position: Position
    predictions: tuple[ScoredPrediction, ...]
    """The predictions of the move that led to it."""
    settings: ChannelSettings
    """Those of its channel."""


@dataclass(frozen=True, slots=True)
class SupersededBoard:
    """A board that was posted earlier, from the log alone."""

    game: Game
    stands: bool
    """The move that led to it still stands; if not, nothing is shown of it."""
    last_move: LoggedMove | None
    """None for the start of a game."""
    events: Events
    scores: tuple[int, ...]
    """The points after that move."""
    predictions: tuple[ScoredPrediction, ...]
    settings: ChannelSettings


@dataclass(frozen=True, slots=True)
class Boards:
    """Boards of all games. One per table."""

    database: Database
    positions: Positions
    games: Games

    async def show(self, message: BoardPost, board: ShownBoard | None) -> ShownBoard:
        """Show a board, whose position counts as shown from then on. Nothing is read if it is at
        hand."""
        if board is None or not _is_of(message, board.position):
            position = await self.games.position(message.game_id, None, ply=message.ply)
            extras = await self.database.read(board_extras, position.game, position.ply)
            board = ShownBoard(position, *extras)
        self.positions.note_shown(board.position.game, board.position.ply)
        return board

    async def read_superseded(self, board: BoardPost) -> SupersededBoard:
        async with self.database.viewing() as connection:
            game = await require_game(connection, board.game_id)
            predictions, settings = await board_extras(connection, game, board.ply)
            if board.branch != game.branch or board.ply > game.ply:
                return SupersededBoard(game, False, None, (), (), (), settings)
            moves = await current_moves(connection, game.id, board.ply)
            if any(move.shortened for move in moves):
                state, events = await replay_to(connection, game, board.ply)
                scores = rules_of(game.kind).scores(state)
            else:
                events, scores = _read_events(game, moves)
        visible = visible_move(game, moves[-1] if moves else None, events)
        return SupersededBoard(game, True, *visible, scores, predictions, settings)


def _read_events(game: Game, moves: Sequence[LoggedMove]) -> tuple[Events, tuple[int, ...]]:
    """Read the events of the last move, and the points that all moves gave."""
    rules = rules_of(game.kind)
    scores = [0] * len(game.seats)
    events: Events = ()
    for move in moves:
        events = rules.event_log.parse(move.events)
        for seat, points in enumerate(rules.points(events)):
            scores[seat] += points
    return events, tuple(scores)


def _is_of(board: BoardPost, position: Position) -> bool:
    game = position.game
    same_line = board.game_id == game.id and board.branch == game.branch
    return same_line and board.ply == position.ply


async def board_extras(connection: AsyncConnection, game: Game, ply: int) -> BoardExtras:
    """Read the extras that a board shows in addition to its position."""
    predictions = await score_predictions(connection, game, ply)
    return predictions, parse_settings(await settings_of(connection, game.set_in))
