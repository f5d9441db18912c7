"""Records as `engine.game` offers them: converted to and from a game given by its moves as
texts."""

from engine.castle.setup import new_setup
from engine.castle.stored.record_reading import read_record as read_played
from engine.castle.stored.record_writing import Ended, play
from engine.castle.stored.record_writing import write_record as write_played
from engine.castle.vocabulary.notation import move_text, parse_move
from engine.castle.vocabulary.options import options_from, options_to_dict
from engine.errors import RecordError
from engine.recorded import Recorded


def write_record(recorded: Recorded) -> str:
    """The record of the game, played again."""
    first, second = recorded.players
    winner = recorded.winners[0] if recorded.winners else None
    ended = None if recorded.ended is None else Ended(recorded.ended, winner)
    setup = new_setup(recorded.seed, options_from(recorded.options), recorded.first)
    moves = [parse_move(text) for text in recorded.moves]
    return write_played(play(setup, moves, (first, second), ended))


def read_record(text: str) -> Recorded:
    """The game in a record that has ended and whose tiles were drawn in the order its seed
    gives."""
    played = read_played(text)
    setup = played.setup
    if played.result is None:
        raise RecordError("result", "the game still runs, so the deck to go on with is not in it")
    if setup != new_setup(setup.seed, setup.options, setup.first):
        raise RecordError("seed", "it does not give this deck and these wall tiles with the tiles")
    winner = None if played.ended is None else played.ended.winner
    return Recorded(
        options=options_to_dict(setup.options),
        seed=setup.seed,
        first=setup.first,
        players=played.players,
        moves=tuple(move_text(ply.move) for ply in played.plies if ply.move is not None),
        ended=None if played.ended is None else played.ended.result,
        winners=() if winner is None else (winner,),
    )
