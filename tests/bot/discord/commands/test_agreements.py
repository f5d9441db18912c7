"""What players ask each other for, by commands and buttons: each request is answered once, with one
tap."""

import discord
import pytest
import simcord
from sqlalchemy import update

from bot.match.game import Game, Status
from bot.match.time_limits import TimeLimit
from bot.process.clock import DAY, SECOND
from bot.store.games import stored_value
from bot.store.schema import games
from bot.table.housekeeping import Timers
from tests.bot.choices import legal_choices
from tests.bot.discord.kit.limits import messages
from tests.bot.discord.kit.seen import answer_of, buttons
from tests.bot.discord.kit.trouble import deliver_twice, forge_post, move_on, refusal, text_of
from tests.bot.discord.kit.world import World, labels, texts

NOT_ASKED = refusal("no_such_request")
LIMIT = TimeLimit(3 * DAY, DAY, 3 * DAY, (3 * DAY, 3 * DAY))


async def start(friends: World, *, timed: bool = False) -> Game:
    game = await move_on(friends, await friends.start())
    if timed:
        async with friends.database.writing() as connection:
            await connection.execute(
                update(games).values(time_limit=stored_value("time_limit", LIMIT))
            )
    return game


async def ask(friends: World, what: str) -> str:
    """Anna asks Ben; returns the answer to Anna."""
    answer = await friends.anna.slash(friends.channel, "castle propose", what=what)
    assert answer.ephemeral
    await friends.deliver()
    return text_of(answer)


async def adjourn(friends: World) -> Game:
    game = await start(friends)
    await ask(friends, "adjourn")
    await friends.ben.click(friends.last_post, label="Adjourn")
    await friends.deliver()
    return await friends.table.games.get(game.id)


async def test_an_offer_shows_its_deadline_and_pings_those_asked(friends: World) -> None:
    await start(friends)
    assert await ask(friends, "adjourn") == "The other player has been asked."
    post = texts(friends.last_post)
    until = (friends.clock() + 3 * DAY) // SECOND
    assert "**Anna** proposes to adjourn: the game rests" in post
    assert f"This can be answered until <t:{until}:f>." in post
    assert labels(friends.last_post) == ["Adjourn", "No"]
    *_, request = messages(friends.env.http_requests)
    assert request["allowed_mentions"]["users"] == [friends.ben.id]


async def test_adjourning_is_one_tap_and_going_on_another(friends: World) -> None:
    game = await start(friends)
    await ask(friends, "adjourn")
    answer = await friends.ben.click(friends.last_post, label="Adjourn")
    assert text_of(answer).startswith("The game is adjourned.")
    await friends.deliver()
    notice = friends.last_post
    assert texts(notice).startswith("**Ben** agrees: the game is adjourned.")
    assert labels(notice) == ["Resume the game"]
    answer = await friends.anna.click(notice, label="Resume the game")
    assert answer.ephemeral
    assert text_of(answer) == "The game continues here."
    await friends.deliver()
    assert labels(friends.post(notice.id)) == ["Resume the game"], "a public post stays as it is"
    assert "**Anna** resumes the game." in [texts(post) for post in friends.posts]
    assert [post for post in friends.posts if "Play" in labels(post)] == [friends.last_post]
    assert (await friends.table.games.get(game.id)).pause is None


async def test_play_in_an_adjourned_game_offers_to_go_on(friends: World) -> None:
    game = await adjourn(friends)
    offered = await friends.ben.slash(friends.channel, "castle play")
    assert "paused: its players have adjourned it" in text_of(offered)
    await friends.ben.click(answer_of(offered), label="Resume here")
    assert (await friends.table.games.get(game.id)).pause is None


async def test_boards_of_adjourned_games_cannot_be_played(friends: World) -> None:
    await adjourn(friends)
    board = next(post for post in friends.posts if "Play" in labels(post))
    answer = await friends.ben.click(board, label="Play")
    assert text_of(answer).startswith("The game is paused: its players have adjourned it.")
    listed = await friends.ben.slash(friends.channel, "table games")
    assert "paused: its players have adjourned it" in text_of(listed)
    assert "**→**" not in text_of(listed)


async def test_a_stranger_does_not_go_on_with_the_game_of_others(friends: World) -> None:
    game = await adjourn(friends)
    for answer in (
        await friends.carla.click(friends.last_post, label="Resume the game"),
        await friends.carla.slash(friends.channel, "castle play"),
    ):
        assert answer.ephemeral
    assert (await friends.table.games.get(game.id)).pause == "adjourned"


async def test_going_on_twice_is_going_on_once(friends: World) -> None:
    await adjourn(friends)
    notice = friends.last_post
    await friends.anna.click(notice, label="Resume the game")
    again = await friends.ben.click(notice, label="Resume the game")
    assert text_of(again).startswith("The game is not paused.")


