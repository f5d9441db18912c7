"""How many games one person may play against computer players, and every way such a game begins."""

import pytest

from bot.match.actions import (
    Actor,
    AddComputer,
    Halt,
    HandOver,
    Join,
    NewGame,
    Propose,
    Rematch,
    Resign,
    Resume,
    Right,
    Start,
    Stop,
)
from bot.match.errors import Refused, Why
from bot.match.game import Status
from bot.table.invitations import MOST_AGAINST_COMPUTERS
from engine.players.players import EXPERTS
from tests.bot.company import Company
from tests.bot.kit import ANNA, BEN, CARLA, CHANNEL, GUILD, NAMES, Seated, by, pauses_of
from tests.bot.rounds import KIND
from tests.bot.thinking import EXPERT

FIRST_CHANNEL = 1000
MODERATES: tuple[Right, ...] = ("start", "end")
OWN = Why.TOO_MANY_AGAINST_COMPUTERS
ANOTHERS = Why.PLAYS_TOO_MANY_AGAINST_COMPUTERS


@pytest.fixture(autouse=True)
def player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXPERTS, KIND, EXPERT)


@pytest.fixture
def seated(company: Company) -> Seated:
    return company.seated


async def begin(
    seated: Seated,
    channel: int = CHANNEL,
    user: int = ANNA,
    *,
    seats: int = 2,
    computers: int = 1,
    invited: tuple[int, ...] = (),
) -> int:
    opponents = tuple((other, NAMES[other]) for other in invited)
    asked = NewGame(
        KIND,
        GUILD,
        channel,
        opponents=opponents,
        computers=("easy",) * computers,
        seats=seats,
        first=0,
        rated=False,
    )
    return (await seated.table.open(by(user), asked)).game_id


async def as_many_as_possible(seated: Seated, user: int = ANNA) -> list[int]:
    channel = FIRST_CHANNEL * user
    return [await begin(seated, channel + number, user) for number in range(MOST_AGAINST_COMPUTERS)]


async def reason(seated: Seated, user: int, game_id: int, action: object) -> Refused:
    with pytest.raises(Refused) as refused:
        await seated.table.act(by(user, rights=MODERATES), game_id, action)  # type: ignore[arg-type]
    return refused.value


async def test_each_user_plays_a_limited_number_of_computer_games(
    seated: Seated,
) -> None:
    games = await as_many_as_possible(seated)
    with pytest.raises(Refused) as refused:
        await begin(seated)
    assert refused.value.why is OWN
    assert refused.value.facts == {"most": MOST_AGAINST_COMPUTERS}
    await begin(seated, user=BEN)
    await seated.act(ANNA, games[0], Resign())
    await begin(seated, FIRST_CHANNEL)


async def test_and_any_number_against_people(seated: Seated) -> None:
    await as_many_as_possible(seated)
    game_id = await begin(seated, computers=0)
    await seated.act(BEN, game_id, Join())
    assert (await seated.table.games.get(game_id)).status is Status.RUNNING


async def test_computer_game_limit_is_reported_even_in_busy_channels(seated: Seated) -> None:
    """And is not offered a thread, nor is one opened."""
    await begin(seated, user=BEN)
    await as_many_as_possible(seated)
    with pytest.raises(Refused) as refused:
        await begin(seated)
    assert refused.value.why is OWN
    asked = NewGame(KIND, GUILD, CHANNEL, computers=("easy",), seats=2)
    with pytest.raises(Refused) as refused:
        await seated.table.may_open_thread(by(ANNA), asked)
    assert refused.value.why is OWN


async def test_users_at_the_limit_cannot_open_or_join_computer_lobbies(
    seated: Seated,
) -> None:
    lobby = await begin(seated, seats=4, user=CARLA)
    await as_many_as_possible(seated)
    assert (await reason(seated, ANNA, lobby, Join())).why is OWN
    with pytest.raises(Refused) as refused:
        await begin(seated, FIRST_CHANNEL, seats=3)
    assert refused.value.why is OWN


async def test_users_at_the_limit_cannot_accept_an_invitation(
    seated: Seated,
) -> None:
    lobby = await begin(seated, seats=3, user=BEN, invited=(ANNA,))
    games = await as_many_as_possible(seated)
    assert (await reason(seated, ANNA, lobby, Join())).why is OWN
    await seated.act(ANNA, games[0], Resign())
    await seated.act(ANNA, lobby, Join())
    assert (await seated.table.games.get(lobby)).status is Status.RUNNING


