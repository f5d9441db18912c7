"""Why a move is refused: every game tells every reason, with what to do next."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.games.face import AnyFace
from bot.locale import languages, words_of
from bot.locale.refusals import Refusal
from engine.carcassonne.moves import Reason as CarcassonneReason
from engine.castellan.moves import Reason as CastellanReason
from engine.castle.moves import Reason as CastleReason
from engine.errors import NotationError
from engine.games import GAMES
from render.board.aliases import alias
from tests.bot.games.carcassonne import test_illegal_moves as carcassonne
from tests.bot.games.castellan import test_illegal_moves as castellan
from tests.bot.games.castle import test_illegal_moves as castle
from tests.bot.games.kit import ENGLISH, NAMES

REFUSALS: Mapping[str, Mapping[Any, dict[str, Any]]] = {
    "castle": castle.REFUSALS,
    "carcassonne": carcassonne.REFUSALS,
    "castellan": castellan.REFUSALS,
}
REASONS = {
    "castle": CastleReason,
    "carcassonne": CarcassonneReason,
    "castellan": CastellanReason,
}
# The most characters of an answer to what cannot be read.
LONGEST_ANSWER = {"castle": 200, "carcassonne": 200, "castellan": 220}
TOLD = [
    (game, *told)
    for game, examples in (
        ("castle", castle.TOLD),
        ("carcassonne", carcassonne.TOLD),
        ("castellan", castellan.TOLD),
    )
    for told in examples
]
# The facts that are told as they are, or by the name of the place.
PLAIN = {"at", "card", "cell", "follower", "piece", "port", "rotation", "to", "wall"}


@pytest.mark.parametrize("language", languages())
def test_every_reason_is_told_with_its_facts_and_what_to_do(
    kind: str, face: AnyFace, language: str
) -> None:
    assert set(REFUSALS[kind]) == set(REASONS[kind])
    words = words_of(language)
    whys = set[str]()
    nexts = set[str]()
    for reason, facts in REFUSALS[kind].items():
        told = face.texts.refusal(words, NAMES, reason.value, facts)
        for sentence in (told.why, told.next):
            assert not sentence[0].islower()
            assert sentence.endswith((".", "?"))
            assert "{" not in sentence
        for name in PLAIN & facts.keys():
            assert alias(str(facts[name])) in str(told)
        whys.add(told.why)
        nexts.add(told.next)
    assert len(whys) == len(REFUSALS[kind])
    assert not whys & nexts


@pytest.mark.parametrize(("kind", "reason", "why", "what_next"), TOLD)
def test_a_reason_is_told_with_its_facts(
    kind: str, face: AnyFace, reason: Any, why: str, what_next: str
) -> None:
    told = face.texts.refusal(ENGLISH, NAMES, reason.value, REFUSALS[kind][reason])
    assert told == Refusal(why, what_next)


@pytest.mark.parametrize("text", ["`@everyone` :", "``` T1 r1", "x1" * 95])
def test_what_somebody_typed_cannot_leave_its_quotes(kind: str, face: AnyFace, text: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAMES[kind].parse_move(text)
    answer = str(face.texts.syntax_refusal(ENGLISH, caught.value))
    assert answer.count("`") == 4
    assert len(answer) < LONGEST_ANSWER[kind]
