"""A game with several players, from the invitation to the records. It is the game of rounds."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from bot.games.face import AnyFace
from bot.match.game import Game, Status
from tests.bot.discord.kit.rounds import FACE, register
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.trouble import forge_post, public, refusal, text_of
from tests.bot.discord.kit.world import World, labels, texts
from tests.bot.rounds import KIND

MOVES = ("1", "2", "3")


@pytest.fixture
def faces(
    faces: Mapping[str, AnyFace], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Mapping[str, Any]:
    register(monkeypatch, tmp_path)
    return {**faces, KIND: FACE}


async def invite(friends: World, **options: Any) -> str:
    """Post Anna's invitation; returns the answer to her."""
    options = {"rated": True, **options}
    answer = await friends.anna.slash(friends.channel, f"{KIND} new", **options)
    await friends.deliver()
    return text_of(answer)


async def press(person: simcord.MemberActor, friends: World, label: str) -> str:
    """Press a button of the last post; returns the answer."""
    answer = await person.click(friends.last_post, label=label)
    await friends.deliver()
    return text_of(answer)


async def the_game(friends: World) -> Game:
    game = await friends.table.games.last_in(friends.channel.id)
    assert game is not None
    return game


async def three(friends: World, moves: int = 0) -> Game:
    """A game of Anna, who begins, Ben and Carla, after this many moves."""
    await invite(friends, opponent=friends.ben, opponent2=friends.carla, first="me")
    await press(friends.ben, friends, "Accept")
    await press(friends.carla, friends, "Accept")
    game = await the_game(friends)
    assert game.status is Status.RUNNING
    await friends.play_on(game, [MOVES[number % 3] for number in range(moves)])
    await friends.deliver()
    return await the_game(friends)


async def resign(person: simcord.MemberActor, friends: World) -> tuple[str, str]:
    """Returns the question asking for confirmation, and the answer after confirming."""
    asked = await person.slash(friends.channel, f"{KIND} resign")
    sure = text_of(asked)
    done = await person.click(answer_of(asked), label="Yes, resign")
    await friends.deliver()
    return sure, text_of(done)


async def test_a_game_has_the_options_for_as_many_as_can_play(friends: World) -> None:
    group = friends.bot.tree.get_command(KIND)
    assert isinstance(group, discord.app_commands.Group)
    new = group.get_command("new")
    assert isinstance(new, discord.app_commands.Command)
    options = [parameter.name for parameter in new.parameters]
    assert options[:6] == ["opponent", "opponent2", "opponent3", "opponent4", "seats", "first"]
    [seats] = [parameter for parameter in new.parameters if parameter.name == "seats"]
    assert [choice.value for choice in seats.choices] == [2, 3, 4, 5]


async def test_a_declined_seat_is_open_and_the_game_can_start(
    friends: World,
) -> None:
    await invite(friends, opponent=friends.ben, opponent2=friends.carla, seats=4)
    assert await press(friends.ben, friends, "Decline") == "Declined."
    freed = f"**Ben** is not coming: the seat is open to anybody. {friends.anna.mention}"
    assert freed in public(friends)
    assert "2 seats are open to anybody." in texts(friends.last_post)
    await press(friends.carla, friends, "Join")
    assert "Here so far: Anna and Carla." in texts(friends.last_post)
    assert friends.last_post.mentions == [], "nobody is pinged twice"
    start = "Start now"
    assert await press(friends.carla, friends, start) == refusal("not_yours_to_start")
    assert await press(friends.anna, friends, start) == "The game begins."
    game = await the_game(friends)
    assert [seat.name for seat in game.seats] == ["Anna", "Carla"]


async def test_joined_players_cannot_cancel_others_invitations(friends: World) -> None:
    await invite(friends)
    await press(friends.ben, friends, "Join")
    old = await forge_post(friends, f"cancel:{(await the_game(friends)).id}:0:0:")
    answer = await friends.ben.click(old, label="Press")
    assert texts(answer_of(answer)) == refusal("not_the_opener")
    assert (await the_game(friends)).status is Status.LOBBY


async def test_who_joins_a_rematch_of_several_is_in(friends: World) -> None:
    await three(friends)
    for person in (friends.carla, friends.anna):
        await resign(person, friends)
    end = friends.last_post
    for person, said in ((friends.anna, "The invitation is posted"), (friends.ben, "You are in.")):
        answer = await person.click(end, label="Rematch")
        await friends.deliver()
        assert text_of(answer).startswith(said)


