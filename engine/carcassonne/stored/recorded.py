"""Records as `engine.game` offers them: converted to and from a game given by its moves as
texts."""

from engine.carcassonne.setup import new_setup
from engine.carcassonne.stored.record_reading import read_record as read_played
from engine.carcassonne.stored.record_writing import play
from engine.carcassonne.stored.record_writing import write_record as write_played
from engine.carcassonne.vocabulary.notation import move_text, parse_move
from engine.carcassonne.vocabulary.options import options_from, options_to_dict
from engine.errors import RecordError
from engine.recorded import Recorded, deed_text, parse_deed


def write_record(recorded: Recorded) -> str:
    """The record of the game, played again."""
    options, players = options_from(recorded.options), recorded.players
    setup = new_setup(recorded.seed, options, recorded.first, len(players))
    done = [parse_deed(text, parse_move) for text in recorded.moves]
    return write_played(play(setup, done, players, recorded.ending))


def read_record(text: str) -> Recorded:
    """The game in a record that has ended and whose tiles were drawn in the order its seed
    gives."""
    played = read_played(text)
    setup, ending = played.setup, played.ending
    if played.result is None:
        raise RecordError("result", "the game still runs, so the deck to go on with is not in it")
    if setup != new_setup(setup.seed, setup.options, setup.first, setup.seats):
        raise RecordError("seed", "it does not give this deck with the tiles of the base game")
    return Recorded(
        options=options_to_dict(setup.options),
        seed=setup.seed,
        first=setup.first,
        players=played.players,
        moves=tuple(deed_text(ply.done, move_text) for ply in played.plies if ply.done is not None),
        ended=None if ending is None else ending.how,
        winners=() if ending is None else ending.winners,
    )
