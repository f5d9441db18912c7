"""Games that rest: adjourned by their players, or halted by a moderator. Meanwhile no time runs."""

import pytest

from bot.match.actions import (
    Accept,
    Action,
    Claim,
    Done,
    Halt,
    Play,
    Propose,
    Resign,
    Resume,
    Right,
    Stop,
)
from bot.match.errors import Why
from bot.match.game import Game, Status
from bot.match.messages import Notice
from bot.process.clock import DAY
from bot.table.delivery import Delivery
from bot.table.posting import ChannelForbidden, ChannelGone
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    CHANNEL,
    OTHER_CHANNEL,
    FakePoster,
    Seated,
    by,
    refusal_of,
    refused,
)

MODERATOR: tuple[Right, ...] = ("end",)


async def adjourn(seated: Seated, outbox: Delivery) -> Game:
    game = await seated.start()
    await seated.act(ANNA, game.id, Propose("adjourn"))
    await seated.act(BEN, game.id, Accept("adjourn", 0))
    await outbox.drain()
    return await seated.table.games.get(game.id)


async def halt(seated: Seated, outbox: Delivery) -> Game:
    game = await seated.start()
    await moderate(seated, game, Halt())
    await outbox.drain()
    return await seated.table.games.get(game.id)


async def moderate(seated: Seated, game: Game, action: Action) -> Done:
    return (await seated.table.act(by(CARLA, rights=MODERATOR), game.id, action)).done


