"""Messages that an action posts, in order, and what watchers are sent directly."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from json import dumps
from typing import assert_never

from bot.match.actions import Actor, Done, Order, Watch
from bot.match.clocks import lost_on_time_at, never_moved, time_up_at
from bot.match.game import Game, Seat, Status
from bot.match.messages import (
    BoardPost,
    CallPost,
    Digest,
    DirectMessage,
    Facts,
    LiveBoard,
    LobbyPost,
    Message,
    Notice,
    RetireButtons,
    other_people,
    people_in,
    recipients,
    unreached_people,
)
from bot.match.preferences import Away
from bot.match.reminders import (
    TurnCall,
    call_for_turn,
    nudge_is_pending,
    reminder_message,
    turn_facts,
)
from engine.errors import IllegalMove

# The ends of a game that can be reported by a notice.
ENDS = (
    Done.FINISHED,
    Done.AGREED,
    Done.RESIGNED,
    Done.CLAIMED,
    Done.LOST_ON_TIME,
    Done.DECIDED,
    Done.VOIDED,
    Done.STOPPED,
    Done.DECLINED,
    Done.WITHDRAWN,
    Done.EXPIRED,
)
LEAVINGS = (Done.LEFT, Done.PASSED_OVER)


def announce(
    before: Game,
    after: Game,
    done: Done,
    seat: int | None,
    seed: str | None = None,
    *,
    by: Actor | None = None,
) -> tuple[Message, ...]:
    """List the messages of an action, in order. The seed is passed, and revealed, only when the
    game is over. `by` is the person who acted, with a seat or without."""
    game_id = after.id
    match done:
        case Done.OPENED:
            return (_lobby(after),)
        case Done.JOINED:
            # With their name: by the time it is posted the seat may have another number, or be
            # free. Those still invited have already been pinged.
            assert seat is not None, "whoever joins has a seat"
            notice = Notice(game_id, done, seat, facts=_former_player(after.seats[seat]))
            return notice, RetireButtons(game_id), LobbyPost(game_id)
        case Done.FREED:
            # The seat no longer names anybody. The opener is pinged only when somebody they invited
            # declines.
            former_seat = before.seats[_changed_seat(before, after)]
            mention = () if former_seat.taken or after.opener_id is None else (after.opener_id,)
            notice = Notice(game_id, done, None, mention, _former_player(former_seat))
            return notice, RetireButtons(game_id), LobbyPost(game_id)
        case Done.RATED | Done.UNRATED:
            return () if before.rated == after.rated else _announce_rating(after, done, seat)
        case Done.STARTED:
            # The starting player is notified by the board instead of the notice.
            promise = {"commitment": after.commitment or ""}
            starter = people_in(after, () if after.to_act is None else (after.to_act,))
            waiting = tuple(user for user in other_people(after, seat) if user not in starter)
            board = _new_board(after, call_for_turn(after, done, seat, promise))
            return Notice(game_id, done, seat, waiting, promise), *board
        case Done.PLAYED if seed is not None:
            return _end(before, _end_notice(after, Done.FINISHED, seat, seed))
        case Done.PLAYED:
            return _new_board(after, call_for_turn(after, done, seat))
        case Done.TAKEN_BACK:
            return announce_undo(after, seat)
        case Done.UNDO_ASKED | Done.END_ASKED | Done.TIME_ASKED | Done.ADJOURN_ASKED:
            return (Notice(game_id, done, seat, other_people(after, seat), _offer_facts(after)),)
        case Done.CONSENTED:
            return (Notice(game_id, done, seat, facts=_offer_facts(after)),)
        case Done.REQUEST_REFUSED | Done.OFFER_EXPIRED:
            return (_offer_notice(before, done, seat),)
        case Done.TIME_GIVEN | Done.ADJOURNED | Done.HALTED:
            return (Notice(game_id, done, seat, other_people(after, seat), _author(by)),)
        case Done.LEFT | Done.PASSED_OVER:
            # The board as after a move; a player whose turn it already was has been notified
            # before.
            leaver = _find_leaver(before, after)
            if seed is not None:
                return _end(before, _end_notice(after, Done.FINISHED, leaver, seed))
            facts = _leaving_facts(before, leaver, seat)
            is_called = before.to_act != after.to_act
            return _new_board(after, call_for_turn(after, done, leaver, facts, is_called=is_called))
        case Done.HANDED_OVER:
            return _announce_handover(before, after, by)
        case Done.STOPPED:
            notice = _end_notice(after, done, seat, seed)
            return _end(before, replace(notice, facts={**notice.facts, **_author(by)}))
        case Done.AGREED | Done.RESIGNED | Done.CLAIMED | Done.DECLINED:
            return _end(before, _end_notice(after, done, seat, seed))
        case Done.LOST_ON_TIME | Done.DECIDED | Done.VOIDED:
            return _end(before, _notice_of_season(before, after, done, seed))
        case Done.EXPIRED:
            # With the seat of a person who never made a move against computer players, if that is
            # why.
            notice = _end_notice(after, done, seat, seed)
            if before.to_act is not None and never_moved(before):
                notice = replace(notice, facts={**notice.facts, "unmoved": before.to_act})
            return _end(before, notice)
        case Done.WITHDRAWN:
            return _end(before, Notice(game_id, done, seat, facts=_author(by)))
        case Done.RESUMED:
            return _announce_resumption(before, after, seat, by)
        case Done.PAUSED:
            # To each player, since the channel cannot be used.
            facts = {"pause": after.pause or "", "channel": before.channel_id}
            people = people_in(
                after, (number for number, player in enumerate(after.seats) if player.answers)
            )
            return tuple(DirectMessage(game_id, user, done, facts) for user in people)
        case Done.REMINDED:
            return (reminder_message(after, done),)
        case Done.NUDGED:
            return () if nudge_is_pending(after) else (reminder_message(after, done),)
        case Done.WARNED | Done.TIMED_OUT | Done.WAITED:
            return (_clock_notice(after, done, seat),)
        case Done.FINISHED | Done.IMPORTED | Done.SETTLED | Done.AWAY | Done.BACK | Done.REPLACED:
            return ()
        case Done.ORDER_LEFT | Done.ORDER_DELETED | Done.ORDER_DROPPED | Done.ORDERS_DROPPED:
            return ()
        case Done.SNOOZED | Done.SEAT_OPEN:
            return ()
        case _:
            assert_never(done)


def _lobby(game: Game) -> LobbyPost:
    invitees = people_in(game, (number for number, seat in enumerate(game.seats) if not seat.taken))
    return LobbyPost(game.id, invitees)


def _board(game: Game, call: TurnCall) -> BoardPost:
    return BoardPost(game.id, game.ply, game.branch, call.mention)


def _new_board(game: Game, call: TurnCall) -> tuple[Message, ...]:
    return _board(game, call), RetireButtons(game.id, game.ply, game.branch), *call.direct


def _present_post(game: Game, call: TurnCall) -> tuple[Message, ...]:
    """Show the lobby or the board of a game that goes on."""
    if game.status is Status.LOBBY:
        return (_lobby(game),)
    return _board(game, call), *call.direct


def _changed_seat(before: Game, after: Game) -> int:
    return next(number for number, seat in enumerate(after.seats) if seat != before.seats[number])


def _announce_rating(game: Game, done: Done, seat: int | None) -> tuple[Message, ...]:
    """Tell those who have joined; who has not answered yet sees it on the invitation."""
    joined_people = people_in(
        game,
        (number for number, player in enumerate(game.seats) if player.taken and number != seat),
    )
    return Notice(game.id, done, seat, joined_people), RetireButtons(game.id), LobbyPost(game.id)


def _former_player(seat: Seat) -> Facts:
    """Say who sat there, or was invited."""
    return {"before": seat.name, "before_id": seat.user_id or 0}


def _author(by: Actor | None) -> Facts:
    """Say who acted, whether or not they play."""
    return {} if by is None else {"by": by.name, "by_id": by.user_id}


def _offer_facts(game: Game) -> Facts:
    """Give the number that answers exactly this offer, and the seats that still have to answer."""
    offer = game.offer
    assert offer is not None, "somebody is asked"
    seats = ",".join(map(str, game.seats_to_answer(offer)))
    return {"ply": game.ply, "number": offer.number, "asked": seats}


def _offer_notice(before: Game, done: Done, seat: int | None) -> Notice:
    """Report the end of an offer: the asker is pinged for a no; nobody is disturbed by an offer
    that was withdrawn or expired."""
    offer = before.offer
    assert offer is not None, "only what was asked can be refused or run out"
    if seat is None or seat == offer.seat:
        return Notice(before.id, done, offer.seat, facts={"request": offer.request})
    return Notice(before.id, done, seat, people_in(before, [offer.seat]), {"ply": before.ply})


def _announce_handover(before: Game, after: Game, by: Actor | None) -> tuple[Message, ...]:
    """Announce the new player, who is pinged once, with the post from which they continue if it is
    their turn."""
    number = _changed_seat(before, after)
    is_awaited = after.status is Status.LOBBY or number == after.to_act
    posts = repost(after) if is_awaited and after.pause is None else ()
    new_player = unreached_people(people_in(after, [number]), posts)
    facts = {**_former_player(before.seats[number]), **_author(by)}
    return Notice(after.id, Done.HANDED_OVER, number, new_player, facts), *posts


def _end_notice(game: Game, done: Done, seat: int | None, seed: str | None) -> Notice:
    facts: Facts = {}
    if seed is not None:
        facts = {"seed": seed, "commitment": game.commitment or ""}
    return Notice(game.id, done, seat, other_people(game, seat), facts)


def _notice_of_season(before: Game, after: Game, done: Done, seed: str | None) -> Notice:
    """Note the end of a game; at the end of a season nobody is pinged by every one of theirs."""
    late_seat = before.to_act if done is Done.LOST_ON_TIME else None
    mention = () if done is Done.DECIDED else other_people(after, None)
    return replace(_end_notice(after, done, late_seat, seed), mention=mention)


def _end(before: Game, notice: Notice) -> tuple[Message, ...]:
    """Post the end; nothing is posted to a lost channel."""
    if before.lost:
        return direct_end_notices([notice])
    return RetireButtons(notice.game_id), notice


def _announce_resumption(
    before: Game, after: Game, seat: int | None, by: Actor | None
) -> tuple[Message, ...]:
    """Tell that a game goes on. The channel where it was suspended still has its earlier post.
    Elsewhere every player is notified: the player to act by the call for their turn, even if that
    has to wait."""
    is_called = before.reminders != after.reminders
    posts = _present_post(after, call_for_turn(after, Done.RESUMED, seat, is_called=is_called))
    if after.channel_id != before.channel_id:
        uncalled_seat = after.to_act if after.reminders.at is None else None
        waiting = () if uncalled_seat is None else people_in(after, [uncalled_seat])
        people = (user for user in other_people(after, seat) if user not in waiting)
        mention = unreached_people(people, posts)
        return Notice(after.id, Done.RESUMED, seat, mention, {"left": before.channel_id}), *posts
    if before.pause is None or before.lost:
        return posts
    facts = _author(by) if seat is None else {}
    return Notice(after.id, Done.RESUMED, seat, facts=facts), RetireButtons(after.id), *posts


def _clock_notice(game: Game, done: Done, seat: int | None) -> Message:
    """Notify the player to act. Only the news that their time is up goes to those who may choose
    what follows."""
    late_seat = game.to_act
    over = time_up_at(game)
    assert late_seat is not None
    assert over is not None
    person = game.seats[late_seat]
    facts: Facts = {**turn_facts(game), "at": over}
    lost_at = lost_on_time_at(game)
    if lost_at is not None:
        return Notice(
            game.id, done, late_seat, people_in(game, [late_seat]), {**facts, "lost": lost_at}
        )
    if done is Done.TIMED_OUT:
        return Notice(game.id, done, late_seat, other_people(game, late_seat), facts)
    author = late_seat if seat is None else seat
    if done is Done.WARNED and person.preferences.place == "direct" and person.user_id is not None:
        return DirectMessage(game.id, person.user_id, done, facts, author)
    return Notice(game.id, done, author, people_in(game, [late_seat]), facts)


def _find_leaver(before: Game, after: Game) -> int:
    return next(
        number
        for number, seat in enumerate(after.seats)
        if seat.left and not before.seats[number].left
    )


def _leaving_facts(before: Game, leaver: int, seat: int | None) -> Facts:
    """Give the seat at whose request a player was passed over, if at any."""
    facts: Facts = {"ply": before.ply + 1}
    return facts if seat is None or seat == leaver else {**facts, "asker": seat}


def announce_leaving(
    before: Game, after: Game, done: Done, seat: int | None, posts: Sequence[Message]
) -> tuple[Message, ...]:
    """List the posts when a player leaves, after a notice for those the posts do not reach. Nothing
    is posted to a lost channel, and nothing but the notice while the game is suspended."""
    leaver = _find_leaver(before, after)
    facts = _leaving_facts(before, leaver, seat)
    people = other_people(before, seat)
    if before.lost:
        return tuple(DirectMessage(after.id, user, done, facts, leaver) for user in people)
    posts = () if after.pause is not None else posts
    return Notice(after.id, done, leaver, unreached_people(people, posts), facts), *posts


def announce_undo(after: Game, seat: int | None, asker: int | None = None) -> tuple[Message, ...]:
    """`seat` is the one that took back, or the one that agreed to what the asker wanted."""
    facts: Facts = {"ply": after.ply} | ({} if asker is None else {"asker": asker})
    notice = Notice(after.id, Done.TAKEN_BACK, seat, facts=facts)
    return notice, *_new_board(after, call_for_turn(after, Done.TAKEN_BACK, seat))


def board_before_order(game: Game) -> tuple[Message, ...]:
    """Show the board of a move that an order answers immediately: it asks nobody to act."""
    return _new_board(game, TurnCall())


def repost(game: Game) -> tuple[Message, ...]:
    """Show a game in play again; any earlier post is of no use then."""
    call = call_for_turn(game, Done.RESUMED, None)
    return RetireButtons(game.id), *_present_post(game, TurnCall(call.mention))


def announce_absence(game: Game, seat: int, away: Away | None) -> Notice:
    """Announce an absence in the game's channel, or its end if None, without disturbing anybody."""
    if away is None:
        return Notice(game.id, Done.BACK, seat)
    return Notice(game.id, Done.AWAY, seat, facts={"since": away.since, "until": away.until})


