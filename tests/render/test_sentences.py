"""What every game says alike has one wording: bold in a report, plain where no Markdown is."""

import pickle

import pytest

from engine.recorded import Ending
from render.locale import english, plain
from render.sentences import describe_early_end, describe_result, describe_sources

ENGLISH = english()
NAMES = ("Anna", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("scores", "winners", "said"),
    [
        ((51, 48), (0,), "**The game is over: Anna wins, 51 to 48.**"),
        ((51, 51), (0, 1), "**The game is over: Anna and Ben share the win with 51 points each.**"),
        ((9, 30, 12), (1,), "**The game is over: Ben wins with 30 points.** Cleo 12 and Anna 9."),
    ],
)
def test_the_result_names_everybody(
    scores: tuple[int, ...], winners: tuple[int, ...], said: str
) -> None:
    assert describe_result(ENGLISH, NAMES, winners, scores) == said


def test_plain_words_leave_names_as_they_are() -> None:
    names = ("**Anna**", "Ben")
    assert describe_result(plain(ENGLISH), names, (0,), (51, 48)) == (
        "The game is over: **Anna** wins, 51 to 48."
    )
    assert describe_sources(plain(ENGLISH), "carcassonne", "*Ben*", {"city": 8, "road": 2}) == (
        "*Ben*: 10 points (cities 8, roads 2)"
    )


def test_plain_words_stay_plain_in_another_process() -> None:
    for words in (ENGLISH, plain(ENGLISH)):
        again = pickle.loads(pickle.dumps(words))
        assert again("sentence.name", name="Anna") == words("sentence.name", name="Anna")


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (2, "The game is over: Anna wins, as the other player resigned."),
        (3, "The game is over: Anna wins, as everybody else resigned."),
    ],
)
def test_who_resigned_depends_on_how_many_play(seats: int, said: str) -> None:
    assert describe_early_end(ENGLISH, NAMES[:seats], Ending("resigned", (0,))) == said