async def test_adjourned_games_are_announced_and_resume_in_the_channel(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await adjourn(seated, outbox)
    assert (game.pause, game.lost, game.offer) == ("adjourned", False, None)
    await seated.act(BEN, game.id, Resume(CHANNEL))
    await outbox.drain()
    kinds = ["adjourn_asked", "adjourned", "resumed", "board 0"]
    assert poster.kinds(CHANNEL)[-4:] == kinds
    assert poster.kinds(ANNA) == poster.kinds(BEN) == []
    assert len(poster.retired) == 2, "the invitation's buttons and those of the board before"


async def test_resting_games_refuse_moves_offers_and_claims(
    seated: Seated, outbox: Delivery
) -> None:
    game = await adjourn(seated, outbox)
    seated.clock.turn(90 * DAY)
    for user, action in ((ANNA, Play("A1 r0")), (ANNA, Propose("end")), (BEN, Claim())):
        assert await refused(seated, user, game.id, action) is Why.PAUSED


async def test_no_time_runs_while_a_game_rests(seated: Seated, outbox: Delivery) -> None:
    game = await seated.start()
    seated.clock.turn(6 * DAY)
    await seated.act(ANNA, game.id, Propose("adjourn"))
    await seated.act(BEN, game.id, Accept("adjourn", 0))
    seated.clock.turn(200 * DAY)
    await seated.look()
    await seated.act(ANNA, game.id, Resume(CHANNEL))
    resumed = await seated.table.games.get(game.id)
    assert (resumed.status, seated.clock() - resumed.waiting_since) == (Status.RUNNING, 6 * DAY)
    assert await refused(seated, BEN, game.id, Claim()) is Why.TOO_EARLY
    seated.clock.turn(DAY)
    assert (await seated.act(BEN, game.id, Claim())).done is Done.CLAIMED


async def test_a_rest_is_no_time_to_answer_an_offer(seated: Seated, outbox: Delivery) -> None:
    game = await seated.start()
    await seated.act(ANNA, game.id, Propose("end"))
    await moderate(seated, game, Halt())
    seated.clock.turn(30 * DAY)
    await moderate(seated, game, Resume(CHANNEL))
    seated.clock.turn(3 * DAY - 1)
    assert (await seated.act(BEN, game.id, Accept("end", 0))).done is Done.AGREED


async def test_resigning_a_resting_game_ends_it_in_its_channel(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await adjourn(seated, outbox)
    await seated.act(ANNA, game.id, Resign())
    await outbox.drain()
    assert poster.kinds(CHANNEL)[-2:] == ["adjourned", "resigned"]
    assert poster.kinds(BEN) == []


async def test_an_adjourned_game_goes_on_in_another_channel_too(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await adjourn(seated, outbox)
    await seated.act(BEN, game.id, Resume(OTHER_CHANNEL))
    await outbox.drain()
    assert poster.kinds(OTHER_CHANNEL) == ["resumed", "board 0"]
    assert poster.kinds(CHANNEL)[-1] == "resumed"
    assert [place for place, _ in poster.retired] == [CHANNEL, CHANNEL], "lobby and board"


async def test_every_player_is_told_where_a_game_goes_on(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    """The player to act is told by the board, the other one by the notice."""
    game = await halt(seated, outbox)
    seated.clock.turn(DAY)
    moderator = by(CARLA, rights=("start", "end"))
    await seated.table.act(moderator, game.id, Resume(OTHER_CHANNEL))
    await outbox.drain()
    posts = [message for place, message, _ in poster.posted if place == OTHER_CHANNEL]
    assert [post.mention for post in posts] == [(BEN,), (ANNA,)]  # type: ignore[union-attr]


async def test_the_place_that_a_game_has_left_may_be_lost(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    """Nobody can be told there then, and the game continues all the same."""
    game = await lose_the_channel(seated, outbox, poster, Accept("adjourn", 0), ChannelForbidden())
    await seated.act(ANNA, game.id, Resume(OTHER_CHANNEL))
    poster.failures[CHANNEL] = [ChannelForbidden()] * 9
    await outbox.drain()
    assert (await seated.table.games.get(game.id)).pause is None
    tries = poster.tries
    seated.clock.turn(DAY)
    await outbox.drain()
    assert poster.tries == tries, "what could not be posted is given up"


async def test_only_a_moderator_can_resume_a_halted_game(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await halt(seated, outbox)
    (*_, (_, notice, _)) = poster.posted
    assert isinstance(notice, Notice)
    assert (notice.done, notice.mention) == (Done.HALTED, (ANNA, BEN))
    for user in (ANNA, CARLA):
        assert await refused(seated, user, game.id, Resume(CHANNEL)) is Why.HALTED
    assert await refused(seated, ANNA, game.id, Play("A1 r0")) is Why.HALTED
    assert await moderate(seated, game, Resume(CHANNEL)) is Done.RESUMED
    await seated.play(game.id)


async def test_only_who_has_the_right_halts_a_game_and_only_once(
    seated: Seated, outbox: Delivery
) -> None:
    game = await seated.start()
    assert await refused(seated, ANNA, game.id, Halt()) is Why.NOT_ALLOWED
    await moderate(seated, game, Halt())
    assert (await refusal_of(moderate(seated, game, Halt()))).why is Why.HALTED


async def test_adjourned_games_that_are_halted_rested_all_along(
    seated: Seated, outbox: Delivery
) -> None:
    game = await adjourn(seated, outbox)
    seated.clock.turn(5 * DAY)
    await moderate(seated, game, Halt())
    seated.clock.turn(5 * DAY)
    assert await refused(seated, BEN, game.id, Resume(CHANNEL)) is Why.HALTED
    await moderate(seated, game, Resume(CHANNEL))
    assert (await seated.table.games.get(game.id)).waiting_since == seated.clock()


async def test_a_halted_game_can_still_be_ended_by_a_moderator(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await halt(seated, outbox)
    assert await moderate(seated, game, Stop()) is Done.STOPPED
    await outbox.drain()
    assert poster.kinds(CHANNEL)[-1] == "stopped"


async def lose_the_channel(
    seated: Seated, outbox: Delivery, poster: FakePoster, action: Action, error: Exception
) -> Game:
    """When posting the notice of the rest, it turns out that the bot can no longer post there."""
    game = await seated.start()
    await outbox.drain()
    if isinstance(action, Accept):
        await seated.act(ANNA, game.id, Propose("adjourn"))
        await outbox.drain()
        await seated.act(BEN, game.id, action)
    else:
        await moderate(seated, game, action)
    poster.failures[CHANNEL] = [error]
    await outbox.drain()
    return await seated.table.games.get(game.id)


@pytest.mark.parametrize("error", [ChannelGone(), ChannelForbidden()])
async def test_adjourned_games_that_lose_their_channel_notify_and_move(
    seated: Seated, outbox: Delivery, poster: FakePoster, error: Exception
) -> None:
    game = await lose_the_channel(seated, outbox, poster, Accept("adjourn", 0), error)
    assert game.lost
    assert poster.kinds(ANNA) == poster.kinds(BEN) == ["paused"]
    seated.clock.turn(9 * DAY)
    await seated.act(ANNA, game.id, Resume(OTHER_CHANNEL))
    await outbox.drain()
    assert poster.kinds(OTHER_CHANNEL) == ["adjourned", "resumed", "board 0"]
    assert (await seated.table.games.get(game.id)).waiting_since == seated.clock()


async def test_halted_games_stay_halted_when_posting_is_forbidden(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    """Otherwise its players could resume it themselves, in another channel."""
    game = await lose_the_channel(seated, outbox, poster, Halt(), ChannelForbidden())
    assert game.pause == "halted"
    assert poster.kinds(ANNA) == poster.kinds(BEN) == []
    tries = poster.tries
    seated.clock.turn(DAY)
    await outbox.drain()
    assert poster.tries == tries, "what could not be posted is given up"


async def test_halted_games_return_to_their_players_without_a_channel(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await lose_the_channel(seated, outbox, poster, Halt(), ChannelGone())
    assert game.pause == "place_gone"
    assert (await seated.act(BEN, game.id, Resume(OTHER_CHANNEL))).done is Done.RESUMED
