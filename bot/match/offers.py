"""Offers to the other players: taking back moves, an early end, more time, suspending the game.

Only one stands at a time, and answers name its number, so that nobody accepts what they did not
read. It is granted once everybody asked has agreed, and over with the first no.
"""

from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b
from typing import assert_never

from bot.match.absences import end_of_wait
from bot.match.actions import Accept, Actor, Done, OfferKind, Refuse
from bot.match.changes import close, take_back
from bot.match.clocks import add_time
from bot.match.computers import declines
from bot.match.errors import Refused, Why
from bot.match.game import Game, Offer, Status, Timeouts
from bot.match.permissions import seat_in_play
from bot.match.reminders import mark_notified
from bot.process.clock import Millis

# What is reported when somebody asks.
ASKED_AS: Mapping[OfferKind, Done] = {
    "undo": Done.UNDO_ASKED,
    "end": Done.END_ASKED,
    "time": Done.TIME_ASKED,
    "adjourn": Done.ADJOURN_ASKED,
}
# What is reported when everybody has agreed.
GRANTED_AS: Mapping[OfferKind, Done] = {
    "undo": Done.TAKEN_BACK,
    "end": Done.AGREED,
    "time": Done.TIME_GIVEN,
    "adjourn": Done.ADJOURNED,
}


def undo(
    game: Game, by: Actor, keep: int | None, *, free: bool, timeouts: Timeouts, now: Millis
) -> Game:
    """Go back to `keep` moves: immediately when it is free or there is nobody to ask, otherwise
    once the others agree."""
    seat_in_play(game, by.user_id)
    if keep is None:
        raise Refused(Why.NOTHING_TO_UNDO)
    if free:
        return take_back(game, keep, now)
    return ask(game, by, "undo", timeouts, now, keep=keep)


def ask(
    game: Game,
    by: Actor,
    request: OfferKind,
    timeouts: Timeouts,
    now: Millis,
    *,
    keep: int | None = None,
    lost: bool = False,
) -> Game:
    """Ask for anything the others have to agree to, such as to `keep` only so many moves. `lost`
    says whether the computer players can no longer win."""
    seat = seat_in_play(game, by.user_id)
    if request == "time" and game.time_limit is None:
        raise Refused(Why.NO_TIME_LIMIT)
    open_offer = _open_offer(game, timeouts, now)
    if open_offer is not None:
        raise Refused(Why.REQUEST_OPEN, request=open_offer.request, seat=open_offer.seat)
    if declines(game, request, lost=lost):
        raise Refused(Why.COMPUTER_DECLINES)
    # Everybody can read the number in button ids, so it is derived from nothing but the click.
    click = blake2b(by.interaction_id.encode(), digest_size=6).digest()
    ply_kept = game.ply if keep is None else keep
    offer = Offer(request, seat, game.ply, ply_kept, now, int.from_bytes(click, "big"))
    return _grant_if_unopposed(game, offer, now)


def accept(game: Game, by: Actor, action: Accept, timeouts: Timeouts, now: Millis) -> Game:
    seat = seat_in_play(game, by.user_id)
    offer = _open_offer(game, timeouts, now)
    if offer is None or offer.ply != action.ply or not _answers(offer, action):
        raise Refused(Why.NO_SUCH_REQUEST, request=action.request)
    if offer.seat == seat:
        raise Refused(Why.YOUR_REQUEST)
    if seat in offer.agreed:
        raise Refused(Why.AGREED_ALREADY)
    return _grant_if_unopposed(game, replace(offer, agreed=(*offer.agreed, seat)), now)


def refuse(game: Game, by: Actor, action: Refuse) -> Game:
    """Refuse an offer, even after agreeing to it; the one who asked withdraws it this way."""
    seat_in_play(game, by.user_id)
    if game.offer is None or not _answers(game.offer, action):
        raise Refused(Why.NO_SUCH_REQUEST, request=action.request)
    return replace(game, offer=None)


def stands_until(game: Game, timeouts: Timeouts) -> Millis | None:
    """Find the moment at which the offer expires unless answered first; never while the game is
    paused. Time during which a player who is asked is away does not count."""
    offer = game.offer
    if offer is None or game.pause is not None:
        return None
    aways = [game.seats[number].preferences.aways for number in game.others_to_ask(offer.seat)]
    return max(end_of_wait(absences, offer.at, timeouts.offer) for absences in aways)


def expire(game: Game, timeouts: Timeouts, now: Millis) -> Game:
    if _open_offer(game, timeouts, now) is not None:
        raise Refused(Why.TOO_EARLY, at=stands_until(game, timeouts))
    return replace(game, offer=None)


def _open_offer(game: Game, timeouts: Timeouts, now: Millis) -> Offer | None:
    """Find the offer that can be answered now; an expired one may not have been cleared yet."""
    until = stands_until(game, timeouts)
    return None if until is not None and now >= until else game.offer


def _answers(offer: Offer, action: Accept | Refuse) -> bool:
    return offer.request == action.request and action.number in (None, offer.number)


def _grant_if_unopposed(game: Game, offer: Offer, now: Millis) -> Game:
    """Grant an offer immediately when nobody is left to answer."""
    if game.seats_to_answer(offer):
        return replace(game, offer=offer)
    match offer.request:
        case "undo":
            return take_back(game, offer.keep, now)
        case "end":
            return close(game, Status.AGREED)
        case "time":
            longer = replace(add_time(game, offer.seat, now), offer=None)
            return mark_notified(longer, now) if offer.seat == game.to_act else longer
        case "adjourn":
            return replace(game, offer=None, pause="adjourned", paused_at=now)
        case _:
            assert_never(offer.request)
