"""What the table refuses, in words."""

from bot.games.faces import FACES
from bot.locale import ENGLISH, words_of
from bot.match.errors import Refused, Why
from bot.presentation.refusals import explain_refused
from render.locale import plain

WORDS = plain(words_of(ENGLISH))


def why(error: Refused, kind: str = "castle") -> str:
    texts = FACES[kind].texts
    names = ("Anna", "Ben")
    return explain_refused(
        WORDS, kind, texts, names, error, write=str.upper, tell_time=lambda moment: f"at {moment}"
    ).why


def test_what_fits_nowhere_is_named() -> None:
    tile = FACES["castle"].texts.kind_name(WORDS, "bend-1")
    assert tile != "bend-1"
    refused = Refused(Why.FITS_NOWHERE, drawn="bend-1")
    assert why(refused) == f"{tile} cannot be played in the position as it is now."


def test_seats_times_and_people_are_named_where_it_is_said() -> None:
    assert why(Refused(Why.NOT_YOUR_TURN, seat=1)) == "It is Ben's turn."
    assert why(Refused(Why.TIME_LEFT, seat=0, at=7)).endswith("it runs out at 7.")
    refused = Refused(Why.PLAYS_TOO_MANY_AGAINST_COMPUTERS, player="Anna", most=3)
    assert why(refused).startswith("ANNA is playing 3 games")
