"""What is posted about an action: the messages, in order, and what watchers are sent directly."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from json import dumps
from typing import assert_never

from bot.match.actions import Actor, Done, Order, Watch
from bot.match.clocks import never_moved, time_up_at
from bot.match.game import Game, Seat, Status, seats_to_answer
from bot.match.messages import (
    BoardPost,
    DirectMessage,
    Facts,
    LiveBoard,
    LobbyPost,
    Message,
    Notice,
    RetireButtons,
    not_reached,
    other_people,
    people_in,
    recipients,
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

ENDS = (
    Done.FINISHED,
    Done.AGREED,
    Done.RESIGNED,
    Done.CLAIMED,
    Done.STOPPED,
    Done.DECLINED,
    Done.WITHDRAWN,
    Done.EXPIRED,
)
"""What ends a game and can be reported by a notice."""


def announce(
    before: Game,
    after: Game,
    done: Done,
    seat: int | None,
    seed: str | None = None,
    *,
    by: Actor | None = None,
) -> tuple[Message, ...]:
    """The seed is passed, and revealed, only when the game is over. `by` is the person who acted,
    with a seat or without."""
    game_id = after.id
    match done:
        case Done.OPENED:
            return (_lobby(after),)
        case Done.JOINED:
            return _joined(after, seat), *_lobby_anew(game_id)
        case Done.FREED:
            return _freed(before, after), *_lobby_anew(game_id)
        case Done.STARTED:
            return _started(after, seat)
        case Done.PLAYED:
            end = () if seed is None else (_ended(after, Done.FINISHED, seat, seed),)
            return *_new_board(after, call_for_turn(after, done, seat)), *end
        case Done.TAKEN_BACK:
            return announce_undo(after, seat)
        case Done.UNDO_ASKED | Done.END_ASKED | Done.TIME_ASKED | Done.ADJOURN_ASKED:
            return (_asked(after, done, seat),)
        case Done.CONSENTED:
            return (Notice(game_id, done, seat, facts=_asked_facts(after)),)
        case Done.LEFT | Done.PASSED_OVER:
            return _after_leaving(before, after, done, seat, seed)
        case Done.REQUEST_REFUSED | Done.OFFER_EXPIRED:
            return (_unanswered(before, done, seat),)
        case Done.TIME_GIVEN | Done.ADJOURNED | Done.HALTED:
            return (Notice(game_id, done, seat, other_people(after, seat), _author(by)),)
        case Done.HANDED_OVER:
            return _handed_over(before, after, by)
        case Done.STOPPED:
            ended = _ended(after, done, seat, seed)
            return _end(before, replace(ended, facts={**ended.facts, **_author(by)}))
        case Done.AGREED | Done.RESIGNED | Done.CLAIMED | Done.DECLINED:
            return _end(before, _ended(after, done, seat, seed))
        case Done.EXPIRED:
            return _end(before, _expired(before, _ended(after, done, seat, seed)))
        case Done.WITHDRAWN:
            return _end(before, Notice(game_id, done, seat, facts=_author(by)))
        case Done.RESUMED:
            return _resumed(before, after, seat, by)
        case Done.REMINDED:
            return (reminder_message(after, done),)
        case Done.NUDGED:
            return () if nudge_is_pending(after) else (reminder_message(after, done),)
        case Done.SNOOZED:
            return ()
        case Done.PAUSED:
            return _paused(before, after)
        case Done.WARNED | Done.TIMED_OUT | Done.WAITED:
            return (_of_its_clock(after, done, seat),)
        case Done.FINISHED | Done.IMPORTED | Done.SETTLED | Done.AWAY | Done.BACK | Done.REPLACED:
            return ()
        case Done.ORDER_LEFT | Done.ORDER_DELETED | Done.ORDER_DROPPED | Done.ORDERS_DROPPED:
            return ()
        case _:
            assert_never(done)


def repost(game: Game) -> tuple[Message, ...]:
    """What a game in play shows, posted again; any earlier post is of no use then."""
    turn = call_for_turn(game, Done.RESUMED, None)
    return RetireButtons(game.id), *_continuing(game, turn._replace(direct=()))


def announce_undo(after: Game, seat: int | None, asker: int | None = None) -> tuple[Message, ...]:
    """`seat` is the one that took back, or the one that agreed to what the asker wanted."""
    facts: Facts = {"ply": after.ply} | ({} if asker is None else {"asker": asker})
    notice = Notice(after.id, Done.TAKEN_BACK, seat, facts=facts)
    return notice, *_new_board(after, call_for_turn(after, Done.TAKEN_BACK, seat))


def board_answered_by_order(game: Game) -> tuple[Message, ...]:
    """The board of a move that an order answers immediately: it asks nobody to act."""
    return BoardPost(game.id, game.ply, game.branch), RetireButtons(game.id, game.ply, game.branch)


def announce_leaving(
    before: Game, after: Game, done: Done, seat: int | None, posts: Sequence[Message]
) -> tuple[Message, ...]:
    """What is posted when a player leaves, after a notice for those the posts do not reach. Nothing
    is posted to a lost channel, and nothing but the notice while the game is suspended."""
    left = _who_left(before, after)
    facts = _leaving_facts(before, left, seat)
    told = other_people(before, seat)
    if before.lost:
        return tuple(DirectMessage(after.id, user, done, facts, left) for user in told)
    shown = () if after.pause is not None else posts
    return Notice(after.id, done, left, not_reached(told, shown), facts), *shown


def announce_dropped_order(game: Game, order: Order, refusal: IllegalMove) -> tuple[Message, ...]:
    """To its owner: the kind was drawn, but the move is no longer possible."""
    facts: Facts = {
        "kind": order.kind,
        "move": order.move,
        "reason": refusal.reason,
        "facts": dumps(refusal.facts),
    }
    people = people_in(game, [order.seat])
    return tuple(DirectMessage(game.id, user, Done.ORDER_DROPPED, facts) for user in people)


def announce_dropped_orders(game: Game, orders: Sequence[Order]) -> tuple[Message, ...]:
    """To each owner: moves were taken back, and the orders left for them are gone."""
    counts = Counter(user for order in orders for user in people_in(game, [order.seat]))
    return tuple(
        DirectMessage(game.id, user, Done.ORDERS_DROPPED, {"count": count})
        for user, count in counts.items()
    )


def announce_move_away(before: Game, after: Game) -> tuple[Message, ...]:
    """For the place the game has left, if it still exists: where the game continues."""
    if after.channel_id == before.channel_id or before.pause == "place_gone":
        return ()
    notice = Notice(after.id, Done.RESUMED, facts={"channel": after.channel_id})
    return RetireButtons(after.id), notice


def direct_end_notices(unposted: Iterable[Message]) -> tuple[Message, ...]:
    """How a game ended, to each person its notice mentions, when that cannot be posted."""
    ends = [message for message in unposted if isinstance(message, Notice) and message.done in ENDS]
    return tuple(
        DirectMessage(end.game_id, user, end.done, end.facts, end.seat)
        for end in ends
        for user in end.mention
    )


def changes_the_board(message: Message) -> bool:
    """Whether a post shows a different board, or a different end, than before."""
    match message:
        case BoardPost():
            return True
        case Notice(done=done):
            return done in ENDS and done is not Done.FINISHED
        case LobbyPost() | RetireButtons() | LiveBoard() | DirectMessage():
            return False
        case _:
            assert_never(message)


def _started(game: Game, seat: int | None) -> tuple[Message, ...]:
    """The starting player is notified by the board instead of the notice."""
    promise = {"commitment": game.commitment or ""}
    first = people_in(game, () if game.to_act is None else (game.to_act,))
    waiting = tuple(user for user in other_people(game, seat) if user not in first)
    notice = Notice(game.id, Done.STARTED, seat, waiting, promise)
    return notice, *_new_board(game, call_for_turn(game, Done.STARTED, seat, promise))


def _resumed(before: Game, after: Game, seat: int | None, by: Actor | None) -> tuple[Message, ...]:
    """The channel where it was suspended still has its earlier post. Elsewhere every player is
    notified: the player to act by the call for their turn, even if that has to wait."""
    turn = call_for_turn(after, Done.RESUMED, seat, called=before.reminders != after.reminders)
    posts = _continuing(after, turn)
    if after.channel_id != before.channel_id:
        held = after.to_act if after.reminders.at is None else None
        waiting = () if held is None else people_in(after, [held])
        people = (user for user in other_people(after, seat) if user not in waiting)
        told = not_reached(people, posts)
        return Notice(after.id, Done.RESUMED, seat, told, {"left": before.channel_id}), *posts
    rested = before.pause is not None and not before.lost
    facts = _author(by) if seat is None else {}
    notice = Notice(after.id, Done.RESUMED, seat, facts=facts)
    return (notice, RetireButtons(after.id), *posts) if rested else posts


def _new_board(game: Game, turn: TurnCall) -> tuple[Message, ...]:
    return _board(game, turn), RetireButtons(game.id, game.ply, game.branch), *turn.direct


def _continuing(game: Game, turn: TurnCall) -> tuple[Message, ...]:
    if game.status is Status.LOBBY:
        return (_lobby(game),)
    return _board(game, turn), *turn.direct


def _lobby_anew(game_id: int) -> tuple[Message, ...]:
    """The lobby as it is now. Those still invited have already been pinged."""
    return RetireButtons(game_id), LobbyPost(game_id)


def _joined(game: Game, seat: int | None) -> Notice:
    """With their name: by the time it is posted the seat may have another number, or be free."""
    assert seat is not None, "whoever joins has a seat"
    return Notice(game.id, Done.JOINED, seat, facts=_former(game.seats[seat]))


def _freed(before: Game, after: Game) -> Notice:
    """The seat no longer names anybody. The opener is pinged only when somebody they invited
    declines."""
    number = next(n for n, seat in enumerate(after.seats) if seat != before.seats[n])
    former = before.seats[number]
    mention = () if former.taken or after.opener_id is None else (after.opener_id,)
    return Notice(after.id, Done.FREED, None, mention, _former(former))


def _former(seat: Seat) -> Facts:
    """Who sat there, or was invited."""
    return {"before": seat.name, "before_id": seat.user_id or 0}


def _author(by: Actor | None) -> Facts:
    """Who acted, whether or not they play."""
    return {} if by is None else {"by": by.name, "by_id": by.user_id}


def _lobby(game: Game) -> LobbyPost:
    return LobbyPost(game.id, _kept_for(game))


def _board(game: Game, turn: TurnCall) -> BoardPost:
    return BoardPost(game.id, game.ply, game.branch, turn.mention)


def _end(before: Game, ended: Notice) -> tuple[Message, ...]:
    """Nothing is posted to a lost channel."""
    if before.lost:
        return direct_end_notices([ended])
    return RetireButtons(ended.game_id), ended


def _asked(game: Game, done: Done, seat: int | None) -> Notice:
    return Notice(game.id, done, seat, other_people(game, seat), _asked_facts(game))


def _asked_facts(game: Game) -> Facts:
    """With the number that answers exactly this offer, and the seats that still have to answer."""
    asked = game.offer
    assert asked is not None, "somebody is asked"
    seats = ",".join(map(str, seats_to_answer(game, asked)))
    return {"ply": game.ply, "number": asked.number, "asked": seats}


def _after_leaving(
    before: Game, after: Game, done: Done, seat: int | None, seed: str | None
) -> tuple[Message, ...]:
    """The board as after a move; a player whose turn it already was has been notified before."""
    left = _who_left(before, after)
    facts, called = _leaving_facts(before, left, seat), before.to_act != after.to_act
    board = _new_board(after, call_for_turn(after, done, left, facts, called=called))
    return board if seed is None else (*board, _ended(after, Done.FINISHED, left, seed))


def _who_left(before: Game, after: Game) -> int:
    return next(n for n, one in enumerate(after.seats) if one.left and not before.seats[n].left)


def _leaving_facts(before: Game, left: int, seat: int | None) -> Facts:
    """With the seat at whose request a player was passed over."""
    facts: Facts = {"ply": before.ply + 1}
    return facts if seat is None or seat == left else {**facts, "asker": seat}


def _unanswered(before: Game, done: Done, seat: int | None) -> Notice:
    """The asker is pinged for a no; nobody is disturbed by an offer that was withdrawn or
    expired."""
    asked = before.offer
    assert asked is not None, "only what was asked can be refused or run out"
    if seat is None or seat == asked.seat:
        return Notice(before.id, done, asked.seat, facts={"request": asked.request})
    return Notice(before.id, done, seat, people_in(before, [asked.seat]), {"ply": before.ply})


def _handed_over(before: Game, after: Game, by: Actor | None) -> tuple[Message, ...]:
    """With the post from which the new player continues, if it is their turn; they are pinged
    once."""
    number = next(n for n, seat in enumerate(after.seats) if seat != before.seats[n])
    waited_for = after.status is Status.LOBBY or number == after.to_act
    posts = repost(after) if waited_for and after.pause is None else ()
    new = not_reached(people_in(after, [number]), posts)
    facts = {**_former(before.seats[number]), **_author(by)}
    return Notice(after.id, Done.HANDED_OVER, number, new, facts), *posts


def _ended(game: Game, done: Done, seat: int | None, seed: str | None) -> Notice:
    revealed: Facts = {}
    if seed is not None:
        revealed = {"seed": seed, "commitment": game.commitment or ""}
    return Notice(game.id, done, seat, other_people(game, seat), revealed)


def _expired(before: Game, ended: Notice) -> Notice:
    """With the seat of a person who never made a move against computer players, if that is why."""
    if before.to_act is None or not never_moved(before):
        return ended
    return replace(ended, facts={**ended.facts, "unmoved": before.to_act})


def _paused(before: Game, after: Game) -> tuple[Message, ...]:
    """To each player, since the channel cannot be used."""
    facts = {"pause": after.pause or "", "channel": before.channel_id}
    people = people_in(after, (n for n, seat in enumerate(after.seats) if seat.answers))
    return tuple(DirectMessage(after.id, user, Done.PAUSED, facts) for user in people)


def _of_its_clock(game: Game, done: Done, seat: int | None) -> Message:
    """To the player to act. Only the news that their time is up goes to those who may choose what
    follows."""
    late, over = game.to_act, time_up_at(game)
    assert late is not None
    assert over is not None
    person = game.seats[late]
    facts: Facts = {**turn_facts(game), "at": over}
    if done is Done.TIMED_OUT:
        return Notice(game.id, done, late, other_people(game, late), facts)
    told_by = late if seat is None else seat
    if done is Done.WARNED and person.habits.place == "direct" and person.user_id is not None:
        return DirectMessage(game.id, person.user_id, done, facts, told_by)
    return Notice(game.id, done, told_by, people_in(game, [late]), facts)


def absence_notice(game: Game, seat: int, away: Away) -> Notice:
    """In the game's channel, without disturbing anybody."""
    return Notice(game.id, Done.AWAY, seat, facts={"since": away.since, "until": away.until})


