"""A game against computer players in which the only person never makes a move: it ends as soon as
one could claim it, if there were somebody to claim it, so that its channel is free."""

from dataclasses import replace
from typing import Any

import pytest

from bot.match.actions import Done, Join, NewGame, Propose, Resign, Resume, Undo
from bot.match.clocks import never_moved, runs_out_at
from bot.match.game import COMPUTER_WAITS, Game, Seat, Status, Timeouts
from bot.match.messages import Notice
from bot.match.preferences import Away, PlayerPreferences
from bot.match.time_limits import TimeLimit, read_limit
from bot.process.clock import DAY, Millis
from bot.store.results import GamesOf
from bot.table.computers import Computers
from bot.table.thinking import Thinking
from engine.games import GAMES
from engine.players.players import EXPERTS
from tests.bot.company import Company
from tests.bot.kit import ANNA, BEN, CHANNEL, GUILD, NOON, by
from tests.bot.match.test_changes import RUNNING
from tests.bot.rounds import KIND
from tests.bot.table.months import Months
from tests.bot.thinking import EXPERT, CarelessExpert, Here

PATIENCE = Timeouts()
FREE = NOON + PATIENCE.claim
GIVEN_UP = NOON + PATIENCE.abandon
A = Seat(ANNA, "Anna", taken=True)
B = Seat(BEN, "Ben", taken=True)
C = Seat(None, "Computer", taken=True, computer="hard")
LEFT = replace(B, left=True)
NEW = replace(RUNNING, seats=(A, C), ply=0, first=0, to_act=0)


@pytest.mark.parametrize(
    ("game", "until"),
    [
        (NEW, FREE),
        (replace(NEW, seats=(A, C, C, C)), FREE),
        # The computer players moved first.
        (replace(NEW, seats=(A, C, C), first=1, ply=2), FREE),
        (replace(NEW, seats=(A, C, C), first=2, ply=1), FREE),
        # The person has moved, or has taken a move back.
        (replace(NEW, ply=2), GIVEN_UP),
        (replace(NEW, seats=(A, C, C), first=1, ply=5), GIVEN_UP),
        (replace(NEW, branch=1), GIVEN_UP),
        # Others could claim it.
        (replace(NEW, seats=(A, B)), GIVEN_UP),
        (replace(NEW, seats=(A, B, C)), GIVEN_UP),
        # They have left.
        (replace(NEW, seats=(A, LEFT, C), first=1, ply=2), FREE),
        (replace(NEW, seats=(A, LEFT, LEFT)), GIVEN_UP),
        # It waits for the computer, or was stored before it was known who began.
        (replace(NEW, to_act=1), GIVEN_UP),
        (replace(NEW, first=None), GIVEN_UP),
    ],
)
def test_untouched_games_expire_early_unless_a_claim_is_possible(game: Game, until: int) -> None:
    assert runs_out_at(game, PATIENCE) == until


def test_time_away_does_not_count() -> None:
    away = PlayerPreferences(aways=(Away(NOON + DAY, NOON + 11 * DAY),))
    gone = replace(NEW, seats=(replace(A, preferences=away), C))
    assert runs_out_at(gone, PATIENCE) == FREE + 10 * DAY


def test_a_time_limit_decides_as_in_every_game() -> None:
    limited = replace(NEW, time_limit=TimeLimit(3 * DAY, DAY, 3 * DAY, (3 * DAY, 3 * DAY)))
    assert runs_out_at(limited, PATIENCE) == GIVEN_UP


@pytest.mark.parametrize(("claim", "abandon"), [(3, 60), (30, 60), (90, 60)])
def test_it_waits_as_long_as_the_host_has_set(claim: int, abandon: int) -> None:
    timeouts = Timeouts(claim=claim * DAY, abandon=abandon * DAY)
    assert runs_out_at(NEW, timeouts) == NOON + min(claim, abandon) * DAY


@pytest.mark.parametrize("kind", GAMES)
def test_games_in_which_the_person_moved_never_seem_unmoved(kind: str) -> None:
    """Whoever begins, and in whatever number: it is told by the number of moves alone."""
    rules = GAMES[kind]
    player = CarelessExpert(kind)
    for count in rules.seat_counts:
        for first in range(count):
            state, _ = rules.begin("seed", rules.settle_options({}), first, count)
            moved = set[int]()
            unmoved = set[int]()
            for ply in range(3 * count):
                seat = rules.to_act(state)
                assert seat is not None
                seats = tuple(A if number == seat else C for number in range(count))
                game = replace(NEW, seats=seats, first=first, ply=ply, to_act=seat)
                assert not (never_moved(game) and seat in moved)
                unmoved |= {seat} if never_moved(game) else set()
                moved.add(seat)
                state, _ = rules.apply(state, seat, player.candidates(state)[0].move)
            assert unmoved == set(range(count))