def announce_dropped_order(game: Game, order: Order, refusal: IllegalMove) -> tuple[Message, ...]:
    """Notify its owner: the kind was drawn, but the move is no longer possible."""
    facts: Facts = {
        "kind": order.kind,
        "move": order.move,
        "reason": refusal.reason,
        "facts": dumps(refusal.facts),
    }
    people = people_in(game, [order.seat])
    return tuple(DirectMessage(game.id, user, Done.ORDER_DROPPED, facts) for user in people)


def announce_dropped_orders(game: Game, orders: Sequence[Order]) -> tuple[Message, ...]:
    """Notify each owner: moves were taken back, and the orders left for them are gone."""
    counts = Counter(user for order in orders for user in people_in(game, [order.seat]))
    return tuple(
        DirectMessage(game.id, user, Done.ORDERS_DROPPED, {"count": count})
        for user, count in counts.items()
    )


def announce_move_away(before: Game, after: Game) -> tuple[Message, ...]:
    """Tell in the place the game has left, if it still exists, where it continues."""
    if after.channel_id == before.channel_id or before.pause == "place_gone":
        return ()
    notice = Notice(after.id, Done.RESUMED, facts={"channel": after.channel_id})
    return RetireButtons(after.id), notice


def direct_end_notices(unposted: Iterable[Message]) -> tuple[Message, ...]:
    """Make a notice of a game's end to each person whom it mentions, when it cannot be posted."""
    ends = [message for message in unposted if isinstance(message, Notice) and message.done in ENDS]
    return tuple(
        DirectMessage(end.game_id, user, end.done, end.facts, end.seat)
        for end in ends
        for user in end.mention
    )