async def test_games_do_not_start_while_another_player_is_at_the_limit(
    seated: Seated,
) -> None:
    """And whoever tries is told who."""
    lobby = await begin(seated, seats=3)
    games = await as_many_as_possible(seated)
    refused = await reason(seated, BEN, lobby, Join())
    assert refused.why is ANOTHERS
    assert refused.facts == {"player": "Anna", "most": MOST_AGAINST_COMPUTERS}
    await seated.act(ANNA, games[0], Resign())
    await seated.act(BEN, lobby, Join())
    assert (await seated.table.games.get(lobby)).status is Status.RUNNING


async def test_nor_is_it_started_from_the_lobby(seated: Seated) -> None:
    lobby = await begin(seated, seats=4)
    await seated.act(BEN, lobby, Join())
    await as_many_as_possible(seated, BEN)
    assert (await reason(seated, ANNA, lobby, Start())).facts["player"] == "Ben"
    await as_many_as_possible(seated)
    assert (await reason(seated, ANNA, lobby, Start())).why is OWN


async def test_nor_does_a_computer_player_take_the_last_seat(seated: Seated) -> None:
    lobby = await begin(seated, seats=3, computers=0)
    await as_many_as_possible(seated)
    assert (await reason(seated, ANNA, lobby, AddComputer("easy"))).why is OWN


async def test_nor_is_there_a_rematch(seated: Seated) -> None:
    over = await begin(seated)
    await seated.act(ANNA, over, Resign())
    games = await as_many_as_possible(seated)
    assert (await reason(seated, ANNA, over, Rematch(CHANNEL))).why is OWN
    await seated.act(ANNA, games[0], Resign())
    await seated.act(ANNA, over, Rematch(CHANNEL))


async def adjourn_game(seated: Seated) -> int:
    game_id = await begin(seated)
    await seated.act(ANNA, game_id, Propose("adjourn"))
    assert (await seated.table.games.get(game_id)).pause == "adjourned"
    return game_id


@pytest.mark.parametrize("channel", [CHANNEL, FIRST_CHANNEL])
async def test_nor_is_a_game_resumed_here_or_elsewhere(seated: Seated, channel: int) -> None:
    """It stays as it is, and can be resumed later."""
    rests = await adjourn_game(seated)
    games = await as_many_as_possible(seated)
    assert (await reason(seated, ANNA, rests, Resume(channel))).why is OWN
    assert (await seated.table.games.get(rests)).pause == "adjourned"
    await seated.act(ANNA, games[0], Resign())
    await seated.act(ANNA, rests, Resume(channel))


async def test_games_without_a_channel_do_not_count_towards_the_limit(seated: Seated) -> None:
    lost = await begin(seated)
    await pauses_of(seated.table).pause(lost, CHANNEL, "place_gone")
    await as_many_as_possible(seated)


async def test_a_moderator_resumes_what_a_moderator_halted(seated: Seated) -> None:
    game_id = await begin(seated)
    await seated.table.act(by(CARLA, rights=MODERATES), game_id, Halt())
    await as_many_as_possible(seated)
    await seated.table.act(by(CARLA, rights=MODERATES), game_id, Resume(CHANNEL))
    assert (await seated.table.games.get(game_id)).pause is None


async def test_a_game_in_play_is_never_stopped(seated: Seated, company: Company) -> None:
    """Whoever is given a seat in it plays one more."""
    game_id = await begin(seated, user=BEN)
    await as_many_as_possible(seated)
    moderator = by(CARLA, rights=MODERATES)
    await seated.table.act(moderator, game_id, HandOver(BEN, ANNA, "Anna"))
    company.game_id = game_id
    assert (await company.play(1)).ply == 1
    await seated.table.act(by(CARLA, rights=MODERATES), game_id, Stop())


async def test_repeated_clicks_get_the_same_answer_at_the_limit(
    seated: Seated,
) -> None:
    for number in range(MOST_AGAINST_COMPUTERS - 1):
        await begin(seated, FIRST_CHANNEL + number)
    asked = NewGame(KIND, GUILD, CHANNEL, computers=("easy",), seats=2)
    click = Actor("click", ANNA, "Anna", frozenset({"start"}))
    assert await seated.table.open(click, asked) == await seated.table.open(click, asked)