# At a table at which time passes.


@pytest.fixture(autouse=True)
def player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXPERTS, KIND, EXPERT)


async def begin(company: Company, **asked: Any) -> Game:
    return await company.open(**{"seats": 2, "computers": ("easy",), "rated": False, **asked})


def ends(months: Months) -> list[tuple[Millis, Notice]]:
    """What Anna was told about a game that ended by itself, and when."""
    notices = [(at, message) for at, message in months.pings if isinstance(message, Notice)]
    return [(at, notice) for at, notice in notices if notice.done is Done.EXPIRED]


async def test_then_the_channel_is_free_and_the_person_is_told(
    company: Company, months: Months
) -> None:
    await begin(company)
    await months.wait(PATIENCE.claim - 1)
    assert (await company.game()).status is Status.RUNNING
    await months.wait(1)
    game = await company.game()
    assert (game.status, game.winners) == (Status.ABANDONED, ())
    [(at, notice)] = ends(months)
    assert at == FREE
    assert notice.mention == (ANNA,)
    assert notice.facts["unmoved"] == 0
    assert notice.facts["seed"]
    await company.seated.table.open(by(BEN), NewGame(KIND, GUILD, CHANNEL))


async def test_it_waits_from_the_move_of_the_computer_that_begins(
    company: Company, months: Months
) -> None:
    await begin(company, first=1)
    seated = company.seated
    thinking = Thinking(1, Here().run)
    computers = Computers(seated.database, seated.table, thinking, seated.clock)
    seated.clock.turn(COMPUTER_WAITS)
    await computers.play_due()
    thinking.close()
    await computers.close()
    await months.wait(PATIENCE.claim - 1)
    assert (await company.game()).status is Status.RUNNING
    await months.wait(1)
    assert (await company.game()).status is Status.ABANDONED


async def test_a_game_that_has_begun_waits_as_before(company: Company, months: Months) -> None:
    """Even if its only move was taken back."""
    await begin(company)
    await company.play(1)
    assert await company.done(ANNA, Undo()) is Done.TAKEN_BACK
    await months.wait(PATIENCE.abandon - 1)
    assert (await company.game()).status is Status.RUNNING
    await months.wait(1)
    assert (await company.game()).status is Status.ABANDONED
    [(_, notice)] = ends(months)
    assert "unmoved" not in notice.facts


async def test_a_pause_stops_it(company: Company, months: Months) -> None:
    await begin(company)
    await months.wait(5 * DAY)
    await company.act(ANNA, Propose("adjourn"))
    await months.wait(100 * DAY)
    await company.act(ANNA, Resume(CHANNEL))
    await months.wait(2 * DAY - 1)
    assert (await company.game()).status is Status.RUNNING
    await months.wait(1)
    assert (await company.game()).status is Status.ABANDONED


async def test_players_left_alone_with_the_computer_never_moved_either(
    company: Company, months: Months
) -> None:
    await begin(company, seats=3, first=2)
    await company.act(BEN, Join())
    await company.act(BEN, Resign())
    await months.wait(PATIENCE.claim - 1)
    assert (await company.game()).status is Status.RUNNING
    await months.wait(1)
    assert (await company.game()).status is Status.ABANDONED


async def test_with_a_time_limit_it_ends_as_before(company: Company, months: Months) -> None:
    await begin(company, time_limit=read_limit("1d"))
    await months.wait(PATIENCE.abandon - 1)
    assert (await company.game()).status is Status.RUNNING
    await months.wait(1)
    assert (await company.game()).status is Status.ABANDONED


async def test_it_counts_in_nobodys_statistics_as_won(company: Company, months: Months) -> None:
    await begin(company)
    await months.wait(PATIENCE.claim)
    await company.seated.look()
    assert (await company.game()).settled
    statistics = (await company.seated.table.statistics.of(GamesOf(KIND, GUILD, ANNA))).every
    assert statistics.won == 0