def return_notice(game: Game, seat: int) -> Notice:
    return Notice(game.id, Done.BACK, seat)


def _kept_for(game: Game) -> tuple[int, ...]:
    return people_in(game, (n for n, seat in enumerate(game.seats) if not seat.taken))


LEAVINGS = (Done.LEFT, Done.PASSED_OVER)


def watcher_messages(
    game: Game,
    messages: Sequence[Message],
    mover: int | None,
    watchers: Iterable[tuple[int, Watch]],
) -> tuple[Message, ...]:
    """What these messages report, to each watcher who would not hear of it otherwise: an end to all
    of them, a move or a player leaving to those who want every turn."""
    told = [one for one in messages if isinstance(one, Notice | DirectMessage)]
    ends = [one for one in told if one.done in ENDS]
    left = [one for one in told if one.done in LEAVINGS]
    if ends or left:
        [first, *_] = ends or left
        done, facts, seat = first.done, first.facts, first.seat
    elif mover is not None:
        done, facts, seat = Done.PLAYED, {"ply": game.ply}, mover
    else:
        return ()
    reached = {user for message in messages for user in recipients(message)}
    reached |= set() if seat is None else set(people_in(game, [seat]))
    wanted = ("turns", "end") if ends else ("turns",)
    return tuple(
        DirectMessage(game.id, user, done, facts, seat)
        for user, what in watchers
        if what in wanted and user not in reached
    )
