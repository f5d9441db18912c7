"""A moderator hands a seat over: the new player gets everything that belongs to it, the old one
keeps nothing."""

import pytest
from sqlalchemy import insert, select, update

from bot.host.data.verify import verify
from bot.match.actions import (
    Accept,
    Done,
    Halt,
    HandOver,
    Join,
    Play,
    Propose,
    Rematch,
    Resign,
    Withdraw,
)
from bot.match.errors import Refused, Why
from bot.match.game import Game, Status
from bot.match.messages import BoardPost, LobbyPost, Notice
from bot.match.time_limits import TimeLimit
from bot.process.clock import DAY, HOUR
from bot.store.connection.database import AsyncConnection
from bot.store.games import require_game, stored_value
from bot.store.log import every_move
from bot.store.schema import audit, games, orders
from bot.table.delivery import Delivery
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    CHANNEL,
    NAMES,
    FakePoster,
    Seated,
    by,
    pauses_of,
    refusal_of,
    refused,
)

MODERATOR = 999
TO_CARLA = HandOver(ANNA, CARLA, "Carla")


@pytest.fixture(autouse=True)
def _moderator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NAMES, MODERATOR, "Mona")


async def hand_over(seated: Seated, game_id: int, action: HandOver = TO_CARLA) -> Game:
    answer = await seated.table.act(by(MODERATOR, rights=("end",)), game_id, action)
    assert answer.done is Done.HANDED_OVER
    return await seated.table.games.get(game_id)


async def test_the_new_player_plays_on_and_the_old_one_does_not(seated: Seated) -> None:
    game = await seated.start()
    await hand_over(seated, game.id)
    move = await seated.legal_move(game)
    assert await refused(seated, ANNA, game.id, Play(move, 0, 0)) is Why.NOT_A_PLAYER
    assert await refused(seated, ANNA, game.id, Resign()) is Why.NOT_A_PLAYER
    assert (await seated.act(CARLA, game.id, Play(move, 0, 0))).done is Done.PLAYED


async def test_the_former_players_open_panel_no_longer_shows_moves(seated: Seated) -> None:
    game = await seated.start()
    await seated.table.drafts.questions(game.id, ANNA, 0, 0)
    await hand_over(seated, game.id)
    for look in (
        seated.table.drafts.questions(game.id, ANNA, 0, 0),
        seated.table.drafts.questions(game.id, ANNA),
    ):
        assert (await refusal_of(look)).why is Why.NOT_A_PLAYER


