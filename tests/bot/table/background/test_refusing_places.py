"""Refusals whose reason is unknown: one place that refuses while others accept is paused, and
resumes by itself; when every place refuses, nothing is paused and nobody is told but the host."""

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.host.health import SILENT_AFTER, Health
from bot.match.actions import Propose, Resume
from bot.match.game import Game
from bot.match.messages import BoardPost
from bot.process.clock import DAY, SECOND
from bot.process.metrics import Metrics
from bot.process.stopping import Stopping
from bot.store import message_queue
from bot.store.schema import games as games_table
from bot.store.schema import outbox as stored
from bot.table.delivery import Delivery
from bot.table.posting import (
    EVERYWHERE,
    ChannelForbidden,
    ChannelGone,
    PostError,
    Rejected,
    TryLater,
)
from tests.bot.kit import (
    ANNA,
    BEN,
    CHANNEL,
    OTHER_CHANNEL,
    FakePoster,
    Seated,
    TurnedClock,
    pauses_of,
)

MINUTE = 60 * SECOND
WHY = "HTTP 403, code 50009"
THIRD_CHANNEL = 30


def refuse(poster: FakePoster, *places: int, error: PostError | None = None) -> None:
    for place in places:
        poster.failures[place] = [error or Rejected(WHY)] * 10_000


def accept(poster: FakePoster, *places: int) -> None:
    for place in places:
        poster.failures[place] = []