def changes_the_board(message: Message) -> bool:
    """Check whether a post shows a different board, or a different end, than before."""
    match message:
        case BoardPost():
            return True
        case Notice(done=done):
            return done in ENDS
        case LobbyPost() | RetireButtons() | LiveBoard() | DirectMessage():
            return False
        case CallPost() | Digest():
            return False
        case _:
            assert_never(message)


def watcher_messages(
    game: Game,
    messages: Sequence[Message],
    mover: int | None,
    watchers: Iterable[tuple[int, Watch]],
) -> tuple[Message, ...]:
    """Make direct messages of the news in these messages for each watcher who would not hear of it
    otherwise: an end to all of them, a move or a player leaving to those who want every turn."""
    reports = [message for message in messages if isinstance(message, Notice | DirectMessage)]
    ends = [message for message in reports if message.done in ENDS]
    leavings = [message for message in reports if message.done in LEAVINGS]
    if ends or leavings:
        report = (ends or leavings)[0]
        done = report.done
        facts = report.facts
        seat = report.seat
    elif mover is not None:
        done = Done.PLAYED
        facts = {"ply": game.ply}
        seat = mover
    else:
        return ()
    reached_people = {user for message in messages for user in recipients(message)}
    reached_people |= set() if seat is None else set(people_in(game, [seat]))
    wanted_watches = ("turns", "end") if ends else ("turns",)
    return tuple(
        DirectMessage(game.id, user, done, facts, seat)
        for user, watch_kind in watchers
        if watch_kind in wanted_watches and user not in reached_people
    )
