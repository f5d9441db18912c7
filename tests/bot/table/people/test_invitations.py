"""How many open invitations one person may have, how many threads they are given, and whom an
invitation pings."""

import pytest

from bot.match.actions import Actor, Decline, Join, NewGame, Rematch, Resign, Withdraw
from bot.match.errors import Refused, Why
from bot.match.messages import LobbyPost
from bot.process.clock import HOUR
from bot.table.delivery import Delivery
from bot.table.invitations import MOST_OPEN, MOST_THREADS
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    CHANNEL,
    GUILD,
    NAMES,
    FakePoster,
    Seated,
    by,
    refusal_of,
)

FIRST_CHANNEL = 1000
MINUTE = HOUR // 60


async def invite(
    seated: Seated, channel: int, opponent: int | None = None, parent: int | None = None
) -> int:
    opponents = () if opponent is None else ((opponent, NAMES[opponent]),)
    asked = NewGame("castle", GUILD, channel, parent_id=parent, opponents=opponents)
    return (await seated.table.open(by(ANNA), asked)).game_id


async def pings(outbox: Delivery, poster: FakePoster) -> list[tuple[int, ...]]:
    """Whom each invitation pinged."""
    await outbox.drain()
    return [message.mention for _, message, _ in poster.posted if isinstance(message, LobbyPost)]


async def test_open_invitations_per_user_are_limited(seated: Seated) -> None:
    opened = [await invite(seated, FIRST_CHANNEL + number) for number in range(MOST_OPEN)]
    with pytest.raises(Refused) as refused:
        await invite(seated, CHANNEL)
    assert refused.value.why is Why.TOO_MANY_INVITATIONS
    assert refused.value.facts == {"most": MOST_OPEN}
    other = Actor("other", BEN, "Ben", frozenset({"start"}))
    await seated.table.open(other, NewGame("castle", GUILD, CHANNEL))
    await seated.act(ANNA, opened[0], Withdraw())
    await invite(seated, FIRST_CHANNEL)


async def test_games_that_have_begun_are_no_open_invitations(seated: Seated) -> None:
    for number in range(MOST_OPEN):
        game_id = await invite(seated, FIRST_CHANNEL + number)
        if number == 0:
            await seated.act(BEN, game_id, Join())
    await invite(seated, CHANNEL)


async def test_a_rematch_is_an_invitation_and_joining_one_is_not(seated: Seated) -> None:
    game = await seated.start()
    await seated.act(ANNA, game.id, Resign())
    for number in range(MOST_OPEN):
        await invite(seated, FIRST_CHANNEL + number)
    assert (
        await refusal_of(seated.act(ANNA, game.id, Rematch(CHANNEL)))
    ).why is Why.TOO_MANY_INVITATIONS
    await seated.act(BEN, game.id, Rematch(CHANNEL))
    await seated.act(ANNA, game.id, Rematch(CHANNEL))


async def test_threads_per_user_and_hour_are_limited(seated: Seated) -> None:
    begun = seated.clock()
    asked = NewGame("castle", GUILD, CHANNEL)
    for number in range(MOST_THREADS):
        await seated.table.may_open_thread(by(ANNA), asked)
        await invite(seated, FIRST_CHANNEL + number, parent=CHANNEL)
        seated.clock.turn(MINUTE)
    with pytest.raises(Refused) as refused:
        await seated.table.may_open_thread(by(ANNA), asked)
    assert refused.value.why is Why.TOO_MANY_THREADS
    assert refused.value.facts == {"most": MOST_THREADS, "at": begun + HOUR}
    await seated.table.may_open_thread(by(BEN), asked)
    seated.clock.now = begun + HOUR
    await seated.table.may_open_thread(by(ANNA), asked)


async def test_more_games_in_one_thread_need_no_more_threads(seated: Seated) -> None:
    for _ in range(MOST_THREADS + 1):
        game_id = await invite(seated, FIRST_CHANNEL, parent=CHANNEL)
        await seated.act(ANNA, game_id, Withdraw())
    await seated.table.may_open_thread(by(ANNA), NewGame("castle", GUILD, CHANNEL))


async def test_an_old_thread_is_none_of_the_last_hour(seated: Seated) -> None:
    for again in range(2):
        for number in range(MOST_THREADS):
            game_id = await invite(seated, FIRST_CHANNEL + number, parent=CHANNEL)
            await seated.act(ANNA, game_id, Withdraw())
        seated.clock.turn(0 if again else 2 * HOUR)
    await seated.table.may_open_thread(by(ANNA), NewGame("castle", GUILD, CHANNEL))


async def test_no_thread_is_requested_where_the_game_would_be_refused(seated: Seated) -> None:
    asked = NewGame("castle", GUILD, CHANNEL)
    assert (
        await refusal_of(seated.table.may_open_thread(by(ANNA, rights=()), asked))
    ).why is Why.NOT_ALLOWED
    for number in range(MOST_OPEN):
        await invite(seated, FIRST_CHANNEL + number)
    assert (
        await refusal_of(seated.table.may_open_thread(by(ANNA), asked))
    ).why is Why.TOO_MANY_INVITATIONS


async def test_an_invitation_pings_somebody_once_an_hour(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    first = await invite(seated, FIRST_CHANNEL, BEN)
    await seated.act(ANNA, first, Withdraw())
    seated.clock.turn(50 * MINUTE)
    second = await invite(seated, FIRST_CHANNEL + 1, BEN)
    invitations = seated.table.invitations
    assert await invitations.unpinged_guests(await seated.table.games.get(second)) == (BEN,)
    seated.clock.turn(10 * MINUTE)
    third = await invite(seated, FIRST_CHANNEL + 2, BEN)
    assert await invitations.unpinged_guests(await seated.table.games.get(third)) == ()
    posted = await pings(outbox, poster)
    assert [mention for mention in posted if BEN in mention] == [(BEN,), (BEN,)]


async def test_others_are_pinged_and_by_others_too(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await seated.act(BEN, await invite(seated, FIRST_CHANNEL, BEN), Decline())
    await invite(seated, FIRST_CHANNEL + 1, CARLA)
    asked = NewGame("castle", GUILD, CHANNEL, opponents=((BEN, "Ben"),))
    await seated.table.open(by(CARLA), asked)
    posted = await pings(outbox, poster)
    assert {(BEN,), (CARLA,)} <= set(posted)
    assert posted.count((BEN,)) == 2


async def test_open_invitations_ping_nobody_so_the_next_one_may(seated: Seated) -> None:
    await seated.act(BEN, await invite(seated, FIRST_CHANNEL), Join())
    second = await seated.table.games.get(await invite(seated, FIRST_CHANNEL + 1, BEN))
    assert await seated.table.invitations.unpinged_guests(second) == ()