class Channels:
    """Two games, each in its channel; moves in the second show that Discord accepts posts."""

    def __init__(
        self, seated: Seated, outbox: Delivery, poster: FakePoster, game: Game, other: Game
    ) -> None:
        self.seated = seated
        self.outbox = outbox
        self.poster = poster
        self.game = game
        self.other = other

    async def pass_time(self, minutes: int, *, others_post: bool = True) -> None:
        """Ten minutes at a time, which is the longest pause between two attempts; others post
        between these."""
        for _ in range(minutes // 10):
            self.seated.clock.turn(10 * MINUTE)
            await self.outbox.drain()
            if others_post:
                await self.seated.play(self.other.id)
                await self.outbox.drain()

    async def pause_of_game(self) -> str | None:
        return (await self.seated.table.games.get(self.game.id)).pause

    def notes(self) -> Sequence[Sequence[str]]:
        return self.poster.kinds(ANNA), self.poster.kinds(BEN)


@pytest.fixture
async def channels(seated: Seated, outbox: Delivery, poster: FakePoster) -> Channels:
    game = await seated.start()
    other = await seated.start(OTHER_CHANNEL)
    await outbox.drain()
    return Channels(seated, outbox, poster, game, other)


async def pause_game(channels: Channels) -> None:
    """Refuse the board of a move until its game is paused."""
    await channels.seated.play(channels.game.id)
    refuse(channels.poster, CHANNEL)
    await channels.outbox.drain()
    await channels.pass_time(70)
    assert await channels.pause_of_game() == "place_forbidden"


async def test_a_place_refusing_for_an_hour_unlike_others_is_paused(
    channels: Channels,
) -> None:
    await channels.seated.play(channels.game.id)
    refuse(channels.poster, CHANNEL)
    await channels.outbox.drain()
    await channels.pass_time(50)
    assert (await channels.pause_of_game(), channels.notes()) == (None, ([], []))
    await channels.pass_time(10)
    assert await channels.pause_of_game() == "place_forbidden"
    assert channels.notes() == (["paused"], ["paused"])


async def test_it_resumes_by_itself_when_the_place_accepts_again(
    channels: Channels, poster: FakePoster
) -> None:
    await pause_game(channels)
    before = poster.kinds(CHANNEL)
    await channels.pass_time(120)
    assert channels.notes() == (["paused"], ["paused"]), "nobody is told again"
    accept(poster, CHANNEL)
    await channels.pass_time(60)
    assert await channels.pause_of_game() is None
    assert poster.kinds(CHANNEL) == [*before, "board 1"], "the board that was refused, once"
    assert channels.notes() == (["paused"], ["paused"])
    await channels.seated.play(channels.game.id)
    await channels.outbox.drain()
    assert poster.kinds(CHANNEL)[-1] == "board 2"


async def test_held_messages_follow_and_the_player_to_act_is_pinged(
    channels: Channels, poster: FakePoster
) -> None:
    refuse(poster, CHANNEL)
    await channels.seated.act(ANNA, channels.game.id, Propose("end"))
    await channels.seated.play(channels.game.id)
    await channels.outbox.drain()
    await channels.pass_time(70)
    assert await channels.pause_of_game() == "place_forbidden"
    before = poster.kinds(CHANNEL)
    accept(poster, CHANNEL)
    await channels.pass_time(60)
    assert poster.kinds(CHANNEL) == [*before, "end_asked", "board 1"]
    boards = [message for place, message, _ in poster.posted if place == CHANNEL]
    assert isinstance(boards[-1], BoardPost)
    assert boards[-1].mention == (BEN,)


async def test_a_paused_place_is_tried_seldom(channels: Channels, poster: FakePoster) -> None:
    """Every 30 to 60 minutes; the tests are without jitter."""
    await pause_game(channels)
    left = len(poster.failures[CHANNEL])
    await channels.pass_time(5 * 60)
    assert left - len(poster.failures[CHANNEL]) <= 5


async def test_refusals_count_towards_the_hour_across_a_restart(
    channels: Channels, seated: Seated, poster: FakePoster, clock: TurnedClock
) -> None:
    await seated.play(channels.game.id)
    refuse(poster, CHANNEL)
    await channels.outbox.drain()
    await channels.pass_time(40)
    channels.outbox = Delivery(
        seated.database,
        poster,
        clock=clock,
        jitter=lambda: 1.0,
    )
    await channels.pass_time(30)
    assert await channels.pause_of_game() == "place_forbidden"


@pytest.mark.parametrize("status", [401, 403, 404])
async def test_the_only_place_of_a_bot_is_never_paused(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock, status: int
) -> None:
    """Nobody can tell whether it is the place or the bot that is refused: the host learns of it."""
    game = await seated.start()
    refuse(poster, CHANNEL, error=Rejected(f"HTTP {status}, code 0"))
    for _ in range(144):
        await outbox.drain()
        clock.turn(10 * MINUTE)
    assert (await seated.table.games.get(game.id)).pause is None
    assert (poster.kinds(ANNA), poster.kinds(BEN)) == ([], [])
    problem = f"none has arrived for {DAY // SECOND} seconds: HTTP {status}, code 0"
    assert problem in str(await health(seated, outbox).problem())


def health(seated: Seated, outbox: Delivery) -> Health:
    class AsyncConnection:
        connected = True
        connections = {0: True}  # noqa: RUF012

    lent: Any = {"stopping": Stopping(), "metrics": Metrics(), "clock": seated.clock}
    return Health(seated.database, AsyncConnection(), delivery=outbox, **lent)


@pytest.mark.parametrize("error", [Rejected("HTTP 401, code 0"), TryLater(why="HTTP 503, code 0")])
async def test_if_all_places_refuse_none_pauses_and_retries_are_rare(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock, error: TryLater
) -> None:
    places = range(100, 200)
    games = [await seated.start(place) for place in places]
    refuse(poster, *places, error=error)
    await outbox.drain()
    begun = poster.tries
    assert begun <= 2 * outbox.pace.at_once
    for _ in range(90 * 60 // 10):  # for longer than the hour after which one place is paused
        clock.turn(10 * SECOND)
        await outbox.drain()
    per_ten_minutes = (poster.tries - begun) / 9
    assert 10 < per_ten_minutes < 100
    assert {(await seated.table.games.get(game.id)).pause for game in games} == {None}
    assert {place for place, _, _ in poster.posted} == set()
    assert f": {error.why}" in str(await health(seated, outbox).problem())
    accept(poster, *places)
    for _ in range(150):
        clock.turn(5 * SECOND)
        await outbox.drain()
    assert all(poster.kinds(place)[-1] == "board 0" for place in places)
    assert await health(seated, outbox).problem() is None


async def test_a_deliberately_waiting_outbox_is_not_reported_as_stuck(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    places = range(100, 100 + EVERYWHERE)
    for place in places:
        await seated.start(place)
    refuse(poster, *places)
    await outbox.drain()
    clock.turn(SILENT_AFTER)
    assert await health(seated, outbox).problem() is None
    clock.turn(SECOND)
    problem = f"posts are tried, and none has arrived for 301 seconds: {WHY}"
    assert await health(seated, outbox).problem() == problem


async def test_a_refusal_right_after_an_outage_pauses_nothing(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    """The hour begins when others are accepted again."""
    places = range(100, 100 + 2 * EVERYWHERE)
    games = [await seated.start(place) for place in places]
    refuse(poster, *places)
    for _ in range(2 * 3600 // 60):
        await outbox.drain()
        clock.turn(MINUTE)
    slow, *others = places
    accept(poster, *others)
    for _ in range(50):
        await outbox.drain()
        clock.turn(MINUTE)
    assert all(poster.kinds(place) for place in others)
    assert (await seated.table.games.get(games[0].id)).pause is None
    accept(poster, slow)
    clock.turn(10 * MINUTE)
    await outbox.drain()
    assert poster.kinds(slow)[-1] == "board 0"


async def test_paused_games_stay_paused_while_no_other_place_accepts(
    channels: Channels,
) -> None:
    await pause_game(channels)
    await channels.pass_time(24 * 60, others_post=False)
    assert await channels.pause_of_game() == "place_forbidden"
    assert channels.notes() == (["paused"], ["paused"])
    assert await health(channels.seated, channels.outbox).problem() is None


async def test_games_awaiting_a_retry_can_be_resumed_elsewhere(
    channels: Channels, poster: FakePoster
) -> None:
    await pause_game(channels)
    await channels.seated.act(BEN, channels.game.id, Resume(THIRD_CHANNEL))
    await channels.outbox.drain()
    assert poster.kinds(THIRD_CHANNEL) == ["resumed", "board 1"]
    refuse(poster, THIRD_CHANNEL)
    await channels.seated.play(channels.game.id)
    await channels.outbox.drain()
    await channels.pass_time(50)
    assert await channels.pause_of_game() is None, "another place, another hour"


async def test_players_can_resume_at_once_before_the_next_retry(
    channels: Channels, poster: FakePoster
) -> None:
    await pause_game(channels)
    accept(poster, CHANNEL)
    await channels.seated.act(BEN, channels.game.id, Resume(CHANNEL))
    await channels.outbox.drain()
    assert poster.kinds(CHANNEL)[-1] == "board 1"


@pytest.mark.parametrize(
    ("error", "pause"), [(ChannelGone(), "place_gone"), (ChannelForbidden(), "place_forbidden")]
)
async def test_a_paused_place_that_proves_lost_is_not_retried(
    channels: Channels, poster: FakePoster, error: PostError, pause: str
) -> None:
    await pause_game(channels)
    refuse(poster, CHANNEL, error=error)
    await channels.pass_time(180)
    assert await channels.pause_of_game() == pause
    assert channels.notes() == (["paused"], ["paused"])
    assert len(poster.failures[CHANNEL]) == 9_999


async def test_games_adjourned_by_players_do_not_resume_by_themselves(
    channels: Channels, poster: FakePoster
) -> None:
    await channels.seated.play(channels.game.id)
    refuse(poster, CHANNEL)
    await channels.outbox.drain()
    async with channels.seated.database.writing() as connection:
        resting = {"pause": "adjourned", "paused_at": channels.seated.clock()}
        condition = games_table.c.id == channels.game.id
        await connection.execute(update(games_table).where(condition).values(**resting))
    await channels.pass_time(70)
    accept(poster, CHANNEL)
    await channels.pass_time(120)
    assert await channels.pause_of_game() == "place_forbidden"


async def test_direct_notes_refused_for_an_hour_are_read_later(
    channels: Channels, seated: Seated, poster: FakePoster
) -> None:
    refuse(poster, ANNA)
    await pauses_of(seated.table).pause(channels.game.id, CHANNEL, "place_gone")
    await channels.outbox.drain()
    await channels.pass_time(50)
    assert await seated.table.people.missed_notes(ANNA) == []
    await channels.pass_time(20)
    assert len(await seated.table.people.missed_notes(ANNA)) == 1


@pytest.mark.parametrize("kind", ["live", "retire"])
async def test_an_edit_that_is_refused_for_an_hour_is_given_up(
    channels: Channels, seated: Seated, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    async def reject(*_: object) -> None:
        raise Rejected(WHY)

    monkeypatch.setattr(channels.poster, "retire" if kind == "retire" else "show_live", reject)
    if kind == "live":
        async with seated.database.writing() as connection:
            await message_queue.refresh_live_board(
                connection, channels.game.id, CHANNEL, seated.clock()
            )
    await seated.play(channels.game.id)
    await channels.outbox.drain()
    await channels.pass_time(70)
    async with seated.database.reading() as connection:
        query = select(stored.c.state).where(
            stored.c.game_id == channels.game.id,
            stored.c.kind == kind,
            stored.c.error.contains("place_forbidden"),
        )
        assert (await connection.execute(query)).scalars().all() == ["failed"]
    assert await channels.pause_of_game() is None
