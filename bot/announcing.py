"""What is posted about an action: the messages, in their order. Pure; knows no words."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from bot.actions import Done, Watch
from bot.calling import Turn, reminder, turn_of
from bot.game import Game, Status
from bot.messages import Board, Direct, Facts, Lobby, Message, Notice, Retire
from bot.reminding import nudge_is_held

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
"""What a notice can tell that ends a game."""


def announce(
    before: Game, after: Game, done: Done, seat: int | None, seed: str | None = None
) -> tuple[Message, ...]:
    """The seed is given, and told, only when the game is over."""
    game_id = after.id
    match done:
        case Done.OPENED:
            return (_lobby(after),)
        case Done.JOINED:
            return (Notice(game_id, done, seat),)
        case Done.STARTED:
            promise = {"commitment": after.commitment or ""}
            first = _people(after, () if after.to_act is None else (after.to_act,))
            waiting = tuple(user for user in others(after, seat) if user not in first)
            notice = Notice(game_id, done, seat, waiting, promise)
            return notice, *_new_board(after, turn_of(after, done, seat, promise))
        case Done.PLAYED:
            end = () if seed is None else (_ended(after, Done.FINISHED, seat, seed),)
            return *_new_board(after, turn_of(after, done, seat)), *end
        case Done.TAKEN_BACK:
            notice = Notice(game_id, done, seat, facts={"ply": after.ply})
            return notice, *_new_board(after, turn_of(after, done, seat))
        case Done.UNDO_ASKED | Done.END_ASKED | Done.REQUEST_REFUSED:
            return (Notice(game_id, done, seat, others(after, seat), {"ply": after.ply}),)
        case Done.AGREED | Done.RESIGNED | Done.CLAIMED | Done.STOPPED:
            return _end(before, _ended(after, done, seat, seed))
        case Done.DECLINED | Done.WITHDRAWN | Done.EXPIRED:
            return _end(before, _ended(after, done, seat, seed))
        case Done.RESUMED:
            return _going_on(after, turn_of(after, done, seat, called=before.told != after.told))
        case Done.REMINDED:
            return (reminder(after, done),)
        case Done.NUDGED:
            return () if nudge_is_held(after) else (reminder(after, done),)
        case Done.SNOOZED:
            return ()
        case Done.PAUSED:
            return _paused(before, after)
        case Done.FINISHED | Done.IMPORTED:
            return ()
        case _:
            assert_never(done)


def anew(game: Game) -> tuple[Message, ...]:
    """What a game in play shows, once more; the post before it, if there is one, is no use then."""
    turn = turn_of(game, Done.RESUMED, None)
    return Retire(game.id), *_going_on(game, turn._replace(direct=()))


def others(game: Game, seat: int | None) -> tuple[int, ...]:
    return _people(game, (number for number in range(len(game.seats)) if number != seat))


def end_directly(unposted: Iterable[Message]) -> tuple[Message, ...]:
    """How a game ended, to each person whom its notice mentions, when that cannot be posted."""
    ends = [message for message in unposted if isinstance(message, Notice) and message.done in ENDS]
    return tuple(
        Direct(end.game_id, user, end.done, end.facts, end.seat)
        for end in ends
        for user in end.mention
    )


def for_watchers(
    game: Game,
    messages: Sequence[Message],
    mover: int | None,
    watchers: Iterable[tuple[int, Watch]],
) -> tuple[Message, ...]:
    """What these messages tell, to each person who watches and hears nothing of it otherwise: an
    end to all of them, a move to those who want to know of every turn."""
    ends = [one for one in messages if isinstance(one, Notice | Direct) and one.done in ENDS]
    if ends:
        done, facts, seat = ends[0].done, ends[0].facts, ends[0].seat
    elif mover is not None:
        done, facts, seat = Done.PLAYED, {"ply": game.ply}, mover
    else:
        return ()
    reached = {user for message in messages for user in _reached(message)}
    reached |= set() if seat is None else set(_people(game, [seat]))
    wanted = ("turns", "end") if ends else ("turns",)
    return tuple(
        Direct(game.id, user, done, facts, seat)
        for user, what in watchers
        if what in wanted and user not in reached
    )


def _reached(message: Message) -> tuple[int, ...]:
    match message:
        case Direct():
            return (message.user_id,)
        case Retire():
            return ()
        case _:
            return message.mention


def _new_board(game: Game, turn: Turn) -> tuple[Message, ...]:
    return _board(game, turn), Retire(game.id, game.ply, game.branch), *turn.direct


def _going_on(game: Game, turn: Turn) -> tuple[Message, ...]:
    if game.status is Status.LOBBY:
        return (_lobby(game),)
    return _board(game, turn), *turn.direct


def _lobby(game: Game) -> Lobby:
    return Lobby(game.id, _kept_for(game))


def _board(game: Game, turn: Turn) -> Board:
    return Board(game.id, game.ply, game.branch, turn.mention)


def _end(before: Game, ended: Notice) -> tuple[Message, ...]:
    """The channel of a paused game is lost, so nothing is posted there."""
    if before.pause is not None:
        return end_directly([ended])
    return Retire(ended.game_id), ended


def _ended(game: Game, done: Done, seat: int | None, seed: str | None) -> Notice:
    revealed: Facts = {}
    if seed is not None:
        revealed = {"seed": seed, "commitment": game.commitment or ""}
    return Notice(game.id, done, seat, others(game, seat), revealed)


def _paused(before: Game, after: Game) -> tuple[Message, ...]:
    """To each player, since the channel cannot tell them."""
    facts = {"pause": after.pause or "", "channel": before.channel_id}
    people = _people(after, (n for n, seat in enumerate(after.seats) if seat.taken))
    return tuple(Direct(after.id, user, Done.PAUSED, facts) for user in people)


def _kept_for(game: Game) -> tuple[int, ...]:
    return _people(game, (n for n, seat in enumerate(game.seats) if not seat.taken))


def _people(game: Game, seats: Iterable[int]) -> tuple[int, ...]:
    people = (game.seats[seat].user_id for seat in seats)
    return tuple(user for user in people if user is not None)
