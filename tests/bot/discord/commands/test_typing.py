"""TypedText moves: what is offered, what is meant."""

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord.features.typed_moves import MOST_COMPLETIONS, MOST_TRIED, TypedMoves
from bot.games.faces import FACES
from bot.locale import read_texts, words_of
from engine.errors import NotationError
from engine.games import GAMES
from engine.questions import Part, Question
from tests.bot.choices import Choice, legal_choices
from tests.bot.discord.failing.test_longest_inputs import SEATS, hostile, late, moves_meant
from tests.bot.discord.kit.trouble import text_of
from tests.bot.discord.kit.world import SEED, World
from tests.bot.games.typing import typed_moves
from tests.town.watch import function_calls


async def legal(friends: World) -> list[Choice]:
    return list(await legal_choices(friends.table, 1, friends.anna.id))


async def type_move(friends: World, text: str) -> str:
    return text_of(await friends.anna.slash(friends.channel, "castle move", now=True, move=text))


async def last_move(friends: World) -> str:
    return (await friends.table.games.story(1)).moves[-1].notation


def alone(moves: list[Choice]) -> Choice:
    """A move that its role alone tells apart from all others at its cell in this rotation."""
    texts = [move.text.partition("@")[0] for move in moves]
    return next(
        move for move in moves if "@" in move.text and texts.count(move.text.partition("@")[0]) == 1
    )


async def test_a_bare_role_plays_on_the_only_segment_that_takes_it(friends: World) -> None:
    await friends.start()
    move = alone(await legal(friends))
    answer = await type_move(friends, move.text.partition("@")[0].lower())
    assert await last_move(friends) == move.text
    assert f"Played: `{move.text}`" in answer


async def test_moves_are_accepted_in_the_wording_they_are_offered_in(friends: World) -> None:
    await friends.start()
    move = alone(await legal(friends))
    [offer] = await friends.anna.autocomplete(friends.channel, "castle move", "move", move.text)
    assert offer["value"] == move.text
    cell = move.text.split()[0]
    role = move.text.split()[2].partition("@")[0]
    assert re.fullmatch(rf"{cell} ↻ \d+° · {role}, .+", offer["name"])
    await type_move(friends, offer["name"])
    assert await last_move(friends) == move.text


async def test_blanks_of_every_kind_are_blanks(friends: World) -> None:
    await friends.start()
    move = (await legal(friends))[0].text
    await type_move(friends, "\u3000" + move.replace(" ", "\u00a0\u200b\t"))
    assert await last_move(friends) == move


async def test_where_a_text_can_mean_several_moves_each_is_named(friends: World) -> None:
    game = await friends.start()
    texts = [move.text for move in await legal(friends)]
    starts = [text.partition("@")[0] for text in texts if "@" in text]
    start = next((text for text in starts if starts.count(text) > 1), None)
    assert start is not None
    answer = await type_move(friends, start)
    assert answer.startswith("That can mean several moves. Write one of them: ")
    assert all(f"`{text}`" in answer for text in texts if text.startswith(f"{start}@"))
    assert (await friends.table.games.get(game.id)).ply == 0


async def test_what_is_possible_is_named_with_a_move_that_is_not(friends: World) -> None:
    game = await friends.start()
    moves = [move.text for move in await legal(friends)]
    answer = await type_move(friends, "A1 r0")
    match = re.search(r"Possible here: (.*)\. `/castle play` shows everything that is\.", answer)
    assert match is not None
    named = re.findall(r"`([^`]+)`", match[1])
    assert 0 < len(named) <= 5
    assert all(any(move.startswith(text) for move in moves) for text in named)
    start = " ".join(moves[0].split()[:2])
    answer = await type_move(friends, f"{start} bishop@N")
    assert f"`{start}`" in answer.partition("Possible here")[2]
    assert (await friends.table.games.get(game.id)).ply == 0


async def test_typing_out_of_turn_says_whose_turn_it_is(
    friends: World,
) -> None:
    await friends.start()
    answer = await friends.ben.slash(friends.channel, "castle move", now=True, move="hello")
    assert text_of(answer).startswith("It is Anna's turn.")


LENGTH = 12
PLACES = 90
# The most function calls for one text; with work that grows with the square of the words it takes
# a hundred times as many.
MOST_CALLS = 100_000
SETTLED = ("east", "west")


class Expected(StrEnum):
    MOVE = "move"