async def test_more_time_is_given_by_one_tap(friends: World) -> None:
    game = await start(friends, timed=True)
    assert await ask(friends, "time") == "The other player has been asked."
    assert "**Anna** asks for more time." in texts(friends.last_post)
    answer = await friends.ben.click(friends.last_post, label="Give more time")
    assert text_of(answer) == "Anna has more time now."
    await friends.deliver()
    assert texts(friends.last_post).startswith("**Ben** agrees: there is more time.")
    limit = (await friends.table.games.get(game.id)).time_limit
    assert limit is not None
    assert limit.left[0] - limit.left[1] == DAY


async def test_where_time_is_not_limited_there_is_none_to_ask_for(friends: World) -> None:
    game = await start(friends)
    assert await ask(friends, "time") == refusal("no_time_limit")
    assert (await friends.table.games.get(game.id)).offer is None


ASKED = [("end", "End the game"), ("adjourn", "Adjourn"), ("time", "Give more time")]


@pytest.mark.parametrize(("what", "label"), ASKED)
async def test_only_the_other_player_answers(friends: World, what: str, label: str) -> None:
    game = await start(friends, timed=True)
    await ask(friends, what)
    for person, sentence in (
        (friends.anna, refusal("your_request")),
        (friends.carla, "Only the players of this game can do that."),
    ):
        answer = await person.click(friends.last_post, label=label)
        assert text_of(answer).startswith(sentence)
    answer = await friends.carla.click(friends.last_post, label="No")
    assert text_of(answer).startswith("Only the players of this game can do that.")
    assert (await friends.table.games.get(game.id)).offer is not None


@pytest.mark.parametrize(("what", "label"), ASKED)
async def test_a_double_click_on_yes_is_one_yes(friends: World, what: str, label: str) -> None:
    game = await start(friends, timed=True)
    await ask(friends, what)
    revision = (await friends.table.games.get(game.id)).revision
    post = friends.last_post
    with deliver_twice(friends):
        answer = await friends.ben.click(post, label=label)
    assert NOT_ASKED not in text_of(answer)
    await friends.ben.click(post, label=label)
    assert (await friends.table.games.get(game.id)).revision == revision + 1


@pytest.mark.parametrize(("what", "label"), ASKED)
async def test_a_button_works_after_a_restart(friends: World, what: str, label: str) -> None:
    await start(friends, timed=True)
    await ask(friends, what)
    await friends.restart()
    answer = await friends.ben.click(friends.last_post, label=label)
    assert NOT_ASKED not in text_of(answer)


async def test_an_offer_to_end_does_not_replace_one_to_undo(
    friends: World,
) -> None:
    """Ben's finger is over "Allow take-back" while Anna changes her mind and offers an end."""
    game = await start(friends)
    await friends.anna.slash(friends.channel, "castle undo")
    await friends.deliver()
    takeback = friends.last_post
    await friends.anna.click(takeback, label="No")
    await ask(friends, "end")
    for label in ("Allow take-back", "No"):
        answer = await friends.ben.click(takeback, label=label)
        assert text_of(answer) == NOT_ASKED
    now = await friends.table.games.get(game.id)
    assert (now.status, now.ply) == (Status.RUNNING, 1)
    assert now.offer is not None


async def test_an_old_button_does_not_accept_a_renewed_offer(
    friends: World,
) -> None:
    game = await start(friends)
    await ask(friends, "end")
    first = friends.last_post
    await friends.ben.click(first, label="No")
    await ask(friends, "end")
    answer = await friends.ben.click(first, label="End the game")
    assert text_of(answer) == NOT_ASKED
    assert (await friends.table.games.get(game.id)).status is Status.RUNNING
    await friends.ben.click(friends.last_post, label="End the game")
    assert (await friends.table.games.get(game.id)).status is Status.AGREED


async def test_answer_buttons_of_unknown_form_change_nothing(friends: World) -> None:
    game = await start(friends)
    await ask(friends, "end")
    before = await friends.table.games.get(game.id)
    for rest in ["end", "end.", "end.x", "end.-1", "peace.2", "end.²"]:
        for verb in ("accept", "refuse"):
            button = await forge_post(friends, f"{verb}:{game.id}:0:1:{rest}")
            answer = text_of(await friends.ben.click(button, label="Press"))
            assert answer.startswith("This button is from another version")
        assert await friends.table.games.get(game.id) == before


