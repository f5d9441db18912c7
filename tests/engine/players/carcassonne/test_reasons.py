"""Why a turn is good or bad, in names and facts for which the faces have words."""

from engine.carcassonne.game import carcassonne
from engine.carcassonne.moves import Turn
from engine.players.carcassonne.candidates import candidates
from engine.players.carcassonne.reasons import MOST, NAMES, reasons
from tests.engine.carcassonne.kit.boards import table
from tests.engine.players.carcassonne.games import positions

TO_COME = ("E", "N", "U", "V", "R", "W", "L") * 2


def told(drawn: str, move: str, draws: str = "U") -> dict[str, dict[str, str | int]]:
    """The reasons for and against this move: facts by name."""
    state = table(drawn, draws, then=TO_COME)
    found = reasons(state, carcassonne.parse_move(move))
    return {one.name: dict(one.facts) for one in found}


def test_every_turn_has_a_few_reasons_with_the_facts_that_are_listed() -> None:
    for state in positions(3, {}, every=6):
        for candidate in candidates(state)[::3]:
            assert isinstance(candidate.move, Turn)
            found = reasons(state, candidate.move)
            assert 1 <= len(found) <= MOST
            for one in found:
                assert tuple(one.facts) == NAMES[one.name]


def test_the_weightiest_reason_comes_first() -> None:
    for state in positions(2, {}, every=9):
        for candidate in candidates(state)[::4]:
            assert isinstance(candidate.move, Turn)
            points = [abs(one.points) for one in reasons(state, candidate.move)]
            assert points == sorted(points, reverse=True)


def test_it_completes_the_players_own_city() -> None:
    drawn = """
        fc0cf
        fffff
        rrrrr
        fffff
        fffff
        """
    given = told(drawn, "0,1 r2", draws="E")
    assert given["completes-own"] == {"kind": "city", "place": "0,0", "points": 2}
    assert given["returns-followers"] == {"number": 1}


def test_it_makes_anothers_city_harder_to_complete() -> None:
    drawn = """
        fc1cf fffff
        fffff fffff
        rrrrr rrrrr
        fffff fffff
        fffff fffff
        """
    given = told(drawn, "1,1 r1")
    assert given["hinders-other"]["kind"] == "city"
    assert given["hinders-other"]["seat"] == 1


def test_it_joins_the_city_of_another() -> None:
    drawn = """
        ..... fffff
        ..... cffff
        ..... 1ffff
        ..... cffff
        ..... fffff

        fc0cf fffff
        fffff fffff
        rrrrr rrrrr
        fffff fffff
        fffff fffff
        """
    given = told(drawn, "0,1 r1", draws="R")
    assert given["joins-other"]["seat"] == 1
    assert given["joins-other"]["tiles"] == 3


def test_it_claims_a_road() -> None:
    drawn = """
        fcccf
        fffff
        rrrrr
        fffff
        fffff
        """
    given = told(drawn, "1,0 r1 highwayman@E")
    assert given["claims"]["kind"] == "road"
    assert given["uses-follower"] == {"number": 6}
