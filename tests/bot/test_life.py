"""The life of a game: for every action, in which status and for whom it is allowed."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot import game as games
from bot import life
from bot.actions import Interaction, Play
from bot.clock import DAY, HOUR
from bot.errors import Refused, StaleMove, Why
from bot.game import Asked, Game, Patience, Seat, Status
from tests.bot.kit import ANNA, BEN, CARLA, CHANNEL, GUILD, NOON, OTHER_CHANNEL, by

PATIENCE = Patience()
LATER = NOON + PATIENCE.claim

OPEN_LOBBY = Game(
    id=1,
    kind="castle",
    guild_id=GUILD,
    channel_id=CHANNEL,
    parent_id=None,
    opener_id=ANNA,
    options={},
    status=Status.LOBBY,
    seats=(Seat(ANNA, "Anna", taken=True), Seat(None, "", taken=False)),
    first=None,
    commitment=None,
    ply=0,
    branch=0,
    to_act=None,
    winners=(),
    asked=None,
    pause=None,
    waiting_since=NOON,
    paused_at=None,
    revision=0,
)
BOTH = (Seat(ANNA, "Anna", taken=True), Seat(BEN, "Ben", taken=True))
INVITED = replace(OPEN_LOBBY, seats=(BOTH[0], Seat(BEN, "Ben", taken=False)))
RUNNING = replace(OPEN_LOBBY, status=Status.RUNNING, seats=BOTH, to_act=0, ply=4, first=0)
UNDO_ASKED = replace(RUNNING, asked=Asked("undo", 1, 4, 3))
END_ASKED = replace(RUNNING, asked=Asked("end", 1, 4, 4))
PAUSED = replace(RUNNING, pause="place_gone", paused_at=NOON)
PAUSED_LOBBY = replace(OPEN_LOBBY, pause="place_gone", paused_at=NOON)
CANCELLED = replace(INVITED, status=Status.CANCELLED)
ENDED = {
    str(status): replace(RUNNING, status=status, to_act=None, winners=(0,))
    for status in games.ENDED
}

SITUATIONS = {
    "open lobby": OPEN_LOBBY,
    "invited": INVITED,
    "paused lobby": PAUSED_LOBBY,
    "running": RUNNING,
    "undo asked": UNDO_ASKED,
    "end asked": END_ASKED,
    "paused": PAUSED,
    "cancelled": CANCELLED,
    **ENDED,
}
PEOPLE = {"Anna": ANNA, "Ben": BEN, "Carla": CARLA}

ACTIONS: dict[str, Callable[[Game, Interaction], object]] = {
    "join": lambda game, who: life.join(game, who, NOON),
    "decline": life.decline,
    "withdraw": life.withdraw,
    "play": lambda game, who: life.play(game, who, Play("", 4), NOON),
    "undo": lambda game, who: life.undo(game, who, 3, free=True, now=NOON),
    "ask for undo": lambda game, who: life.undo(game, who, 3, free=False, now=NOON),
    "offer end": life.offer_end,
    "accept undo": lambda game, who: life.accept(game, who, "undo", 4, NOON),
    "accept end": lambda game, who: life.accept(game, who, "end", 4, NOON),
    "refuse undo": lambda game, who: life.refuse(game, who, "undo"),
    "refuse end": lambda game, who: life.refuse(game, who, "end"),
    "resign": life.resign,
    "claim": lambda game, who: life.claim(game, who, PATIENCE, LATER),
    "cancel by right": lambda game, who: life.withdraw(game, by(who.user_id, rights=("cancel",))),
    "stop": life.stop,
    "stop by right": lambda game, who: life.stop(game, by(who.user_id, rights=("end",))),
    "resume": lambda game, who: life.resume(game, who, OTHER_CHANNEL, None, NOON),
    "rematch": life.rematch_seats,
    "leave an order": lambda game, who: life.may_order(game, who.user_id, 4, 0),
    "see orders": lambda game, who: life.may_see_orders(game, who.user_id),
}

UNPAUSED = ("running", "undo asked", "end asked")
LOBBIES = ("open lobby", "invited", "paused lobby")
ALLOWED: dict[str, set[tuple[str, str]]] = {
    "join": {("open lobby", "Ben"), ("open lobby", "Carla"), ("invited", "Ben")},
    "decline": {("invited", "Ben")},
    "withdraw": {("open lobby", "Anna"), ("invited", "Anna"), ("paused lobby", "Anna")},
    "play": {(situation, "Anna") for situation in UNPAUSED},
    "undo": {(situation, who) for situation in UNPAUSED for who in ("Anna", "Ben")},
    "ask for undo": {("running", "Anna"), ("running", "Ben")},
    "offer end": {("running", "Anna"), ("running", "Ben")},
    "accept undo": {("undo asked", "Anna")},
    "accept end": {("end asked", "Anna")},
    "refuse undo": {("undo asked", "Anna"), ("undo asked", "Ben")},
    "refuse end": {("end asked", "Anna"), ("end asked", "Ben")},
    "resign": {(situation, who) for situation in (*UNPAUSED, "paused") for who in ("Anna", "Ben")},
    "claim": {(situation, "Ben") for situation in UNPAUSED},
    "cancel by right": {(lobby, who) for lobby in LOBBIES for who in PEOPLE},
    "stop": set(),
    "stop by right": {(situation, who) for situation in (*UNPAUSED, "paused") for who in PEOPLE},
    "resume": {("paused", "Anna"), ("paused", "Ben"), ("paused lobby", "Anna")},
    "rematch": {(situation, who) for situation in ENDED for who in ("Anna", "Ben")},
    "leave an order": {(situation, "Ben") for situation in UNPAUSED},
    "see orders": {(situation, who) for situation in UNPAUSED for who in ("Anna", "Ben")},
}


@pytest.mark.parametrize("action", ACTIONS)
def test_only_those_may_do_it_and_only_then(action: str) -> None:
    allowed = set()
    for situation, game in SITUATIONS.items():
        for who, user_id in PEOPLE.items():
            try:
                ACTIONS[action](game, by(user_id))
            except (Refused, StaleMove):
                continue
            allowed.add((situation, who))
    assert allowed == ALLOWED[action]


def test_the_last_one_to_join_starts_the_game() -> None:
    game = life.join(OPEN_LOBBY, by(CARLA), NOON)
    assert game.status is Status.RUNNING
    assert game.seats[1] == Seat(CARLA, "Carla", taken=True)


def test_a_lobby_of_three_waits_for_the_third() -> None:
    three = replace(OPEN_LOBBY, seats=(*OPEN_LOBBY.seats, Seat(None, "", taken=False)))
    second = life.join(three, by(BEN), NOON)
    assert second.status is Status.LOBBY
    assert life.join(second, by(CARLA), NOON).status is Status.RUNNING


def test_a_move_withdraws_a_request() -> None:
    after = life.play(UNDO_ASKED, by(ANNA), Play("", 4), NOON)
    assert (after.asked, after.ply) == (None, 5)


def test_a_game_that_is_stopped_has_no_winner() -> None:
    after = life.stop(UNDO_ASKED, by(CARLA, rights=("end",)))
    assert (after.status, after.winners, after.to_act) == (Status.ABANDONED, (), None)
    assert after.asked is None


def test_who_may_not_is_told_which_right_is_missing() -> None:
    with pytest.raises(Refused) as refused:
        life.stop(RUNNING, by(ANNA))
    assert (refused.value.why, refused.value.facts) == (Why.NOT_ALLOWED, {"right": "end"})


@pytest.mark.parametrize("game", [RUNNING, PAUSED, *ENDED.values()])
def test_a_move_for_another_position_is_stale(game: Game) -> None:
    with pytest.raises(StaleMove) as stale:
        life.play(game, by(ANNA), Play("", 3), NOON)
    assert stale.value.ply == 4


def test_a_typed_move_is_for_the_current_position() -> None:
    assert life.play(RUNNING, by(ANNA), Play(""), NOON).ply == 5


def test_who_accepts_must_name_what_was_asked_and_when() -> None:
    for request, ply in (("end", 4), ("undo", 3)):
        with pytest.raises(Refused) as refused:
            life.accept(UNDO_ASKED, by(ANNA), request, ply, NOON)  # type: ignore[arg-type]
        assert refused.value.why is Why.NO_SUCH_REQUEST


def test_an_accepted_undo_goes_back_on_a_new_branch() -> None:
    after = life.accept(UNDO_ASKED, by(ANNA), "undo", 4, NOON)
    assert (after.ply, after.branch, after.asked) == (3, 1, None)


def test_an_agreed_end_has_no_winner() -> None:
    after = life.accept(END_ASKED, by(ANNA), "end", 4, NOON)
    assert (after.status, after.winners, after.to_act) == (Status.AGREED, (), None)


def test_who_resigns_loses() -> None:
    after = life.resign(RUNNING, by(ANNA))
    assert (after.status, after.winners) == (Status.RESIGNED, (1,))


def test_a_claim_is_too_early_until_the_time_is_over() -> None:
    with pytest.raises(Refused) as refused:
        life.claim(RUNNING, by(BEN), PATIENCE, LATER - 1)
    assert refused.value.why is Why.TOO_EARLY
    after = life.claim(RUNNING, by(BEN), PATIENCE, LATER)
    assert (after.status, after.winners) == (Status.ABANDONED, (1,))


def test_time_in_a_pause_does_not_count() -> None:
    paused = life.pause(RUNNING, "place_forbidden", NOON + DAY)
    resumed = life.resume(paused, by(BEN), OTHER_CHANNEL, CHANNEL, NOON + 5 * DAY)
    assert resumed.waiting_since == NOON + 4 * DAY
    assert (resumed.channel_id, resumed.parent_id) == (OTHER_CHANNEL, CHANNEL)


@pytest.mark.parametrize(
    ("game", "wait", "status"),
    [
        (OPEN_LOBBY, 48 * HOUR, Status.CANCELLED),
        (RUNNING, 60 * DAY, Status.ABANDONED),
    ],
)
def test_what_nobody_goes_on_with_runs_out(game: Game, wait: int, status: Status) -> None:
    with pytest.raises(Refused):
        life.expire(game, PATIENCE, NOON + wait - 1)
    after = life.expire(game, PATIENCE, NOON + wait)
    assert (after.status, after.winners) == (status, ())


@pytest.mark.parametrize("game", [PAUSED, PAUSED_LOBBY, CANCELLED, *ENDED.values()])
def test_what_is_paused_or_over_does_not_run_out(game: Game) -> None:
    assert life.runs_out_at(game, PATIENCE) is None


def test_a_rematch_swaps_the_seats_and_waits_for_the_other() -> None:
    seats = life.rematch_seats(ENDED["finished"], by(ANNA))
    assert seats == (Seat(BEN, "Ben", taken=False), Seat(ANNA, "Anna", taken=True))
