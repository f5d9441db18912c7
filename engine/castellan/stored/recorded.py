"""Records as `engine.game` offers them: converted to and from a game given by its moves as
texts."""

from engine.castellan.material.cards import standard_cards
from engine.castellan.setup import new_setup
from engine.castellan.stored.record_reading import read_record as read_played
from engine.castellan.stored.record_writing import RULES
from engine.castellan.stored.record_writing import write_record as write_played
from engine.castellan.vocabulary.notation import move_text, parse_move
from engine.castellan.vocabulary.options import options_from, options_to_dict
from engine.errors import RecordError
from engine.recorded import Recorded, parse_deed


def write_record(recorded: Recorded) -> str:
    """The record of the game, played again."""
    options, players = options_from(recorded.options), recorded.players
    setup = new_setup(recorded.seed, recorded.first, len(players), options=options)
    done = [parse_deed(text, parse_move) for text in recorded.moves]
    return write_played(RULES.play(setup, done, players, recorded.ending))


def read_record(text: str) -> Recorded:
    """The game in a record, if its cards are this project's, drawn in the order its seed gives."""
    played = read_played(text)
    setup = played.setup
    if setup.cards != standard_cards():
        raise RecordError("cards", "a game can only be taken over if it was played with ours")
    if setup != new_setup(setup.seed, setup.first, setup.seats, options=setup.options):
        raise RecordError("seed", "it does not give these decks and this commitment")
    return played.recorded(options_to_dict(setup.options), move_text)
