"""Computer players whose moves are worked out in processes of their own."""

from collections.abc import AsyncIterator, Iterator

import pytest

from bot.match.actions import NewGame
from bot.match.computers import ThinkTask, choose_move, prepare_thinking
from bot.match.game import COMPUTER_WAITS, Game
from bot.process.worker_processes import WorkerProcesses
from bot.table.computers import Computers
from bot.table.thinking import Thinking
from tests.bot.kit import ANNA, CHANNEL, GUILD, Seated, by


@pytest.fixture
def thinkers() -> Iterator[WorkerProcesses]:
    processes = WorkerProcesses(1, prepare_thinking)
    yield processes
    processes.close()


@pytest.fixture
async def computers(seated: Seated, thinkers: WorkerProcesses) -> AsyncIterator[Computers]:
    thinking = Thinking(thinkers.count, thinkers.run)
    computer_players = Computers(seated.database, seated.table, thinking, seated.clock)
    yield computer_players
    thinking.close()
    await computer_players.close()


async def open_game(seated: Seated) -> tuple[Game, ThinkTask]:
    """A game that an easy computer player begins, and the turn it is given."""
    asked = NewGame("castellan", GUILD, CHANNEL, computers=("easy",), seats=2, first=1, rated=False)
    answer = await seated.table.open(by(ANNA), asked)
    turn = await seated.table.computer_turn(answer.game_id)
    assert turn is not None
    return turn


async def last_move(seated: Seated, game: Game) -> str:
    """In notation."""
    return (await seated.table.games.story(game.id)).moves[-1].notation


async def test_a_process_chooses_the_move_that_anybody_would(
    seated: Seated, computers: Computers
) -> None:
    game, turn = await open_game(seated)
    seated.clock.turn(COMPUTER_WAITS)
    await computers.play_due()
    assert await last_move(seated, game) == choose_move(turn)


async def test_a_killed_process_is_replaced_and_costs_nothing(
    seated: Seated, computers: Computers, thinkers: WorkerProcesses
) -> None:
    game, turn = await open_game(seated)
    [process] = thinkers._running
    process.popen.kill()
    seated.clock.turn(COMPUTER_WAITS)
    await computers.play_due()
    assert await last_move(seated, game) == choose_move(turn)
    assert thinkers.replaced == 1
