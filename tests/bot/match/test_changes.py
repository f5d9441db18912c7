"""The life of a game: for every action, in which status and to whom it is allowed."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.match import changes, clocks, lobby, offers, permissions
from bot.match import game as games
from bot.match.actions import Accept, Actor, HandOver, Join, OfferKind, Refuse, Resume
from bot.match.errors import Refused, StaleMove, Why
from bot.match.game import Game, Offer, Pause, Seat, Status, Timeouts
from bot.match.permissions import seat_in_play
from bot.match.preferences import USUAL
from bot.match.time_limits import TimeLimit
from bot.process.clock import DAY, HOUR
from tests.bot.kit import ANNA, BEN, CARLA, CHANNEL, GUILD, NOON, OTHER_CHANNEL, by

PATIENCE = Timeouts()
DORA = 104
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
    offer=None,
    pause=None,
    waiting_since=NOON,
    paused_at=None,
    revision=0,
)
BOTH = (Seat(ANNA, "Anna", taken=True), Seat(BEN, "Ben", taken=True))
INVITED = replace(OPEN_LOBBY, seats=(BOTH[0], Seat(BEN, "Ben", taken=False)))
RUNNING = replace(OPEN_LOBBY, status=Status.RUNNING, seats=BOTH, to_act=0, ply=4, first=0)
UNDO_ASKED = replace(RUNNING, offer=Offer("undo", 1, 4, 3, NOON, 7))
END_ASKED = replace(RUNNING, offer=Offer("end", 1, 4, 4, NOON, 7))
TIMED = replace(RUNNING, time_limit=TimeLimit(3 * DAY, DAY, 3 * DAY, (2 * DAY, HOUR)))
TIME_ASKED = replace(TIMED, offer=Offer("time", 1, 4, 4, NOON, 7))
ADJOURN_ASKED = replace(RUNNING, offer=Offer("adjourn", 1, 4, 4, NOON, 7))
PAUSED = replace(RUNNING, pause="place_gone", paused_at=NOON)
ADJOURNED = replace(RUNNING, pause="adjourned", paused_at=NOON)
HALTED = replace(RUNNING, pause="halted", paused_at=NOON)
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
    "timed": TIMED,
    "time asked": TIME_ASKED,
    "adjourn asked": ADJOURN_ASKED,
    "paused": PAUSED,
    "adjourned": ADJOURNED,
    "halted": HALTED,
    "cancelled": CANCELLED,
    **ENDED,
}
PEOPLE = {"Anna": ANNA, "Ben": BEN, "Carla": CARLA}

TO_DORA = HandOver(ANNA, DORA, "Dora")


def undo(game: Game, who: Actor, *, free: bool) -> Game:
    return offers.undo(game, who, 3, free=free, timeouts=PATIENCE, now=NOON)


def accept(game: Game, who: Actor, request: OfferKind, ply: int = 4) -> Game:
    return offers.accept(game, who, Accept(request, ply), PATIENCE, NOON)


ACTIONS: dict[str, Callable[[Game, Actor], object]] = {
    "join": lambda game, who: lobby.join(game, who, Join(), NOON),
    "decline": lobby.decline,
    "start": lambda game, who: lobby.start(game, who, (2, 3), NOON),
    "set rated": lambda game, who: lobby.set_rated(game, who, rated=True),
    "withdraw": lobby.withdraw,
    "play": lambda game, who: permissions.may_play(game, who.user_id, 4),
    "undo": lambda game, who: undo(game, who, free=True),
    "ask for undo": lambda game, who: undo(game, who, free=False),
    "offer end": lambda game, who: offers.ask(game, who, "end", PATIENCE, NOON),
    "offer to adjourn": lambda game, who: offers.ask(game, who, "adjourn", PATIENCE, NOON),
    "ask for time": lambda game, who: offers.ask(game, who, "time", PATIENCE, NOON),
    "accept undo": lambda game, who: accept(game, who, "undo"),
    "accept end": lambda game, who: accept(game, who, "end"),
    "accept time": lambda game, who: accept(game, who, "time"),
    "accept to adjourn": lambda game, who: accept(game, who, "adjourn"),
    "refuse undo": lambda game, who: offers.refuse(game, who, Refuse("undo")),
    "refuse end": lambda game, who: offers.refuse(game, who, Refuse("end")),
    "refuse time": lambda game, who: offers.refuse(game, who, Refuse("time")),
    "refuse to adjourn": lambda game, who: offers.refuse(game, who, Refuse("adjourn")),
    "resign": lambda game, who: seat_in_play(game, who.user_id, paused=True),
    "claim": lambda game, who: permissions.may_claim(game, who, PATIENCE, LATER),
    "cancel by right": lambda game, who: lobby.withdraw(game, by(who.user_id, rights=("cancel",))),
    "stop": changes.stop,
    "stop by right": lambda game, who: changes.stop(game, by(who.user_id, rights=("end",))),
    "halt": lambda game, who: changes.halt(game, who, NOON),
    "halt by right": lambda game, who: changes.halt(game, by(who.user_id, rights=("end",)), NOON),
    "hand over": lambda game, who: changes.hand_over(game, who, TO_DORA, USUAL, NOON),
    "hand over by right": lambda game, who: changes.hand_over(
        game, by(who.user_id, rights=("end",)), TO_DORA, USUAL, NOON
    ),
    "resume": lambda game, who: changes.resume(game, who, Resume(CHANNEL), NOON),
    "resume by right": lambda game, who: changes.resume(
        game, by(who.user_id, rights=("end",)), Resume(CHANNEL), NOON
    ),
    "rematch": lobby.rematch_seats,
    "leave an order": lambda game, who: permissions.may_order(game, who.user_id, 4, 0),
    "see orders": lambda game, who: seat_in_play(game, who.user_id),
}

UNPAUSED = ("running", "undo asked", "end asked", "time asked", "adjourn asked", "timed")
LOST = ("paused",)
RESTING = ("adjourned", "halted")
UNASKED = ("running", "timed")
PLAYED = (*UNPAUSED, *LOST, *RESTING)
PLAYERS = ("Anna", "Ben")
LOBBIES = ("open lobby", "invited", "paused lobby")
ALLOWED: dict[str, set[tuple[str, str]]] = {
    "join": {("open lobby", "Ben"), ("open lobby", "Carla"), ("invited", "Ben")},
    "decline": {("invited", "Ben")},
    "start": set(),
    "set rated": {("open lobby", "Anna"), ("invited", "Anna")},
    "withdraw": {("open lobby", "Anna"), ("invited", "Anna"), ("paused lobby", "Anna")},
    "play": {(situation, "Anna") for situation in UNPAUSED},
    "undo": {(situation, who) for situation in UNPAUSED for who in ("Anna", "Ben")},
    "ask for undo": {(situation, who) for situation in UNASKED for who in PLAYERS},
    "offer end": {(situation, who) for situation in UNASKED for who in PLAYERS},
    "offer to adjourn": {(situation, who) for situation in UNASKED for who in PLAYERS},
    "ask for time": {("timed", "Anna"), ("timed", "Ben")},
    "accept undo": {("undo asked", "Anna")},
    "accept end": {("end asked", "Anna")},
    "accept time": {("time asked", "Anna")},
    "accept to adjourn": {("adjourn asked", "Anna")},
    "refuse undo": {("undo asked", "Anna"), ("undo asked", "Ben")},
    "refuse end": {("end asked", "Anna"), ("end asked", "Ben")},
    "refuse time": {("time asked", "Anna"), ("time asked", "Ben")},
    "refuse to adjourn": {("adjourn asked", "Anna"), ("adjourn asked", "Ben")},
    "resign": {(situation, who) for situation in PLAYED for who in PLAYERS},
    "claim": {(situation, "Ben") for situation in UNPAUSED},
    "cancel by right": {(lobby, who) for lobby in LOBBIES for who in PEOPLE},
    "stop": set(),
    "stop by right": {(situation, who) for situation in PLAYED for who in PEOPLE},
    "halt": set(),
    "halt by right": {(situation, who) for situation in (*UNPAUSED, "adjourned") for who in PEOPLE},
    "hand over": set(),
    "hand over by right": {
        (situation, who)
        for situation in ("open lobby", "invited", *UNPAUSED, *RESTING)
        for who in PEOPLE
    },
    "resume": {
        *((situation, who) for situation in (*LOST, "adjourned") for who in PLAYERS),
        ("paused lobby", "Anna"),
    },
    "resume by right": {
        *((situation, who) for situation in (*LOST, "adjourned") for who in PLAYERS),
        *(("halted", who) for who in PEOPLE),
        ("paused lobby", "Anna"),
    },
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
    game = lobby.join(OPEN_LOBBY, by(CARLA), Join(), NOON)
    assert game.status is Status.RUNNING
    assert game.seats[1] == Seat(CARLA, "Carla", taken=True)


def test_a_lobby_of_three_waits_for_the_third() -> None:
    three = replace(OPEN_LOBBY, seats=(*OPEN_LOBBY.seats, Seat(None, "", taken=False)))
    second = lobby.join(three, by(BEN), Join(), NOON)
    assert second.status is Status.LOBBY
    assert lobby.join(second, by(CARLA), Join(), NOON).status is Status.RUNNING


@pytest.mark.parametrize(
    ("rated", "why"), [(True, Why.RATED_MEANWHILE), (False, Why.UNRATED_MEANWHILE)]
)
def test_one_joins_the_game_that_one_was_shown(rated: bool, why: Why) -> None:
    lobby_now = replace(OPEN_LOBBY, rated=rated)
    with pytest.raises(Refused) as refusal:
        lobby.join(lobby_now, by(CARLA), Join(rated=not rated), NOON)
    assert refusal.value.why is why
    assert lobby.join(lobby_now, by(CARLA), Join(rated=rated), NOON).rated is rated


def test_a_move_withdraws_a_request() -> None:
    after = changes.play(UNDO_ASKED, NOON)
    assert (after.offer, after.ply) == (None, 5)


def test_a_game_that_is_stopped_has_no_winner() -> None:
    after = changes.stop(UNDO_ASKED, by(CARLA, rights=("end",)))
    assert (after.status, after.winners, after.to_act) == (Status.ABANDONED, (), None)
    assert after.offer is None


def test_a_refusal_names_the_missing_right() -> None:
    with pytest.raises(Refused) as refused:
        changes.stop(RUNNING, by(ANNA))
    assert (refused.value.why, refused.value.facts) == (Why.NOT_ALLOWED, {"right": "end"})


@pytest.mark.parametrize("game", [RUNNING, PAUSED, *ENDED.values()])
def test_a_move_for_another_position_is_stale(game: Game) -> None:
    with pytest.raises(StaleMove) as stale:
        permissions.may_play(game, ANNA, 3)
    assert stale.value.ply == 4


def test_a_typed_move_is_for_the_current_position() -> None:
    permissions.may_play(RUNNING, ANNA)


def test_who_accepts_must_name_what_was_asked_and_when() -> None:
    meant: list[tuple[OfferKind, int]] = [("end", 4), ("undo", 3)]
    for request, ply in meant:
        with pytest.raises(Refused) as refused:
            accept(UNDO_ASKED, by(ANNA), request, ply)
        assert refused.value.why is Why.NO_SUCH_REQUEST


def test_an_accepted_undo_goes_back_on_a_new_branch() -> None:
    after = accept(UNDO_ASKED, by(ANNA), "undo")
    assert (after.ply, after.branch, after.offer) == (3, 1, None)


def test_an_agreed_end_has_no_winner() -> None:
    after = accept(END_ASKED, by(ANNA), "end")
    assert (after.status, after.winners, after.to_act) == (Status.AGREED, (), None)


def test_who_resigns_loses() -> None:
    after = changes.end_by_leaving(RUNNING, seat_in_play(RUNNING, ANNA), Status.RESIGNED)
    assert (after.status, after.winners) == (Status.RESIGNED, (1,))


def test_a_claim_is_too_early_until_the_time_is_over() -> None:
    with pytest.raises(Refused) as refused:
        permissions.may_claim(RUNNING, by(BEN), PATIENCE, LATER - 1)
    assert refused.value.why is Why.TOO_EARLY
    late = permissions.may_claim(RUNNING, by(BEN), PATIENCE, LATER)
    after = changes.end_by_leaving(RUNNING, late, Status.ABANDONED)
    assert (after.status, after.winners) == (Status.ABANDONED, (1,))


def test_time_in_a_pause_does_not_count() -> None:
    paused = changes.pause(RUNNING, "place_forbidden", NOON + DAY)
    resumed = changes.resume(paused, by(BEN), Resume(OTHER_CHANNEL, CHANNEL), NOON + 5 * DAY)
    assert resumed.waiting_since == NOON + 4 * DAY
    assert (resumed.channel_id, resumed.parent_id) == (OTHER_CHANNEL, CHANNEL)


@pytest.mark.parametrize("pause", ["place_forbidden", "adjourned"])
def test_games_resume_elsewhere_only_where_starting_is_allowed(pause: Pause) -> None:
    paused = replace(RUNNING, pause=pause, paused_at=NOON)
    with pytest.raises(Refused) as refused:
        changes.resume(paused, by(BEN, rights=()), Resume(OTHER_CHANNEL), NOON)
    assert refused.value.why is Why.NOT_ALLOWED
    assert changes.resume(paused, by(BEN, rights=()), Resume(CHANNEL), NOON).pause is None


@pytest.mark.parametrize("pause", ["place_forbidden", "adjourned", "halted"])
def test_games_resume_elsewhere_only_where_all_players_see_them(pause: Pause) -> None:
    paused = replace(RUNNING, pause=pause, paused_at=NOON)
    moderator = by(BEN, rights=("start", "end"))
    blind = frozenset({ANNA, CARLA})
    with pytest.raises(Refused) as refused:
        changes.resume(paused, moderator, Resume(OTHER_CHANNEL, unseen_by=blind), NOON)
    assert (refused.value.why, refused.value.facts) == (Why.NOT_SEEN_BY, {"seat": 0})
    elsewhere = Resume(OTHER_CHANNEL, unseen_by=frozenset({CARLA}))
    assert changes.resume(paused, moderator, elsewhere, NOON).pause is None


@pytest.mark.parametrize(
    ("game", "wait", "status"),
    [
        (OPEN_LOBBY, 48 * HOUR, Status.CANCELLED),
        (RUNNING, 60 * DAY, Status.ABANDONED),
    ],
)
def test_what_nobody_goes_on_with_runs_out(game: Game, wait: int, status: Status) -> None:
    with pytest.raises(Refused):
        changes.expire(game, PATIENCE, NOON + wait - 1)
    after = changes.expire(game, PATIENCE, NOON + wait)
    assert (after.status, after.winners) == (status, ())


@pytest.mark.parametrize(
    "game", [PAUSED, PAUSED_LOBBY, ADJOURNED, HALTED, CANCELLED, *ENDED.values()]
)
def test_what_is_paused_or_over_does_not_run_out(game: Game) -> None:
    assert clocks.runs_out_at(game, PATIENCE) is None


def test_a_rematch_swaps_the_seats_and_waits_for_the_other() -> None:
    seats = lobby.rematch_seats(ENDED["finished"], by(ANNA))
    assert seats == (Seat(BEN, "Ben", taken=False), Seat(ANNA, "Anna", taken=True))
