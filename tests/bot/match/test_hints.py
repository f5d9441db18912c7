"""Hints over whole games: they are legal, and nothing hidden influences them."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from bot.games.faces import FACES
from bot.locale import languages, words_of
from bot.match.computers import MOST_SUGGESTED, read_ideas, suggest_moves, think_task
from engine.games import GAMES
from engine.players.expert import Reason
from engine.players.players import EXPERTS
from tests.bot.match.test_changes import RUNNING

# A hint is taken at one in this many moves.
EVERY = 7
NAMES = ("Anna", "Ben", "Carla", "Dora")
TABLES = [
    (kind, seats)
    for kind, rules in GAMES.items()
    for seats in rules.seat_counts
    if seats <= len(NAMES)
]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints that look at few positions."""
    for expert in EXPERTS.values():
        monkeypatch.setattr(expert, "speed", 40)


@cache
def positions(kind: str, seats: int) -> Sequence[Any]:
    """Positions from a game played at random, at intervals."""
    rules = GAMES[kind]
    chance = Random(kind)
    met = list[Any]()
    state, _ = rules.begin("secret", rules.settle_options({}), 0, seats)
    number = 0
    while (seat := rules.to_act(state)) is not None:
        if number % EVERY == 0:
            met.append(state)
        parts: list[tuple[str, str]] = []
        while (question := rules.question(state, parts)) is not None:
            parts.append((question.step, chance.choice(question.choices)))
        state, _ = rules.apply(state, seat, rules.assemble(parts))
        number += 1
    return met


@cache
def reasons(kind: str, seats: int) -> Sequence[tuple[int, Reason]]:
    """All that speaks for or against a move in these positions, and who is to act."""
    rules = GAMES[kind]
    expert = EXPERTS[kind]
    spoken = list[tuple[int, Reason]]()
    for state in positions(kind, seats):
        seat = rules.to_act(state)
        assert seat is not None
        seen = rules.resample(state, seat, "a hint")
        for candidate in expert.candidates(seen):
            spoken += [(seat, reason) for reason in expert.reasons(seen, candidate.move)]
    return spoken


@pytest.mark.parametrize(("kind", "seats"), TABLES)
def test_hints_are_legal_worded_and_free_of_hidden_information(kind: str, seats: int) -> None:
    rules = GAMES[kind]
    texts = FACES[kind].texts
    for state in positions(kind, seats)[::2]:
        seat = rules.to_act(state)
        assert seat is not None
        game = replace(RUNNING, kind=kind, to_act=seat, seats=RUNNING.seats[:1] * seats)
        hint = suggest_moves(think_task(game, state))
        assert hint == suggest_moves(think_task(game, rules.resample(state, seat, "another deck")))
        ideas = read_ideas(hint)
        assert 1 <= len(ideas) <= MOST_SUGGESTED
        for idea in ideas:
            rules.apply(state, seat, rules.parse_move(idea.move))
            for reason in idea.reasons:
                for language in languages():
                    said = texts.explain(words_of(language), NAMES, reason)
                    assert re.search(r"\b0 [^\W\d_]", said) is None, "a count of nothing has words"


LAST_FOLLOWER = {
    "en": "uses the last follower",
    "de": "kostet den letzten Gefolgsmann",
    "nl": "kost de laatste volgeling",
}


@pytest.mark.parametrize("kind", ["castle", "carcassonne"])
@pytest.mark.parametrize("language", LAST_FOLLOWER)
def test_the_last_follower_has_words_of_its_own(kind: str, language: str) -> None:
    reason = Reason("last-follower", -2.0)
    assert FACES[kind].texts.explain(words_of(language), NAMES, reason) == LAST_FOLLOWER[language]


COMPLETED_PATH = {
    "en": "completes your path: 24 points",
    "de": "stellt deinen Weg fertig: 24 Punkte",
    "nl": "voltooit je pad: 24 punten",
}


@pytest.mark.parametrize("language", COMPLETED_PATH)
def test_what_is_scored_is_named_with_its_points(language: str) -> None:
    reason = Reason("scores", -3.0, {"kind": "path", "points": 24}, scored=24)
    said = FACES["castle"].texts.explain(words_of(language), NAMES, reason)
    assert said == COMPLETED_PATH[language]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "claims a tower (no tile fits any more)"),
        ("de", "besetzt einen Turm (keine Karte passt mehr)"),
        ("nl", "claimt een toren (er past geen tegel meer)"),
    ],
)
def test_what_no_tile_fits_any_more_has_words_of_its_own(language: str, words: str) -> None:
    reason = Reason("opens", 1.0, {"kind": "tower", "tiles": 1, "fits": 0})
    assert FACES["castle"].texts.explain(words_of(language), NAMES, reason) == words


# What a move does that neither scores nor risks anything.
QUIET = ("leaves-nothing", "ends-game")


@pytest.mark.parametrize(("kind", "seats"), TABLES)
def test_a_reason_that_is_worth_nothing_is_not_given(kind: str, seats: int) -> None:
    for _, reason in reasons(kind, seats):
        assert reason.scored or round(10 * reason.points) or reason.name in QUIET


@pytest.mark.parametrize(("kind", "seats"), [(kind, seats) for kind, seats in TABLES if seats > 2])
def test_hints_name_the_opponent_a_move_affects_among_several(kind: str, seats: int) -> None:
    texts = FACES[kind].texts
    named = set[int]()
    for seat, reason in reasons(kind, seats):
        whose = int(reason.facts.get("seat", seat))
        if whose != seat:
            named.add(whose)
            words = [texts.explain(words_of(language), NAMES, reason) for language in languages()]
            assert all(NAMES[whose] in said for said in words)
    assert named == set(range(seats))
