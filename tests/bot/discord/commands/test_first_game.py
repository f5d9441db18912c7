"""The first game against the computer: in its first turns a move and why, below the panel."""

import asyncio
import re
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest
import simcord

from bot.locale import words_of
from bot.match.actions import Actor, Play, Resign
from bot.match.computers import FIRST_TURNS, ThinkTask, suggest_moves
from bot.match.game import Game
from bot.process.worker_processes import WorkerEnded
from bot.table.thinking import Thinking
from engine.games import GAMES
from tests.bot.discord.kit.seen import answer_of, read
from tests.bot.discord.kit.world import World, labels, texts
from tests.bot.thinking import Here

ENGLISH = words_of("en")
END = ENGLISH("button.unexplained")


@pytest.fixture
def thinkers(friends: World) -> Iterator[Here]:
    pool = Here()
    thinking = friends.table.hints.thinking = Thinking(pool.count, pool.run)
    yield pool
    thinking.close()


async def begin(friends: World, kind: str = "castle", **options: Any) -> Game:
    """A game of Anna, who begins, against the computer."""
    asked = {"level": "easy", "first": "me", "thread": False, "rated": False, **options}
    seats = {"seats": 2} if len(GAMES[kind].seat_counts) > 1 else {}
    await friends.anna.slash(friends.channel, f"{kind} new", **asked, **seats)
    await friends.deliver()
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    return game


async def play(friends: World, kind: str = "castle") -> simcord.InteractionResult:
    return await friends.anna.slash(friends.channel, f"{kind} play")


async def play_on(friends: World, game: Game, plies: int) -> None:
    """Play first choices for both, up to so many plies."""
    for _ in range(plies):
        game = await friends.table.games.get(game.id)
        async with friends.database.viewing() as connection:
            state = await friends.table._positions.current(connection, game)
        parts: tuple[Any, ...] = ()
        while (question := GAMES[game.kind].question(state, parts)) is not None:
            parts = (*parts, (question.step, question.choices[0]))
        rules = GAMES[game.kind]
        text = rules.move_text(rules.assemble(parts))
        seat = game.to_act
        assert seat is not None
        user = game.seats[seat].user_id
        if user is None:
            await friends.table.play_for_computer(game, text)
        else:
            await friends.table.act(Actor(f"{game.ply}", user, "Anna"), game.id, Play(text))


async def resign(friends: World, game: Game) -> None:
    await friends.table.act(Actor("over", friends.anna.id, "Anna"), game.id, Resign())
    await friends.deliver()


@pytest.mark.usefixtures("thinkers")
@pytest.mark.painted
@pytest.mark.parametrize("kind", GAMES)
async def test_the_first_turn_is_explained_below_its_panel(friends: World, kind: str) -> None:
    await begin(friends, kind)
    answer = await play(friends, kind)
    [explained] = answer.followups
    assert END not in labels(answer_of(answer))
    assert explained.flags.ephemeral
    assert re.match(r"For example \*\*.+: .+[.]\n", texts(explained))
    assert labels(explained) == [END]
    assert read(explained).files == ("pieces.png",)


@pytest.mark.usefixtures("thinkers")
@pytest.mark.parametrize("kind", ["castle", "carcassonne"])
async def test_a_cell_has_the_name_of_its_button(friends: World, kind: str) -> None:
    await begin(friends, kind)
    answer = await play(friends, kind)
    [explained] = answer.followups
    match = re.match(r"For example \*\*(\d+) · (\w\d+) ", texts(explained))
    assert match is not None
    [alt] = read(answer_of(answer)).alts
    assert f"{match[1]} is {match[2]}" in alt


@pytest.mark.usefixtures("thinkers")
async def test_later_turns_have_a_sentence_alone(friends: World) -> None:
    game = await begin(friends)
    await play_on(friends, game, 2)
    [explained] = (await play(friends)).followups
    assert read(explained).files == ()


@pytest.mark.usefixtures("thinkers")
async def test_after_five_turns_there_is_silence(friends: World) -> None:
    game = await begin(friends)
    await play_on(friends, game, 2 * FIRST_TURNS - 2)
    assert len((await play(friends)).followups) == 1
    await play_on(friends, await friends.table.games.get(game.id), 2)
    assert (await play(friends)).followups == []


@pytest.mark.usefixtures("thinkers")
async def test_one_tap_ends_it_in_every_game(friends: World) -> None:
    game = await begin(friends)
    [explained] = (await play(friends)).followups
    ended = answer_of(await friends.anna.click(explained, label=END))
    assert "`/castle hint`" in texts(ended)
    assert (await play(friends)).followups == []
    await resign(friends, game)
    await begin(friends, "carcassonne")
    assert (await play(friends, "carcassonne")).followups == []


@pytest.mark.usefixtures("thinkers")
async def test_a_second_game_of_its_kind_is_not_explained(friends: World) -> None:
    game = await begin(friends)
    await play_on(friends, game, 1)
    await resign(friends, game)
    await begin(friends)
    assert (await play(friends)).followups == []


@pytest.mark.usefixtures("thinkers")
async def test_the_first_game_of_another_kind_is_explained(friends: World) -> None:
    game = await begin(friends)
    await play_on(friends, game, 1)
    await resign(friends, game)
    await begin(friends, "carcassonne")
    assert len((await play(friends, "carcassonne")).followups) == 1


@pytest.mark.usefixtures("thinkers")
@pytest.mark.parametrize("options", [{"rated": True}, {"hints": False}])
async def test_nothing_is_explained_where_no_hint_may_be_taken(
    friends: World, options: dict[str, Any]
) -> None:
    await begin(friends, **options)
    assert (await play(friends)).followups == []


@pytest.mark.usefixtures("thinkers")
async def test_it_counts_as_no_hint(friends: World) -> None:
    game = await begin(friends)
    await play(friends)
    game = await friends.table.games.get(game.id)
    assert [seat.hints for seat in game.seats] == [0, 0]


async def test_it_is_thought_about_at_first_sight(
    friends: World, thinkers: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[bool] = []

    def suggest(task: ThinkTask, *, at_first_sight: bool = False) -> str:
        searched.append(not at_first_sight)
        return suggest_moves(task, at_first_sight=at_first_sight)

    monkeypatch.setattr("bot.match.computers.suggest_moves", suggest)
    await begin(friends)
    await play(friends)
    assert searched == [False]


async def test_the_panel_does_not_wait_for_it(friends: World, thinkers: Here) -> None:
    await begin(friends)
    thinkers.wait = Event()
    playing = asyncio.create_task(play(friends))
    await thinkers.begun()
    panel = friends.post(max(friends.env.backend.messages[friends.channel.id]))
    thinkers.wait.set()
    answer = await playing
    assert read(panel) == read(answer_of(answer))
    assert len(answer.followups) == 1


async def test_what_fails_is_passed_over_in_silence(friends: World, thinkers: Here) -> None:
    await begin(friends)
    thinkers.failures = [WorkerEnded("died")]
    answer = await play(friends)
    assert answer.followups == []
    assert read(answer_of(answer)).files
