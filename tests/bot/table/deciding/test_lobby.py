"""A lobby of several: who joins, who does not, and when the game starts."""

from bot.match.actions import Decline, Done, Join, SetRated, Start
from bot.match.messages import Facts, LobbyPost, Notice
from bot.match.time_limits import read_limit
from bot.process.clock import DAY, HOUR
from bot.table.delivery import Delivery
from tests.bot.company import Company
from tests.bot.kit import ANNA, BEN, CARLA, DORA, FakePoster


async def test_the_last_one_to_come_starts_the_game(company: Company) -> None:
    await company.open(BEN, seats=3)
    assert await company.done(CARLA, Join()) is Done.JOINED
    assert await company.done(BEN, Join()) is Done.STARTED
    assert [seat.name for seat in (await company.game()).seats] == ["Anna", "Ben", "Carla"]


async def test_the_opener_starts_with_who_is_here(company: Company) -> None:
    await company.open(BEN, CARLA, seats=5, first=None, time_limit=read_limit("3d"))
    await company.act(CARLA, Join())
    await company.act(DORA, Join())
    assert await company.done(ANNA, Start()) is Done.STARTED
    game = await company.game()
    assert [seat.name for seat in game.seats] == ["Anna", "Carla", "Dora"]
    assert game.time_limit is not None
    assert game.time_limit.left == (3 * DAY,) * 3
    assert (await company.play(1, 2, 1)).ply == 3


async def test_the_chosen_first_player_begins_from_their_final_seat(company: Company) -> None:
    await company.open(BEN, CARLA, seats=3, first=2)
    await company.act(CARLA, Join())
    await company.act(ANNA, Start())
    assert (await company.game()).to_act == 1


async def test_chance_decides_when_who_was_to_begin_has_not_come(company: Company) -> None:
    await company.open(BEN, CARLA, seats=3, first=1)
    await company.act(CARLA, Join())
    await company.act(ANNA, Start())
    assert (await company.game()).to_act in {0, 1}


async def test_who_declines_frees_the_seat_for_anybody(company: Company) -> None:
    await company.open(BEN, CARLA, seats=3)
    assert await company.done(BEN, Decline()) is Done.FREED
    assert (await company.game()).seats[1].free
    assert await company.done(DORA, Join()) is Done.JOINED
    assert await company.done(CARLA, Join()) is Done.STARTED


async def test_the_lobby_is_posted_anew_and_pings_nobody_twice(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    game = await company.open(BEN, CARLA, seats=4)
    assert await company.posts(outbox, poster) == [LobbyPost(game.id, (BEN, CARLA))]
    await company.act(DORA, Join())
    assert await company.posts(outbox, poster) == [
        Notice(game.id, Done.JOINED, 3, facts={"before": "Dora", "before_id": DORA}),
        LobbyPost(game.id),
    ]
    await company.act(BEN, Decline())
    facts: Facts = {"before": "Ben", "before_id": BEN}
    assert await company.posts(outbox, poster) == [
        Notice(game.id, Done.FREED, None, (ANNA,), facts),
        LobbyPost(game.id),
    ]
    assert len(poster.retired) == 2


async def test_joining_and_leaving_a_lobby_neither_ping_nor_extend_it(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    opened = await company.open(seats=3)
    await company.posts(outbox, poster)
    company.seated.clock.turn(HOUR)
    await company.act(BEN, Join())
    await company.act(BEN, Decline())
    notices = [
        message for message in await company.posts(outbox, poster) if isinstance(message, Notice)
    ]
    assert [notice.mention for notice in notices] == [(), ()]
    assert (await company.game()).waiting_since == opened.waiting_since


async def test_who_has_joined_is_told_what_the_game_counts_for(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    await company.open(BEN, seats=3)
    await company.act(CARLA, Join())
    await company.posts(outbox, poster)
    assert await company.done(ANNA, SetRated(False)) is Done.UNRATED
    assert await company.posts(outbox, poster) == [
        Notice(company.game_id, Done.UNRATED, 0, (CARLA,)),
        LobbyPost(company.game_id),
    ]
    assert not (await company.game()).rated


async def test_changing_ones_mind_again_disturbs_nobody(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    await company.open(seats=3)
    await company.act(CARLA, Join())
    for rated in (False, True):
        await company.act(ANNA, SetRated(rated))
    await company.posts(outbox, poster)
    await company.act(ANNA, SetRated(False))
    notice, _ = await company.posts(outbox, poster)
    assert notice == Notice(company.game_id, Done.UNRATED, 0)


async def test_what_a_game_counts_for_already_is_not_told(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    await company.open(seats=3)
    await company.posts(outbox, poster)
    assert await company.done(ANNA, SetRated(True)) is Done.RATED
    assert await company.posts(outbox, poster) == []
