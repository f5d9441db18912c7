"""How many points each seat is expected to end with."""

from engine.castellan.game import castellan
from engine.players.castellan.prospects import prospects
from tests.engine.castellan.kit.playing import games
from tests.engine.castellan.kit.tables import table


def test_the_prospects_of_an_ended_game_are_its_scores() -> None:
    for number in range(6):
        end = games(number)[-1].after
        assert prospects(end) == castellan.scores(end)


def test_a_card_more_is_worth_something() -> None:
    few, more = ("W1", "T1"), ("W1", "T1 T2")
    assert prospects(table("O---O", few, more))[1] > prospects(table("O---O", few, few))[1]


def test_what_can_be_closed_is_worth_something_to_the_player_to_act() -> None:
    nearly = """
        O   O
        |   |
        O---O
    """
    first, second = prospects(table(nearly)), prospects(table(nearly, seat=1))
    assert first[0] > first[1]
    assert first == second[::-1]