class Stones:
    """A move is twelve stones, each on one of ninety places, and then a direction; it is written
    `move p3 p17 … east`. Counts the questions it is asked."""

    position = SimpleNamespace(view=None)

    def __init__(self) -> None:
        self.asked: set[tuple[Part, ...]] = set()
        self.compared = 0

    def ask(self, chosen: Sequence[Part]) -> Question | None:
        self.asked.add(tuple(chosen))
        if len(chosen) > LENGTH:
            return None
        if len(chosen) == LENGTH:
            return Question("direction", SETTLED, SETTLED[0])
        taken = {token for _, token in chosen}
        places = (f"p{number}" for number in range(PLACES))
        return Question(
            f"stone{len(chosen)}", tuple(place for place in places if place not in taken)
        )

    def text(self, parts: Sequence[Part]) -> str:
        return " ".join(["move", *(token for _, token in parts)])

    def read(self, text: str) -> tuple[Part, ...]:
        begins, *tokens = text.split() or [""]
        if begins != "move" or not all(token[0] == "p" or token in SETTLED for token in tokens):
            raise NotationError(text, text, Expected.MOVE)
        return tuple(
            ("direction" if token in SETTLED else f"stone{number}", token)
            for number, token in enumerate(tokens)
        )

    def spell_out(self, words: object, view: object, parts: Sequence[Part]) -> str:
        self.compared += 1
        return self.text(parts)

    spell_briefly = spell_out

    def in_notation(self, text: str) -> str:
        return text

    def split_typed(self, view: object, text: str) -> tuple[str, ...]:
        return tuple(text.split())

    def representative(self, view: object, step: str, token: str) -> str:
        return token


@pytest.fixture
def stones() -> Stones:
    return Stones()


@pytest.fixture
def moves(stones: Stones) -> TypedMoves:
    game: Any = stones
    return TypedMoves(words_of("en"), game, game)


def stone(count: int) -> str:
    return " ".join(["move", *(f"p{number}" for number in range(count))])


def test_a_whole_move_is_read_as_it_is_written(stones: Stones, moves: TypedMoves) -> None:
    assert moves.matches(f"{stone(LENGTH)} west") == [f"{stone(LENGTH)} west"]
    assert moves.matches(stone(LENGTH)) == [f"{stone(LENGTH)} east"], "what goes without saying"
    assert len(stones.asked) == LENGTH + 3


@pytest.mark.parametrize("typed", ["", "move", "move p", stone(5), f"{stone(5)} p8"])
def test_completions_do_not_look_further_than_needed(
    stones: Stones, moves: TypedMoves, typed: str
) -> None:
    offered = moves.completions(typed)
    assert len(offered) == MOST_COMPLETIONS or typed.endswith("p8")
    assert all(offer.text.startswith(typed) and offer.name.endswith("…") for offer in offered)
    assert len(stones.asked) <= len(typed.split()) + 3 * MOST_COMPLETIONS
    assert stones.compared <= MOST_TRIED + 4 * MOST_COMPLETIONS


def test_whole_moves_are_offered_if_defaults_complete_them(moves: TypedMoves) -> None:
    assert [text for _, text in moves.completions(stone(LENGTH))] == [
        f"{stone(LENGTH)} east",
        f"{stone(LENGTH)} west",
    ]


def test_an_impossible_move_names_the_choices(stones: Stones, moves: TypedMoves) -> None:
    assert moves.matches(f"{stone(7)} p3 p9") == []
    assert next(moves.instead(f"{stone(7)} p3 p9")) == f"{stone(7)} p7"
    assert len(stones.asked) <= 3 * MOST_COMPLETIONS


@pytest.mark.parametrize("typed", ["stones " * 80, "p1 " * 200, f"{stone(9)} {'east ' * 50}"])
def test_a_text_that_is_no_move_is_not_looked_into_for_long(
    stones: Stones, moves: TypedMoves, typed: str
) -> None:
    assert moves.matches(typed) == []
    assert moves.completions(typed) == []
    assert len(stones.asked) <= 2 * MOST_TRIED
    assert stones.compared <= 2 * MOST_TRIED


@pytest.mark.parametrize("kind", list(GAMES))
def test_the_worst_texts_are_matched_with_few_calls(kind: str) -> None:
    read_texts()  # as at the start of every process
    rules = GAMES[kind]
    state, _ = rules.begin(SEED, rules.settle_options({}), 0, SEATS[kind])
    for move in late(kind):
        state, _ = rules.apply(state, state.seat, rules.parse_move(move))

    def matching() -> TypedMoves:
        return typed_moves(kind, FACES[kind].choices, state)

    asked: Sequence[Callable[[TypedMoves, str], object]] = (
        TypedMoves.matches,
        TypedMoves.completions,
        lambda moves, text: list(islice(moves.instead(text), 6)),
    )
    longest = rules.longest_move
    for text in [*hostile(longest), *moves_meant(matching().questions, longest)]:
        for ask in asked:
            moves = matching()
            with function_calls() as gauge:
                ask(moves, text)
                calls = gauge.read()
            assert calls <= MOST_CALLS, text[:40]


@pytest.mark.parametrize("kind", list(GAMES))
@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_no_offer_is_longer_than_what_can_be_typed(kind: str, language: str) -> None:
    rules = GAMES[kind]
    state, _ = rules.begin(SEED, rules.settle_options({}), 0, SEATS[kind])
    moves = typed_moves(kind, FACES[kind].choices, state, language)
    for move in late(kind):
        parts = rules.parts(rules.parse_move(move))
        moves = typed_moves(kind, FACES[kind].choices, state, language)
        assert len(moves._name(parts)) <= rules.longest_move
        state, _ = rules.apply(state, state.seat, rules.parse_move(move))
