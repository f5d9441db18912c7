"""A lobby of several: who starts it and with whom, and who gives their seat back."""

from dataclasses import replace

import pytest

from bot.match import lobby
from bot.match.actions import Join
from bot.match.errors import Refused, Why
from bot.match.game import Game, Seat, Status
from tests.bot.kit import ANNA, BEN, CARLA, DORA, NAMES, NOON, by
from tests.bot.match.test_changes import OPEN_LOBBY

COUNTS = (2, 3, 4, 5)


def lobby_of(
    *invited: int, seats: int, arrived: tuple[int, ...] = (), first: int | None = None
) -> Game:
    """Anna's lobby with these people invited, some of whom are here; other seats are open."""
    taken = [Seat(ANNA, "Anna", taken=True)]
    taken += [Seat(user, NAMES[user], taken=user in arrived) for user in invited]
    taken += [lobby.OPEN_SEAT] * (seats - len(taken))
    return replace(OPEN_LOBBY, seats=tuple(taken), first=first)


def join(game: Game, user: int) -> Game:
    return lobby.join(game, by(user), Join(), NOON)


def start(game: Game, user: int = ANNA) -> Game:
    return lobby.start(game, by(user), COUNTS, NOON)


@pytest.mark.parametrize(("first", "begins"), [(2, 1), (0, 0), (1, None)])
def test_the_chosen_first_player_begins_from_their_final_seat(
    first: int, begins: int | None
) -> None:
    """Or chance decides, when who was to begin has not come."""
    assert start(lobby_of(BEN, CARLA, seats=3, arrived=(CARLA,), first=first)).first == begins


@pytest.mark.parametrize("user", [BEN, CARLA])
def test_only_the_opener_starts_before_all_have_come(user: int) -> None:
    game = join(lobby_of(seats=3), BEN)
    with pytest.raises(Refused) as refused:
        start(game, user)
    assert refused.value.why is Why.NOT_YOURS_TO_START
    assert start(game).status is Status.RUNNING


def test_nobody_starts_alone() -> None:
    with pytest.raises(Refused) as refused:
        start(lobby_of(seats=4))
    assert (refused.value.why, refused.value.facts) == (Why.TOO_FEW, {"here": 1, "needed": 2})


def test_who_has_joined_can_leave_again() -> None:
    left = lobby.decline(join(lobby_of(seats=3), BEN), by(BEN))
    assert left == lobby_of(seats=3)
    with pytest.raises(Refused) as refused:
        lobby.decline(left, by(BEN))
    assert refused.value.why is Why.NOT_INVITED
    assert join(left, BEN).seats[1].user_id == BEN


def test_a_lobby_for_one_invitee_ends_when_they_decline() -> None:
    assert lobby.decline(lobby_of(BEN, seats=2), by(BEN)).status is Status.CANCELLED


def test_lobbies_with_an_open_seat_survive_a_declined_invitation() -> None:
    assert lobby.decline(lobby_of(BEN, seats=3), by(BEN)) == lobby_of(seats=3)


def test_a_freed_seat_is_for_anybody() -> None:
    freed = lobby.decline(lobby_of(BEN, CARLA, seats=3), by(BEN))
    assert join(join(freed, DORA), CARLA).status is Status.RUNNING


def test_the_opener_does_not_decline() -> None:
    with pytest.raises(Refused) as refused:
        lobby.decline(lobby_of(BEN, seats=3), by(ANNA))
    assert refused.value.why is Why.YOUR_INVITATION