async def test_an_offer_that_ran_out_is_said_to_be_asked_no_more(friends: World) -> None:
    game = await start(friends)
    await ask(friends, "end")
    offer = friends.last_post
    friends.clock.turn(3 * DAY)
    answer = await friends.ben.click(offer, label="End the game")
    assert text_of(answer) == NOT_ASKED
    await Timers(friends.database, friends.table, friends.clock).look()
    await friends.deliver()
    lapsed = "**Anna** asked to end the game. Nobody answered in time, so the request has lapsed."
    assert lapsed in [texts(post) for post in friends.posts]
    [request] = [
        message for message in messages(friends.env.http_requests) if lapsed in str(message)
    ]
    assert request["allowed_mentions"] == {"parse": []}
    assert text_of(await friends.ben.click(offer, label="No")) == NOT_ASKED
    assert (await friends.table.games.get(game.id)).status is Status.RUNNING


async def test_an_offer_that_lapses_before_posting_has_no_buttons(friends: World) -> None:
    game = await start(friends)
    await friends.anna.slash(friends.channel, "castle propose", what="end")
    player = await friends.to_act()
    choices = await legal_choices(friends.table, game.id, player.id)
    await friends.play_on(game, [choices[0].text])
    await friends.deliver()
    asked = next(post for post in friends.posts if "proposes to end" in texts(post))
    assert labels(asked) == []


async def test_who_takes_an_offer_back_is_not_said_to_say_no(friends: World) -> None:
    await start(friends)
    await ask(friends, "end")
    answer = await friends.anna.click(friends.last_post, label="No")
    assert text_of(answer) == "Request withdrawn."
    await friends.deliver()
    assert texts(friends.last_post) == "**Anna** has withdrawn the request to end the game."


async def test_the_id_of_a_button_names_its_offer(friends: World) -> None:
    game = await start(friends)
    await ask(friends, "end")
    asked = (await friends.table.games.get(game.id)).offer
    assert asked is not None
    ids = buttons(friends.last_post)
    assert ids["End the game"] == f"accept:{game.id}:0:1:end.{asked.number}"
    assert ids["No"] == f"refuse:{game.id}:0:1:end.{asked.number}"


async def resign(friends: World, game: Game, player: simcord.MemberActor) -> None:
    sure = await player.slash(friends.channel, "castle resign")
    await player.click(answer_of(sure), label="Yes, resign")
    await friends.deliver()
    assert (await friends.table.games.get(game.id)).status is Status.RESIGNED


async def test_the_invitation_to_a_rematch_says_how_long_it_waits(friends: World) -> None:
    await resign(friends, await friends.start(), friends.anna)
    await friends.ben.click(friends.last_post, label="Rematch")
    await friends.deliver()
    until = (friends.clock() + 30 * DAY) // SECOND
    assert f"The invitation expires <t:{until}:R>; time in which somebody" in texts(
        friends.last_post
    )


async def busy_after_a_game(friends: World) -> tuple[Game, discord.Message]:
    """Anna and Ben's game is over, and the channel is taken; returns the game's last post."""
    game = await friends.start()
    await resign(friends, game, friends.anna)
    end = friends.last_post
    await friends.carla.slash(friends.channel, "castle new", thread=False)
    await friends.deliver()
    return game, end


async def test_a_rematch_in_a_busy_channel_is_offered_a_thread(
    friends: World,
) -> None:
    await friends.offer_threads()
    game, end = await busy_after_a_game(friends)
    busy = await friends.ben.click(end, label="Rematch")
    assert text_of(busy).startswith("An invitation is open in this channel already.")
    done = await friends.ben.click(answer_of(busy), label="Play in a thread")
    [thread] = friends.channel.threads
    assert text_of(done) == f"The invitation is posted in {thread.mention}."
    assert thread.name == "Carcassonne: The Castle: Ben – Anna"
    joined = await friends.anna.click(end, label="Rematch")
    assert text_of(joined) == "Ben – Anna: the game begins."
    again = await friends.table.games.open_in(thread.id)
    assert again is not None
    assert (again.status, again.rematch_of) == (Status.RUNNING, game.id)
    assert [seat.name for seat in again.seats] == ["Ben", "Anna"]


async def test_a_second_click_opens_no_second_thread(
    friends: World,
) -> None:
    await friends.offer_threads()
    _, end = await busy_after_a_game(friends)
    busy = answer_of(await friends.ben.click(end, label="Rematch"))
    other = answer_of(await friends.anna.click(end, label="Rematch"))
    with deliver_twice(friends):
        await friends.ben.click(busy, label="Play in a thread")
    joined = await friends.anna.click(other, label="Play in a thread")
    assert text_of(joined) == "Ben – Anna: the game begins."
    assert len(friends.channel.threads) == 1


async def test_strangers_get_no_thread_for_others_rematches(friends: World) -> None:
    game, end = await busy_after_a_game(friends)
    answer = await friends.carla.click(end, label="Rematch")
    assert text_of(answer).startswith("Only the players of this game can do that.")
    button = await forge_post(friends, f"rethread:{game.id}:0:0:")
    answer = await friends.carla.click(button, label="Press")
    assert "Only the players of this game can do that." in text_of(answer)
    assert friends.channel.threads == []
