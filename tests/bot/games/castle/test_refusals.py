"""Whatever is refused, people are told what went wrong and what to do next, in every language."""

from collections.abc import Iterator
from typing import Any

import discord
import pytest
from aiohttp import ServerDisconnectedError

from bot.discord.answering.error_messages import Mistake, explain_error
from bot.games.face import AnyFace
from bot.locale import ENGLISH, Words, languages, texts_of, words_of
from bot.locale.refusals import Refusal, refusal
from bot.match.errors import (
    Refused,
    StaleMove,
    StoreError,
    TableError,
    UnknownGame,
    UnknownSeason,
    Why,
)
from bot.process.allowance import TooFast
from engine.castle.moves import Expected, Reason
from engine.errors import DataError, EngineError, IllegalMove, NotationError, RecordError
from engine.games import GAMES
from tests.bot.games.castle.kit import NAMES
from tests.bot.games.castle.test_illegal_moves import REFUSALS
from tests.texts import REFUSAL

# Facts for every refusal of the table or a command.
FACTS: dict[str, object] = {
    **dict.fromkeys(
        ("asked", "kinds", "games", "possible", "drawn", "left", "part", "typed", "name", "player"),
        "X",
    ),
    **dict.fromkeys(("presets", "names", "values", "topics", "overlays", "channel", "user"), "X"),
    **dict.fromkeys(("who", "place", "problem", "incident", "moves", "game", "command"), "X"),
    "status": "running",
    "pause": "adjourned",
    "request": "undo",
    "right": "start",
    "seat": 0,
    "at": 1_800_000_000_000,
    "most": 3,
    "least": 2,
    "stage": "running",
    "here": 1,
    "needed": 2,
    "seats": 2,
    "players": 3,
}
STORE_ERRORS: list[type[StoreError]] = [StoreError, *StoreError.__subclasses__()]


class Answer:
    """What Discord answers to a request that it refuses."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.reason = "refused"


def mistakes() -> set[str]:
    """The keys of all errors found before the table is asked."""
    keys = {key for key in texts_of(ENGLISH) if key.endswith(".next")}
    general = {key.removesuffix(".next") for key in keys if key.partition(".")[0] not in GAMES}
    return general - {f"refused.{why}" for why in Why} - {"refused.too_fast"}


def of_discord() -> Iterator[discord.HTTPException]:
    response: Any = Answer(403)
    yield discord.Forbidden(response, "no")
    for status in (404, 408, 429, 500, 503):
        answer: Any = Answer(status)
        yield discord.HTTPException(answer, "no")


def of_the_engine() -> Iterator[EngineError]:
    for reason, facts in REFUSALS.items():
        yield IllegalMove(reason, **facts)
    yield NotationError("E5", "E5", Expected.ROTATION)
    yield NotationError("", "", Expected.CELL)
    yield RecordError("moves.3", "it is not legal")
    yield DataError("there is no such option")


def errors() -> list[Exception]:
    """One of every message that people can be shown."""
    return [
        *(Refused(why, **FACTS) for why in Why),
        *(Mistake(key, **FACTS) for key in sorted(mistakes())),
        StaleMove(1, 2),
        UnknownGame(1),
        UnknownSeason(1),
        TooFast(1),
        TooFast(3),
        *of_the_engine(),
        *of_discord(),
        ServerDisconnectedError(),
        ConnectionError(),
        TimeoutError(),
        *(error("broken", "mend it") for error in STORE_ERRORS),
        ValueError("a bug of ours"),
    ]


def explain(words: Words, face: AnyFace, error: Exception) -> Refusal:
    return explain_error(words, "castle", face.texts, NAMES, error)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("error", errors(), ids=repr)
def test_whoever_is_refused_is_told_why_and_what_to_do_next(
    face: AnyFace, language: str, error: Exception
) -> None:
    refusal = explain(words_of(language), face, error)
    for sentence in (refusal.why, refusal.next):
        assert not sentence[0].islower()
        assert sentence.endswith((".", "?"))
        assert "{" not in sentence
    assert str(refusal) == f"{refusal.why} {refusal.next}"


@pytest.mark.parametrize("language", languages())
def test_what_to_do_next_differs_from_what_went_wrong(face: AnyFace, language: str) -> None:
    """Both sentences are never the same, and every reason has words of its own."""
    words = words_of(language)
    whys = [explain(words, face, Refused(why, **FACTS)) for why in Why]
    reasons = [explain(words, face, IllegalMove(reason, **REFUSALS[reason])) for reason in Reason]
    for refusals in (whys, reasons):
        why = {refusal.why for refusal in refusals}
        assert len(why) == len(refusals)
        assert why & {refusal.next for refusal in refusals} == set()


def test_every_kind_of_error_is_among_them() -> None:
    kinds: set[type[BaseException]] = {type(error) for error in errors()}
    own = {Mistake, *TableError.__subclasses__(), TooFast, *STORE_ERRORS}
    assert own <= kinds
    assert len(mistakes()) > 30


@pytest.mark.parametrize("language", languages())
def test_no_text_says_only_half_of_a_refusal(language: str) -> None:
    pairs: dict[str, set[str]] = {}
    for key in texts_of(language):
        start, _, part = key.rpartition(".")
        if part in REFUSAL:
            pairs.setdefault(start, set()).add(part)
    assert {key: parts for key, parts in pairs.items() if parts != set(REFUSAL)} == {}


def test_a_refusal_without_a_next_step_cannot_be_told() -> None:
    half = Words(ENGLISH, {"refused.new.why": "It does not work."}, ())
    with pytest.raises(KeyError, match=r"refused\.new\.next"):
        refusal(half, "refused.new")


def test_the_commands_that_are_named_are_those_of_the_game(face: AnyFace) -> None:
    answer = explain_error(
        words_of(ENGLISH), "carcassonne", face.texts, NAMES, Mistake("refused.no_game")
    )
    assert answer.next == "`/carcassonne new` starts one."
