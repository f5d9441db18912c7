"""The words of a hint: what is scored comes first, and only what differs is said of each move."""

from collections.abc import Mapping, Sequence

import pytest

from bot.games.faces import FACES
from bot.locale import ENGLISH, languages, words_of
from bot.presentation.hints import explain_judged, hint_lines
from engine.players.carcassonne.reasons import NAMES as CARCASSONNE
from engine.players.castellan.reasons import NAMES as CASTELLAN
from engine.players.castle.reasons import NAMES as CASTLE
from engine.players.expert import Reason
from engine.players.search import Idea
from tests.bot.games.words import every_reason

WORDS = words_of(ENGLISH)
NAMES = ("Anna", "Ben")
CLAIMS = Reason("opens", 3.1, {"kind": "house", "tiles": 1, "fits": 36})
COMPLETES = Reason("scores", -3.0, {"kind": "path", "points": 24}, scored=24)
BRINGS_BACK = Reason("brings-home", 4.9, {"followers": 1})
TAKES = Reason("takes-wall-tile", 3.2, {"space": 16})
SLIGHT = Reason("helps", -0.4, {"kind": "tower", "seat": 1})


def lines(*reasons: tuple[Reason, ...]) -> list[str]:
    """Lines of a hint whose moves are on E1, E2 and so on."""
    ideas = [Idea("", 1.0, each) for each in reasons]
    moves = [f"E{number}" for number in range(1, len(ideas) + 1)]
    return [*hint_lines(WORDS, FACES["castle"].texts, NAMES, ideas, moves)]


def test_what_is_scored_has_no_other_points_before_it() -> None:
    assert lines((COMPLETES, BRINGS_BACK), (CLAIMS,)) == [
        "**1 · +1.0** · completes your path: 24 points · +4.9 brings 1 follower back",
        "**2 · +1.0** · +3.1 claims a house (36 tiles still fit)",
    ]


def test_what_all_moves_do_is_said_once() -> None:
    assert lines((TAKES, CLAIMS), (TAKES, BRINGS_BACK)) == [
        "-# Each of them takes the wall tile on 16.",
        "**1 · +1.0** · +3.1 claims a house (36 tiles still fit)",
        "**2 · +1.0** · +4.9 brings 1 follower back",
    ]


def test_it_is_the_same_whatever_it_is_worth() -> None:
    cheaper = Reason(CLAIMS.name, 2.9, CLAIMS.facts)
    assert lines((CLAIMS,), (cheaper,))[0] == "-# Each of them claims a house (36 tiles still fit)."


def test_what_is_scored_is_said_of_every_move() -> None:
    every = lines((COMPLETES,), (COMPLETES, CLAIMS))
    assert all("completes your path: 24 points" in line for line in every)


def test_a_move_like_an_earlier_one_is_told_by_its_place() -> None:
    assert lines((CLAIMS,), (CLAIMS,), (TAKES,))[1:] == [
        "**2 · +1.0** · like 1 · E2",
        "**3 · +1.0** · +3.2 takes the wall tile on 16",
    ]


def test_moves_that_score_alike_are_told_by_their_places() -> None:
    assert lines((COMPLETES,), (COMPLETES,))[1] == (
        "**2 · +1.0** · completes your path: 24 points · E2"
    )


def test_a_move_without_reasons_is_told_by_its_place() -> None:
    assert lines((CLAIMS,), ())[1] == "**2 · +1.0** · E2"


def test_what_weighs_little_beside_the_rest_is_left_out() -> None:
    assert lines((CLAIMS, SLIGHT)) == ["**1 · +1.0** · +3.1 claims a house (36 tiles still fit)"]


# Beside a button a phone has room for two lines of 48 characters, and the number of a move and its
# lead take a dozen of them.
TWO_LINES = 84
# Reasons with their facts, and the kinds of feature that they can be about.
REASONS: Mapping[str, tuple[Mapping[str, Sequence[str]], Sequence[str]]] = {
    "castle": (CASTLE, ("path", "tower", "house", "court")),
    "carcassonne": (CARCASSONNE, ("road", "city")),
    "castellan": (CASTELLAN, ()),
}
LARGE: Mapping[str, Sequence[str | int]] = {
    "chance": (99,),
    "cities": (5,),
    "courtyards": (3,),
    "each": (3,),
    "fits": (44,),
    "followers": (3,),
    "markets": (5,),
    "number": (3,),
    "others": (5,),
    "own": (5,),
    "pieces": (3,),
    "place": ("9,9",),
    "points": (24,),
    "seat": (1,),
    "soon": (3,),
    "space": (40,),
    "theirs": (24,),
    "thing": ("cathedral",),
    "tiles": (12,),
    "yours": (24,),
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", REASONS)
def test_a_reason_takes_two_lines_of_a_phone(kind: str, language: str) -> None:
    named, kinds = REASONS[kind]
    texts = FACES[kind].texts
    reasons = list(every_reason(named, kind=kinds, **LARGE))
    assert len(reasons) >= len(named)
    too_long = [
        text
        for reason in reasons
        if len(text := explain_judged(words_of(language), texts, NAMES, reason)) > TWO_LINES
    ]
    assert not too_long


def test_hints_name_inns_cathedrals_and_the_large_follower() -> None:
    road = {"kind": "road", "place": "3,0"}
    reasons = (
        Reason("raises-own", 2.3, {**road, "thing": "inn", "each": 2}),
        Reason("spoils-other", 4.9, {**road, "thing": "cathedral", "chance": 16, "seat": 1}),
        Reason("takes-over-large", 6.0, {**road, "tiles": 4, "seat": 1}),
    )
    ideas = [Idea("", 1.0, (reason,)) for reason in reasons]
    texts = FACES["carcassonne"].texts
    assert [*hint_lines(WORDS, texts, NAMES, ideas, ["", "", ""])] == [
        "**1 · +1.0** · +2.3 makes your road on P50 2 a tile with an inn, nothing if left open",
        "**2 · +1.0** · +4.9 spoils the road of Ben on P50 with a cathedral"
        " (16% likely to be completed)",
        "**3 · +1.0** · +6.0 takes over the road of Ben on P50 (4 tiles) with the large follower",
    ]