async def test_resigning_asks_again_if_it_would_now_end_the_game(
    friends: World,
) -> None:
    await three(friends)
    asked = answer_of(await friends.ben.slash(friends.channel, f"{KIND} resign"))
    await resign(friends.carla, friends)
    again = await friends.ben.click(asked, label="Yes, resign")
    assert text_of(again) == "Resign, and leave the win to the other player?"
    assert (await the_game(friends)).status is Status.RUNNING


async def test_who_has_come_can_leave_the_lobby_again(friends: World) -> None:
    await invite(friends)
    await press(friends.ben, friends, "Join")
    assert await press(friends.ben, friends, "Leave") == "You have left."
    assert "2 seats are open to anybody." in texts(friends.last_post)


@pytest.mark.parametrize(
    ("twice", "seats", "why"),
    [
        (False, 2, "2 seats are too few for 3 players."),
        (True, None, "You have named somebody twice."),
    ],
)
async def test_who_is_invited_must_fit(
    friends: World, twice: bool, seats: int | None, why: str
) -> None:
    other = friends.ben if twice else friends.carla
    options = {} if seats is None else {"seats": seats}
    answer = await invite(friends, opponent=friends.ben, opponent2=other, **options)
    assert why in answer
    assert friends.post_ids == []


async def test_a_thread_that_is_offered_is_for_all_who_were_named(friends: World) -> None:
    await friends.offer_threads()
    await friends.start()
    answer = await friends.carla.slash(
        friends.channel, f"{KIND} new", opponent=friends.anna, opponent3=friends.ben, seats=5
    )
    await friends.carla.click(answer_of(answer), label="Play in a thread")
    [thread] = friends.channel.threads
    assert thread.name == "Rounds: Carla – Anna – Ben"
    game = await friends.table.games.open_in(thread.id)
    assert game is not None
    assert [seat.name for seat in game.seats] == ["Carla", "Anna", "Ben", "", ""]


async def test_all_the_others_have_to_agree(friends: World) -> None:
    await three(friends)
    asked = await friends.anna.slash(friends.channel, f"{KIND} propose", what="end")
    await friends.deliver()
    assert text_of(asked) == "The other players have been asked."
    offer = friends.last_post
    assert "All have to agree; yet to answer: Ben and Carla." in texts(offer)
    yes = await friends.ben.click(offer, label="End the game")
    await friends.deliver()
    assert text_of(yes) == "You agree; others have yet to answer."
    assert texts(friends.last_post) == "**Ben** agrees; Carla has yet to answer."
    await friends.carla.click(offer, label="End the game")
    await friends.deliver()
    assert (await the_game(friends)).status is Status.AGREED


async def test_the_others_play_on_until_one_is_left_who_has_won(friends: World) -> None:
    await three(friends, moves=7)
    sure, done = await resign(friends.carla, friends)
    assert sure == "Resign? The others play on without you."
    assert done == "You have resigned; the others play on."
    assert any(
        text.startswith("**Carla** resigns and leaves the game; the others play on.")
        for text in public(friends)
    )
    log = answer_of(await friends.ben.slash(friends.channel, f"{KIND} log"))
    assert "`8` Somebody leaves the game" in texts(log)
    sure, done = await resign(friends.anna, friends)
    assert sure == "Resign, and leave the win to the other player?"
    assert done == "You have resigned."
    end = texts(friends.last_post)
    assert end.startswith(
        "## Ben wins\n**1.** Ben: 4 points · **2.** Carla: 6 points · **2.** Anna"
    )


async def test_who_keeps_several_waiting_is_passed_over(friends: World) -> None:
    await three(friends)
    friends.clock.turn(friends.table.timeouts.claim + 1)
    waits = await friends.ben.slash(friends.channel, f"{KIND} play")
    assert "You have waited long enough to play on without Anna." in text_of(waits)
    done = await friends.ben.click(answer_of(waits), label="Play on without them")
    await friends.deliver()
    assert text_of(done) == "You play on without Anna."
    assert any("**Anna** has taken too long" in text for text in public(friends))
    assert "Play" in labels(friends.last_post)


async def test_the_records_tell_places_and_who_came_in_ahead(friends: World) -> None:
    game = await three(friends, moves=12)
    assert game.status is Status.FINISHED
    assert texts(friends.last_post).startswith(
        "## Carla wins\n**1.** Carla: 12 points · **2.** Ben: 8 points · **3.** Anna: 4 points"
    )
    await friends.table.look_after(game.id)
    history = await friends.anna.slash(friends.channel, "table history")
    line = "**lost, place 3 of 3** against Ben and Carla, 4–8–12"
    assert line in texts(answer_of(history))
    between = await friends.table.statistics.between(
        KIND, friends.guild.id, friends.anna.id, friends.ben.id
    )
    assert (between.games, between.first, between.second, between.of_two) == (1, 0, 1, False)
