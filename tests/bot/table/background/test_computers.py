"""Computer players at the table: their turns are due like anything else in a game, and no failure
loses a game."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from threading import Event

import pytest

from bot.match.actions import Done, Join, NewGame, Resign, Undo
from bot.match.game import COMPUTER_WAITS, Status
from bot.match.results import COMPUTERS
from bot.match.rules import rules_of
from bot.match.time_limits import read_limit
from bot.process.clock import DAY, HOUR
from bot.process.worker_processes import WorkerEnded
from bot.store.results import results_of_games
from bot.store.timers import LEASE
from bot.table.computers import Computers
from bot.table.delivery import Delivery
from bot.table.thinking import Thinking
from engine.players.players import EXPERTS
from tests.bot.company import Company
from tests.bot.kit import ANNA, BEN, CHANNEL, GUILD, OTHER_CHANNEL, FakePoster, Seated, by
from tests.bot.rounds import KIND, TURNS
from tests.bot.thinking import EXPERT, Here


@pytest.fixture(autouse=True)
def player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXPERTS, KIND, EXPERT)


@pytest.fixture
def thinkers() -> Here:
    return Here()


def seat_down(company: Company, thinkers: Here) -> Computers:
    """The computer players as one process runs them."""
    seated = company.seated
    return Computers(
        seated.database, seated.table, Thinking(thinkers.count, thinkers.run), seated.clock
    )


@pytest.fixture
async def computers(company: Company, thinkers: Here) -> AsyncIterator[Computers]:
    computer_players = seat_down(company, thinkers)
    yield computer_players
    await computer_players.close()


async def start(company: Company, *levels: str, first: int = 0) -> None:
    await company.open(seats=1 + len(levels), computers=levels, first=first)


async def wait(company: Company, computers: Computers) -> None:
    company.seated.clock.turn(COMPUTER_WAITS)
    await computers.play_due()


async def plies(company: Company) -> int:
    return (await company.game()).ply


async def test_a_game_against_computer_players_begins_at_once(company: Company) -> None:
    await start(company, "easy", "easy")
    game = await company.game()
    assert game.status is Status.RUNNING
    assert [seat.name for seat in game.seats] == ["Anna", "Computer", "Computer 2"]


async def test_a_computer_player_moves_when_it_is_its_turn(
    company: Company, computers: Computers
) -> None:
    await start(company, "medium")
    await company.play(1)
    await wait(company, computers)
    game = await company.game()
    assert (game.ply, game.to_act) == (2, 0)


async def test_it_leaves_people_a_moment_to_read_the_board(
    company: Company, computers: Computers
) -> None:
    await start(company, "medium")
    await company.play(1)
    company.seated.clock.turn(COMPUTER_WAITS - 1)
    await computers.play_due()
    assert await plies(company) == 1


async def test_several_play_a_game_to_its_end(company: Company, computers: Computers) -> None:
    await start(company, "easy", "medium", "hard")
    while (game := await company.game()).status is Status.RUNNING:
        await (company.play(1) if game.to_act == 0 else wait(company, computers))
    assert game.ply == TURNS
    assert 0 not in game.winners


async def test_it_calls_the_person_whose_turn_it_is_then(
    company: Company, computers: Computers, outbox: Delivery, poster: FakePoster
) -> None:
    await start(company, "medium", first=1)
    await company.posts(outbox, poster)
    await wait(company, computers)
    board, *_ = await company.posts(outbox, poster)
    assert getattr(board, "mention", None) == (ANNA,)


async def test_a_killed_process_keeps_its_move_until_the_lease_expires(
    company: Company, computers: Computers
) -> None:
    """As after a kill in the middle of a thought."""
    await start(company, "medium")
    await company.play(1)
    killed = seat_down(company, thinking := Here(wait=Event()))
    company.seated.clock.turn(COMPUTER_WAITS)
    task = asyncio.create_task(killed.play_due())
    await thinking.begun()
    await computers.play_due()
    assert await plies(company) == 1
    company.seated.clock.turn(LEASE)
    await computers.play_due()
    assert await plies(company) == 2
    assert thinking.wait is not None
    thinking.wait.set()
    await task
    assert await plies(company) == 2
    await killed.close()


async def test_long_thoughts_stay_with_the_process_thinking_them(
    company: Company, computers: Computers
) -> None:
    await start(company, "medium")
    await company.play(1)
    slow = seat_down(company, thinking := Here(wait=Event()))
    company.seated.clock.turn(COMPUTER_WAITS)
    slow.worker.start()
    await thinking.begun()
    for _ in range(4):
        company.seated.clock.turn(LEASE // 2)
        await slow._round()
        await computers.play_due()
    assert await plies(company) == 1
    assert thinking.wait is not None
    thinking.wait.set()
    while await plies(company) < 2:
        await asyncio.sleep(0.001)
    await slow.worker.stop()
    await slow.close()


async def test_a_stopping_process_leaves_its_move_to_the_next_at_once(
    company: Company, computers: Computers
) -> None:
    await start(company, "medium")
    await company.play(1)
    stopped = seat_down(company, thinking := Here(wait=Event()))
    company.seated.clock.turn(COMPUTER_WAITS)
    stopped.worker.start()
    await thinking.begun()
    await stopped.worker.stop()
    await stopped.close()
    await computers.play_due()
    assert await plies(company) == 2
    assert thinking.wait is not None
    thinking.wait.set()


async def test_it_chooses_the_same_move_when_it_is_asked_again(
    company: Company, computers: Computers, thinkers: Here
) -> None:
    await start(company, "medium")
    await company.play(1)
    thinkers.failures = [WorkerEnded("died"), WorkerEnded("died again")]
    await wait(company, computers)
    assert await plies(company) == 1
    company.seated.clock.turn(LEASE)
    await computers.play_due()
    first, *_, last = thinkers.turns
    assert first == last


async def test_a_player_whose_processes_die_moves_at_first_sight(
    company: Company, computers: Computers, thinkers: Here
) -> None:
    await start(company, "hard")
    await company.play(1)
    thinkers.failures = [WorkerEnded("died")]
    await wait(company, computers)
    assert await plies(company) == 2


async def test_thoughts_about_an_undone_position_are_discarded(
    company: Company, thinkers: Here
) -> None:
    await start(company, "medium")
    await company.play(1)
    thinkers.wait = Event()
    computers = seat_down(company, thinkers)
    company.seated.clock.turn(COMPUTER_WAITS)
    task = asyncio.create_task(computers.play_due())
    await thinkers.begun()
    assert await company.done(ANNA, Undo()) is Done.TAKEN_BACK
    thinkers.wait.set()
    await task
    assert (await plies(company), (await company.game()).to_act) == (0, 0)
    await computers.close()


async def test_nobody_is_told_that_a_computers_time_is_up(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    """As after the bot was down: the game could be claimed with such a post."""
    await company.open(seats=2, computers=("easy",), first=0, time_limit=read_limit("1d"))
    await company.play(1)
    await company.posts(outbox, poster)
    company.seated.clock.turn(3 * DAY)
    await company.seated.look()
    assert await company.posts(outbox, poster) == []
    assert not (await company.game()).reminders.timed_out


async def test_in_a_game_that_is_over_it_does_nothing(
    company: Company, computers: Computers, thinkers: Here
) -> None:
    await start(company, "medium")
    await company.play(1)
    await company.act(ANNA, Resign())
    await wait(company, computers)
    assert thinkers.turns == []


async def test_it_moves_although_the_clock_was_set_back(
    company: Company, computers: Computers
) -> None:
    await start(company, "medium")
    await company.play(1)
    company.seated.clock.turn(-HOUR)
    await computers.play_due()
    assert await plies(company) == 2


async def test_rated_games_rate_each_computer_level_separately(
    company: Company, computers: Computers
) -> None:
    await company.open(seats=3, computers=("easy", "hard"), rated=True)
    while (game := await company.game()).status is Status.RUNNING:
        await (company.play(1) if game.to_act == 0 else wait(company, computers))
    await company.seated.look()
    lines = await company.seated.table.statistics.leaderboard(KIND, GUILD)
    people = {COMPUTERS["easy"], COMPUTERS["hard"], ANNA}
    assert {line.user_id for line in lines} == people
    assert lines[-1].user_id == ANNA


async def test_computers_stop_playing_when_the_last_person_resigns(
    company: Company,
) -> None:
    await start(company, "easy", "hard")
    assert await company.done(ANNA, Resign()) is Done.RESIGNED
    game = await company.game()
    assert (game.winners, game.to_act) == ((1, 2), None)
    await company.seated.look()
    async with company.seated.database.reading() as connection:
        results = (await results_of_games(connection, [game.id]))[game.id]
    assert [result.place for result in results] == [3, 1, 1]


async def test_a_leaver_loses_to_computers_but_they_gain_no_rating(
    company: Company, computers: Computers
) -> None:
    await company.open(seats=3, computers=("easy", "hard"), rated=True)
    await company.play(1)
    for _ in range(2):
        await wait(company, computers)
    await company.act(ANNA, Resign())
    await company.seated.look()
    [line] = await company.seated.table.statistics.leaderboard(KIND, GUILD)
    assert (line.user_id, line.played, line.won) == (ANNA, 1, 0)
    async with company.seated.database.reading() as connection:
        results = (await results_of_games(connection, [company.game_id]))[company.game_id]
    assert [(result.rated, result.change) for result in results[1:]] == [(False, None)] * 2
    assert results[0].rated
    assert results[0].change is not None


@pytest.mark.parametrize("kind", ["carcassonne", "castellan"])
async def test_every_leaving_is_in_the_record_the_last_one_too(
    seated: Seated, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people leave a game against two computer players, which then is over."""
    request = NewGame(kind, GUILD, CHANNEL, computers=("easy", "hard"), seats=4, first=0)
    game_id = (await seated.table.open(by(ANNA), request)).game_id
    await seated.act(BEN, game_id, Join())
    for user in (BEN, ANNA):
        await seated.act(user, game_id, Resign())
    record = await seated.table.games.record(game_id)
    data = json.loads(record)
    game = await seated.table.games.get(game_id)
    seats = [
        number for user in (BEN, ANNA) for number, s in enumerate(game.seats) if s.user_id == user
    ]
    assert data["turns"] == [{"seat": seat, "left": True} for seat in seats]
    assert (data["result"], data["winners"]) == ("resigned", [1, 2])
    assert rules_of(kind).records.write_record(rules_of(kind).records.read_record(record)) == record


async def test_the_game_that_has_waited_longest_is_served_first(company: Company) -> None:
    """However many turns the computer has to play in another one."""
    clock = company.seated.clock

    class Slow(Here):
        def run(self, work: Callable[[], str], /) -> str:
            clock.turn(COMPUTER_WAITS)
            return super().run(work)

    computers = seat_down(company, thinkers := Slow())
    for channel, levels in ((CHANNEL, ("easy", "easy")), (OTHER_CHANNEL, ("hard",))):
        request = NewGame(KIND, GUILD, channel, computers=levels, seats=1 + len(levels), first=1)
        await company.seated.table.open(by(ANNA), request)
    clock.turn(COMPUTER_WAITS)
    await computers.play_due()
    assert [turn.level for turn in thinkers.turns] == ["easy", "hard", "easy"]
    await computers.close()
