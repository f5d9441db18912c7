"""Whatever four people do at a table, in whatever order, the game stays consistent."""

from random import Random

import pytest

from bot.host.data.records import import_record
from bot.host.data.verify import verify
from bot.match.actions import (
    Accept,
    Action,
    Claim,
    Decline,
    Join,
    LeaveOrder,
    Play,
    Propose,
    Refuse,
    Resign,
    Resume,
    Start,
    Undo,
    Wait,
)
from bot.match.errors import Refused, StaleMove
from bot.match.game import OPEN, Game, Status
from bot.match.time_limits import read_limit
from bot.process.clock import HOUR
from bot.store.log import every_move
from tests.bot.company import PEOPLE, Company
from tests.bot.kit import ANNA, CHANNEL, GUILD, OTHER_CHANNEL

STEPS = 120


def anything(game: Game, chance: Random) -> Action:
    """Usually something useful."""
    if game.status is Status.LOBBY:
        return chance.choice((Join(), Join(), Decline(), Start()))
    if game.pause is not None:
        return Resume(CHANNEL)
    if game.offer is not None and chance.random() < 0.6:
        answers = (Accept(game.offer.request, game.offer.ply, game.offer.number),) * 4
        return chance.choice((*answers, Refuse(game.offer.request)))
    play = Play(chance.choice("123"), game.ply, game.branch)
    order = LeaveOrder(chance.choice(("odd", "even")), "1", game.ply, game.branch)
    asks = (Undo(), Undo(), Propose("time"), Propose("adjourn"), Propose("end"))
    return chance.choice((*(play,) * 16, order, *asks, Claim(), Wait(), Resign()))


def check(game: Game) -> None:
    if game.status is Status.RUNNING:
        assert game.to_act is not None
        assert game.seats[game.to_act].plays
        assert sum(seat.plays for seat in game.seats) > 1
        assert game.time_limit is not None
        assert len(game.time_limit.left) == len(game.seats)
        assert len(game.time_limit.given) == game.ply
    if game.offer is not None:
        assert game.seats[game.offer.seat].plays
        assert game.seats_to_answer(game.offer)
    assert not any(game.seats[number].left for number in game.winners)


@pytest.mark.parametrize("seed", range(5))
async def test_a_game_of_four_stays_whole_whatever_they_do(company: Company, seed: int) -> None:
    chance = Random(seed)
    clock = company.seated.clock
    game = await company.open(seats=4, first=None, time_limit=read_limit("1d"))
    for _ in range(STEPS):
        user = chance.choice(PEOPLE)
        if game.status is Status.RUNNING and game.to_act is not None and chance.random() < 0.5:
            user = game.seats[game.to_act].user_id or ANNA
        try:
            await company.act(user, anything(game, chance))
        except (Refused, StaleMove):
            clock.turn(chance.choice((0, HOUR, 30 * HOUR)) if game.status is Status.RUNNING else 0)
            await company.seated.look()
        game = await company.game()
        check(game)
        if game.status not in OPEN:
            break
    await check_the_log(company)


async def check_the_log(company: Company) -> None:
    game = await company.game()
    database = company.seated.database
    async with database.reading() as connection:
        log = await every_move(connection, game.id)
    left = {number for number, seat in enumerate(game.seats) if seat.left}
    assert {move.seat for move in log if move.leaves} == left
    assert [line async for line in verify(database)] == []
    if game.status not in OPEN and game.commitment is not None:
        record = await company.seated.table.games.record(game.id)
        number = await import_record(database, record, GUILD, OTHER_CHANNEL, game.waiting_since)
        imported = await company.seated.table.games.get(number)
        assert (imported.status, imported.winners) == (game.status, game.winners)
