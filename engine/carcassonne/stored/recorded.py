"""Records as `engine.game` offers them: converted to and from a game given by its moves as
texts."""

from engine.carcassonne.setup import new_setup
from engine.carcassonne.stored.record_reading import read_record as read_played
from engine.carcassonne.stored.record_writing import RULES
from engine.carcassonne.stored.record_writing import write_record as write_played
from engine.carcassonne.vocabulary.notation import move_text, parse_move
from engine.carcassonne.vocabulary.options import options_from, options_to_dict
from engine.errors import RecordError, RunningRecord
from engine.recorded import Recorded, parse_deed


def write_record(recorded: Recorded) -> str:
    """The record of the game, played again."""
    options, players = options_from(recorded.options), recorded.players
    setup = new_setup(recorded.seed, options, recorded.first, len(players))
    done = [parse_deed(text, parse_move) for text in recorded.moves]
    return write_played(RULES.play(setup, done, players, recorded.ending))


def read_record(text: str) -> Recorded:
    """The game in a record that has ended and whose tiles were drawn in the order its seed
    gives."""
    played = read_played(text)
    setup = played.setup
    if played.result is None:
        raise RunningRecord
    if setup != new_setup(setup.seed, setup.options, setup.first, setup.seats):
        raise RecordError("seed", "it does not give this deck with the tiles of the base game")
    return played.recorded(options_to_dict(setup.options), move_text)
