"""Calls to open seats: whoever asked for it, one message a day at most, and undisturbed."""

import asyncio
from collections.abc import Sequence

from bot.match.actions import AddComputer, Answer, Done, NewGame
from bot.match.messages import DirectMessage
from bot.match.preferences import Away, local_time
from bot.match.seat_calls import MOST_CALLED, WantedCalls
from bot.process.clock import DAY, HOUR
from bot.table.delivery import Delivery
from tests.bot.kit import ANNA, BEN, CARLA, CHANNEL, DORA, GUILD, FakePoster, Seated, by

ELSEWHERE = GUILD + 1


async def look_for_players(
    seated: Seated, kind: str = "castle", channel: int = CHANNEL, **asked: object
) -> Answer:
    """Anna opens a game."""
    return await seated.table.open(by(ANNA), NewGame(kind, GUILD, channel, **asked))  # type: ignore[arg-type]


async def call_everybody(seated: Seated) -> list[tuple[int, int]]:
    """Let every lobby call whom it can; returns who was called to which."""
    calls = seated.table.seat_calls
    made: list[tuple[int, int]] = []
    for game in await calls.lobbies():
        while people := await calls.people_for(game, {user for user, _ in made}):
            for user in people:
                await calls.call(game.id, user)
                made.append((user, game.id))
    return made


async def want(seated: Seated, *users: int, kinds: Sequence[str] = ("castle",)) -> None:
    for user in users:
        await seated.table.people.prefer(user, {}, WantedCalls(GUILD, kinds))


async def test_who_asked_for_it_is_called_to_an_open_seat(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await want(seated, BEN)
    opened = await look_for_players(seated)
    assert await call_everybody(seated) == [(BEN, opened.game_id)]
    await outbox.drain()
    [(place, message, _)] = [post for post in poster.posted if isinstance(post[1], DirectMessage)]
    assert place == BEN
    assert message == DirectMessage(opened.game_id, BEN, Done.SEAT_OPEN, {"ply": 0})


async def test_nobody_is_called_who_did_not_ask(seated: Seated) -> None:
    await want(seated, BEN)
    await want(seated, BEN, kinds=())
    await want(seated, CARLA, kinds=["carcassonne"])
    await seated.table.people.prefer(DORA, {}, WantedCalls(ELSEWHERE, ["castle"]))
    await look_for_players(seated)
    assert await call_everybody(seated) == []


async def test_nobody_is_called_where_no_seat_is_open(seated: Seated) -> None:
    await want(seated, BEN, CARLA)
    await look_for_players(seated, opponents=((DORA, "Dora"),))
    assert await call_everybody(seated) == []


async def test_nobody_is_called_to_their_own_lobby(seated: Seated) -> None:
    await want(seated, ANNA, BEN)
    kind = "carcassonne"
    invited = ((BEN, "Ben"),)
    await want(seated, ANNA, BEN, kinds=[kind])
    await look_for_players(seated, kind, opponents=invited, seats=3)
    assert await call_everybody(seated) == []


async def test_a_person_is_called_once_a_day_at_most(seated: Seated) -> None:
    await want(seated, BEN)
    first = await look_for_players(seated)
    second = await look_for_players(seated, channel=CHANNEL + 1)
    assert await call_everybody(seated) == [(BEN, first.game_id)]
    seated.clock.turn(DAY - HOUR)
    assert await call_everybody(seated) == []
    seated.clock.turn(HOUR)
    assert await call_everybody(seated) == [(BEN, second.game_id)]


async def test_two_lobbies_at_once_call_a_person_once(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await want(seated, BEN)
    opened = [await look_for_players(seated, channel=CHANNEL + number) for number in range(3)]
    calls = seated.table.seat_calls
    await asyncio.gather(*(calls.call(answer.game_id, BEN) for answer in opened))
    await outbox.drain()
    assert poster.kinds(BEN) == ["seat_open"]


async def test_what_was_wanted_since_does_not_call_twice_a_day(seated: Seated) -> None:
    await want(seated, BEN)
    await look_for_players(seated)
    await call_everybody(seated)
    await want(seated, BEN, kinds=["castle", "castellan"])
    await look_for_players(seated, "castellan", CHANNEL + 1)
    assert await call_everybody(seated) == []


async def test_quiet_hours_put_a_call_off(seated: Seated) -> None:
    hour = local_time("UTC", seated.clock.now).hour
    await seated.table.people.prefer(BEN, {"quiet": f"{hour}-{(hour + 2) % 24}"})
    await want(seated, BEN)
    opened = await look_for_players(seated)
    assert await call_everybody(seated) == []
    await seated.table.seat_calls.call(opened.game_id, BEN)
    seated.clock.turn(2 * HOUR)
    assert await call_everybody(seated) == [(BEN, opened.game_id)]


async def test_nobody_is_called_while_away(seated: Seated) -> None:
    now = seated.clock.now
    await seated.table.people.go_away(by(BEN), Away(now, now + DAY))
    await want(seated, BEN)
    await look_for_players(seated)
    assert await call_everybody(seated) == []


async def test_an_old_lobby_calls_nobody(seated: Seated) -> None:
    await look_for_players(seated)
    seated.clock.turn(2 * DAY)
    await want(seated, BEN)
    assert await call_everybody(seated) == []


async def test_a_lobby_calls_few_people(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await want(seated, *range(1000, 1030))
    await look_for_players(seated)
    await call_everybody(seated)
    assert await seated.table.seat_calls.lobbies() == ()
    await outbox.drain()
    called = [place for place, message, _ in poster.posted if isinstance(message, DirectMessage)]
    assert called == [*range(1000, 1000 + MOST_CALLED)]


async def test_nobody_is_called_to_a_game_that_began(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await want(seated, BEN)
    opened = await look_for_players(seated)
    await seated.table.act(by(ANNA), opened.game_id, AddComputer("easy"))
    assert await seated.table.seat_calls.lobbies() == ()
    await seated.table.seat_calls.call(opened.game_id, BEN)
    await outbox.drain()
    assert poster.kinds(BEN) == []


async def test_everybody_has_their_own_wishes(seated: Seated) -> None:
    await want(seated, BEN, kinds=["castle", "castellan"])
    wanted = seated.table.seat_calls.kinds_for
    assert set(await wanted(GUILD, BEN)) == {"castle", "castellan"}
    assert set(await wanted(GUILD, CARLA)) == set(await wanted(ELSEWHERE, BEN)) == set()