async def test_the_log_keeps_who_played_which_move(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    await hand_over(seated, game.id)
    await seated.play(game.id)
    async with seated.database.reading() as connection:
        assert [move.user_id for move in await every_move(connection, game.id)] == [
            ANNA,
            BEN,
            CARLA,
        ]
        note = select(audit.c.user_id).where(audit.c.done == "handed_over")
        assert (await connection.execute(note)).scalars().all() == [MODERATOR]
        note = select(audit.c.user_id).where(audit.c.done == "replaced")
        assert (await connection.execute(note)).scalars().all() == [ANNA]
    assert [line async for line in verify(seated.database)] == []


async def test_handing_over_posts_a_notice_and_a_fresh_board(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await outbox.drain()
    await hand_over(seated, game.id)
    await outbox.drain()
    (_, notice, _), (_, board, _) = poster.posted[-2:]
    assert isinstance(notice, Notice)
    assert (notice.seat, notice.facts) == (
        0,
        {"before": "Anna", "before_id": ANNA, "by": "Mona", "by_id": MODERATOR},
    )
    assert notice.mention == (), "the board pings already"
    assert isinstance(board, BoardPost)
    assert board.mention == (CARLA,)


async def test_who_does_not_have_to_move_gets_no_board(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await hand_over(seated, game.id, HandOver(BEN, CARLA, "Carla"))
    await outbox.drain()
    assert poster.kinds(CHANNEL)[-2:] == ["board 0", "handed_over"]
    (*_, (_, notice, _)) = poster.posted
    assert isinstance(notice, Notice)
    assert notice.mention == (CARLA,)


async def test_an_offer_is_dropped(seated: Seated) -> None:
    game = await seated.start()
    await seated.act(ANNA, game.id, Propose("end"))
    await hand_over(seated, game.id)
    assert await refused(seated, BEN, game.id, Accept("end", 0)) is Why.NO_SUCH_REQUEST


async def test_the_time_goes_on_as_it_stands(seated: Seated) -> None:
    game = await seated.start()
    limit = TimeLimit(3 * DAY, DAY, 3 * DAY, (2 * DAY, HOUR))
    async with seated.database.writing() as connection:
        await connection.execute(update(games).values(time_limit=stored_value("time_limit", limit)))
    seated.clock.turn(DAY)
    after = await hand_over(seated, game.id)
    assert (after.waiting_since, after.time_limit) == (game.waiting_since, limit)


async def ordered(connection: AsyncConnection, game_id: int) -> tuple[int, list[int]]:
    """How many orders the game's row counts, and the seats of those that are stored."""
    seats = await connection.execute(select(orders.c.seat).where(orders.c.game_id == game_id))
    return (await require_game(connection, game_id)).ordered, list(seats.scalars())


async def test_handing_over_deletes_only_that_seats_orders(seated: Seated) -> None:
    game = await seated.start()
    order = {"game_id": game.id, "tile": "a", "notation": "", "branch": 0, "created_at": 0}
    rows = [{**order, "seat": seat} for seat in (0, 1)]
    async with seated.database.writing() as connection:
        await connection.execute(insert(orders), rows)
        await connection.execute(update(games).values(ordered=2))
    await hand_over(seated, game.id)
    async with seated.database.reading() as connection:
        assert await ordered(connection, game.id) == (1, [1])


async def test_who_takes_over_no_longer_watches(seated: Seated) -> None:
    game = await seated.start()
    for user in (CARLA, MODERATOR):
        await seated.table.watch(game.id, user, "turns")
    after = await hand_over(seated, game.id)
    assert after.watched == 1
    assert await seated.table.games.watching(game.id, CARLA) == "off"


async def test_handing_over_an_invited_seat_reserves_it_for_another(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game_id = await seated.open(opponents=((BEN, "Ben"),))
    await hand_over(seated, game_id, HandOver(BEN, CARLA, "Carla"))
    await outbox.drain()
    (*_, (_, invitation, _)) = poster.posted
    assert isinstance(invitation, LobbyPost)
    assert invitation.mention == (CARLA,)
    assert await refused(seated, BEN, game_id, Join()) is Why.NOT_INVITED
    assert (await seated.act(CARLA, game_id, Join())).done is Done.STARTED


async def test_whose_invitation_was_handed_over_cannot_cancel_it(seated: Seated) -> None:
    game_id = await seated.open()
    await hand_over(seated, game_id)
    assert await refused(seated, ANNA, game_id, Withdraw()) is Why.NOT_THE_OPENER
    assert (await seated.act(CARLA, game_id, Withdraw())).done is Done.WITHDRAWN


@pytest.mark.parametrize("how", ["adjourned", "halted"])
async def test_handing_over_a_seat_of_a_resting_game_posts_no_board(
    seated: Seated, outbox: Delivery, poster: FakePoster, how: str
) -> None:
    game = await seated.start()
    if how == "halted":
        await seated.table.act(by(MODERATOR, rights=("end",)), game.id, Halt())
    else:
        await seated.act(ANNA, game.id, Propose("adjourn"))
        await seated.act(BEN, game.id, Accept("adjourn", 0))
    after = await hand_over(seated, game.id)
    assert after.pause == how
    await outbox.drain()
    assert poster.kinds(CHANNEL)[-1] == "handed_over"


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (HandOver(CARLA, MODERATOR, "Mona"), Why.NO_SUCH_PLAYER),
        (HandOver(ANNA, BEN, "Ben"), Why.PLAYS_ALREADY),
        (HandOver(ANNA, ANNA, "Anna"), Why.PLAYS_ALREADY),
    ],
)
async def test_seats_pass_only_from_a_player_to_a_non_player(
    seated: Seated, action: HandOver, why: Why
) -> None:
    game = await seated.start()
    with pytest.raises(Refused) as caught:
        await hand_over(seated, game.id, action)
    assert caught.value.why is why
    assert await seated.table.games.get(game.id) == game


async def test_only_who_has_the_right_hands_a_seat_over(seated: Seated) -> None:
    game = await seated.start()
    assert await refused(seated, BEN, game.id, TO_CARLA) is Why.NOT_ALLOWED


async def test_lost_or_finished_games_refuse_handing_over_seats(
    seated: Seated,
) -> None:
    game = await seated.start()
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
    assert (await refusal_of(hand_over(seated, game.id))).why is Why.PAUSED
    await seated.act(ANNA, game.id, Resign())
    assert (await refusal_of(hand_over(seated, game.id))).why is Why.WRONG_STATUS


async def test_the_rematch_is_between_those_who_played_last(seated: Seated) -> None:
    game = await seated.start()
    await hand_over(seated, game.id)
    await seated.act(BEN, game.id, Resign())
    assert await refused(seated, ANNA, game.id, Rematch(CHANNEL)) is Why.NOT_A_PLAYER
    again = await seated.act(CARLA, game.id, Rematch(CHANNEL))
    assert (await seated.act(BEN, game.id, Rematch(CHANNEL))).game_id == again.game_id
    assert (await seated.table.games.get(again.game_id)).status is Status.RUNNING
