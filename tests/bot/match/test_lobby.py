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


def waiting(
    *invited: int, seats: int, here: tuple[int, ...] = (), first: int | None = None
) -> Game:
    """Anna's lobby with these people invited, some of whom are here; other seats are open."""
    taken = [Seat(ANNA, "Anna", taken=True)]
    taken += [Seat(user, NAMES[user], taken=user in here) for user in invited]
    taken += [lobby.OPEN_SEAT] * (seats - len(taken))
    return replace(OPEN_LOBBY, seats=tuple(taken), first=first)


def joined(game: Game, user: int) -> Game:
    return lobby.join(game, by(user), Join(), NOON)


def started(game: Game, user: int = ANNA) -> Game:
    return lobby.start(game, by(user), COUNTS, NOON)


@pytest.mark.parametrize(("first", "begins"), [(2, 1), (0, 0), (1, None)])
def test_the_chosen_first_player_begins_from_their_final_seat(
    first: int, begins: int | None
) -> None:
    """Or chance decides, when who was to begin has not come."""
    assert started(waiting(BEN, CARLA, seats=3, here=(CARLA,), first=first)).first == begins


@pytest.mark.parametrize("user", [BEN, CARLA])
def test_only_the_opener_starts_before_all_have_come(user: int) -> None:
    game = joined(waiting(seats=3), BEN)
    with pytest.raises(Refused) as refused:
        started(game, user)
    assert refused.value.why is Why.NOT_YOURS_TO_START
    assert started(game).status is Status.RUNNING


def test_nobody_starts_alone() -> None:
    with pytest.raises(Refused) as refused:
        started(waiting(seats=4))
    assert (refused.value.why, refused.value.facts) == (Why.TOO_FEW, {"here": 1, "needed": 2})


def test_who_has_joined_can_leave_again() -> None:
    left = lobby.decline(joined(waiting(seats=3), BEN), by(BEN))
    assert left == waiting(seats=3)
    with pytest.raises(Refused) as refused:
        lobby.decline(left, by(BEN))
    assert refused.value.why is Why.NOT_INVITED
    assert joined(left, BEN).seats[1].user_id == BEN


def test_a_lobby_for_one_invitee_ends_when_they_decline() -> None:
    assert lobby.decline(waiting(BEN, seats=2), by(BEN)).status is Status.CANCELLED


def test_lobbies_with_an_open_seat_survive_a_declined_invitation() -> None:
    assert lobby.decline(waiting(BEN, seats=3), by(BEN)) == waiting(seats=3)


def test_a_freed_seat_is_for_anybody() -> None:
    freed = lobby.decline(waiting(BEN, CARLA, seats=3), by(BEN))
    assert joined(joined(freed, DORA), CARLA).status is Status.RUNNING


def test_the_opener_does_not_decline() -> None:
    with pytest.raises(Refused) as refused:
        lobby.decline(waiting(BEN, seats=3), by(ANNA))
    assert refused.value.why is Why.YOUR_INVITATION
