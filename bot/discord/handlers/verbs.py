"""What each button does. A handler parses the mark, calls the table and answers; it knows no
rules."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.discord.answering.allowance import PICTURE, REPLAY, STORY
from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.handlers import orders, records, rules
from bot.discord.handlers.hints import hint
from bot.discord.handlers.offers import accept, claim, refuse, resume, wait
from bot.discord.handlers.opening import (
    asked_from,
    open_against_computer,
    open_in_thread,
    rematch,
    rematch_in_thread,
)
from bot.discord.handlers.panel import do_move, play, try_move, turn_page
from bot.discord.handlers.predictions import guess, guesses, seal_guess, try_guess, turn_guess_page
from bot.discord.handlers.reminders import snooze, snooze_for
from bot.discord.pages.buttons import Target
from bot.discord.pages.looks import (
    board_look,
    log_look,
    replay_look,
    score_look,
    step_look,
    supply_look,
)
from bot.discord.pages.posts.lobby import cancel_page
from bot.discord.pages.resign import resign_page, still_holds
from bot.match.actions import AddComputer, Decline, Done, Join, Resign, Start, Withdraw
from bot.match.errors import Refused, Why
from bot.match.game import ENDED, Game, Status, belongs, plays, seat_of, sits
from bot.match.rules import rules_of


@dataclass(frozen=True, slots=True)
class ButtonHandler:
    """How a button is handled."""

    handle: Callable[[Visit, Target], Awaitable[None]]
    within: bool = False
    """Whether it changes the private page it is on, instead of opening a new one."""


async def board(visit: Visit, mark: Target) -> None:
    await _look_at_board(visit, mark, "")


async def overlay(visit: Visit, mark: Target) -> None:
    await _look_at_board(visit, mark, mark.rest)


async def _look_at_board(visit: Visit, mark: Target, named: str) -> None:
    """The board with an overlay. Buttons of older versions name several: the last one is shown."""
    visit.pay(PICTURE)
    position = await visit.table.games.position(mark.game, visit.viewer)
    pictures = visit.face(visit.about(position.game)).pictures
    known = [name for name in named.split(",") if name in pictures.overlays]
    shown = known[-1] if known else None
    await visit.show(board_look(visit.words, pictures, position, shown))


async def supply(visit: Visit, mark: Target) -> None:
    visit.pay(PICTURE)
    position = await visit.table.games.position(mark.game, visit.viewer)
    game = visit.about(position.game)
    if not rules_of(game.kind).has_supply:
        raise Mistake("refused.unknown_button")
    await visit.show(supply_look(visit.words, visit.face(game).pictures, position))


async def log(visit: Visit, mark: Target) -> None:
    visit.pay(STORY)
    await visit.show(log_look(visit.words, await visit.table.games.story(mark.game)))


async def score(visit: Visit, mark: Target) -> None:
    visit.pay(STORY)
    story = await visit.table.games.story(mark.game)
    await visit.show(score_look(visit.words, visit.face(visit.about(story.game)).texts, story))


async def replay(visit: Visit, mark: Target) -> None:
    visit.pay(REPLAY)
    story = await visit.table.games.story(mark.game)
    await visit.show(replay_look(visit.words, visit.face(visit.about(story.game)).pictures, story))


async def steps(visit: Visit, mark: Target) -> None:
    """Step through an ended game, starting with its first position."""
    await _look_at_ply(visit, mark, 0)


async def step(visit: Visit, mark: Target) -> None:
    await _look_at_ply(visit, mark, mark.ply)


async def _look_at_ply(visit: Visit, mark: Target, ply: int) -> None:
    """Show a position of an ended game as everybody saw it then."""
    visit.pay(PICTURE)
    game = visit.about(await visit.table.games.get(mark.game))
    if game.status not in ENDED:
        raise Refused(Why.WRONG_STATUS, status=game.status)
    position = await visit.table.games.position(game.id, None, ply)
    review = await visit.table.reviews.kept(game.id)
    await visit.show(step_look(visit.words, visit.face(game), position, review))


async def join(visit: Visit, mark: Target) -> None:
    await visit.table.act(visit.by(), mark.game, Join())
    await visit.say(visit.words("done.joined"))


async def solo(visit: Visit, mark: Target) -> None:
    await open_against_computer(visit, mark.rest)


async def computer(visit: Visit, mark: Target) -> None:
    """A computer player of the chosen level takes an open seat."""
    await visit.table.act(visit.by(), mark.game, AddComputer(mark.rest))
    await visit.say(visit.words("done.computer_joined"))


async def decline(visit: Visit, mark: Target) -> None:
    """Decline an invitation, or leave the lobby after joining. Who is not invited, but may cancel
    the invitation, is asked about that."""
    game = visit.about(await visit.table.games.get(mark.game))
    if game.status is Status.LOBBY and await _may_only_cancel(visit, game):
        await visit.show(cancel_page(visit.words, game))
        return
    await visit.table.act(visit.by(), mark.game, Decline())
    was_here = sits(game, visit.user_id)
    await visit.say(visit.words("done.stepped_out" if was_here else "done.declined"))


async def _may_only_cancel(visit: Visit, game: Game) -> bool:
    if visit.user_id == game.opener_id:
        return True
    return not belongs(game, visit.user_id) and "cancel" in (await visit.by_right(game)).rights


async def start(visit: Visit, mark: Target) -> None:
    """Start the game with the players who have joined."""
    await visit.table.act(visit.by(), mark.game, Start())
    await visit.say(visit.words("done.begun"))


async def cancel(visit: Visit, mark: Target) -> None:
    game = visit.about(await visit.table.games.get(mark.game))
    await visit.table.act(await visit.by_right(game), mark.game, Withdraw())
    await visit.say(visit.words("done.withdrawn"))


async def resign(visit: Visit, mark: Target) -> None:
    """Resign after confirming; ask again if resigning would now end the game instead."""
    game = visit.about(await visit.table.games.get(mark.game))
    if plays(game, visit.user_id):
        seat = seat_of(game, visit.user_id)
        if not still_holds(game, seat, mark.rest):
            await visit.show(resign_page(visit.words, game, seat))
            return
    answer = await visit.table.act(visit.by(), mark.game, Resign())
    left = answer.done is Done.LEFT
    await visit.say(visit.words("done.left" if left else "done.resigned"))


async def again(visit: Visit, mark: Target) -> None:
    await rematch(visit, mark.game)


async def again_in_thread(visit: Visit, mark: Target) -> None:
    await rematch_in_thread(visit, mark.game)


async def thread(visit: Visit, mark: Target) -> None:
    await open_in_thread(visit, await asked_from(visit, mark.rest))


async def unknown(visit: Visit, mark: Target) -> None:
    """Refuse a button of another version of the bot."""
    raise Mistake("refused.unknown_button")


VERBS: Mapping[str, ButtonHandler] = {
    "play": ButtonHandler(play),
    "page": ButtonHandler(turn_page, within=True),
    "try": ButtonHandler(try_move, within=True),
    "do": ButtonHandler(do_move, within=True),
    "hint": ButtonHandler(hint),
    "board": ButtonHandler(board),
    "overlay": ButtonHandler(overlay, within=True),
    "supply": ButtonHandler(supply),
    "tiles": ButtonHandler(supply),  # its name on older posts
    "log": ButtonHandler(log),
    "score": ButtonHandler(score),
    "replay": ButtonHandler(replay),
    "steps": ButtonHandler(steps),
    "step": ButtonHandler(step, within=True),
    "guess": ButtonHandler(guess),
    "guesspage": ButtonHandler(turn_guess_page, within=True),
    "guesstry": ButtonHandler(try_guess, within=True),
    "guessdo": ButtonHandler(seal_guess, within=True),
    "guesses": ButtonHandler(guesses),
    "join": ButtonHandler(join),
    "solo": ButtonHandler(solo),
    "computer": ButtonHandler(computer),
    "decline": ButtonHandler(decline),
    "start": ButtonHandler(start),
    "cancel": ButtonHandler(cancel),
    "accept": ButtonHandler(accept),
    "refuse": ButtonHandler(refuse),
    "resign": ButtonHandler(resign, within=True),
    "claim": ButtonHandler(claim, within=True),
    "waitover": ButtonHandler(claim),
    "waiton": ButtonHandler(wait),
    "resume": ButtonHandler(resume, within=True),
    "goon": ButtonHandler(resume),
    "snooze": ButtonHandler(snooze),
    "snoozefor": ButtonHandler(snooze_for, within=True),
    "rematch": ButtonHandler(again),
    "rethread": ButtonHandler(again_in_thread, within=True),
    "thread": ButtonHandler(thread, within=True),
    "orders": ButtonHandler(orders.orders, within=True),
    "order": ButtonHandler(orders.choose, within=True),
    "orderpage": ButtonHandler(orders.turn_page, within=True),
    "ordertry": ButtonHandler(orders.look, within=True),
    "orderdo": ButtonHandler(orders.leave, within=True),
    "orderdrop": ButtonHandler(orders.drop, within=True),
    "ranks": ButtonHandler(records.ranks, within=True),
    "history": ButtonHandler(records.history, within=True),
    "stats": ButtonHandler(records.stats, within=True),
    "past": ButtonHandler(records.past),
    "erase": ButtonHandler(records.erase),
    "eraseall": ButtonHandler(records.erase_all, within=True),
    "topic": ButtonHandler(rules.topic, within=True),
    "topics": ButtonHandler(rules.topic),
}
"""Every verb that can occur in an id."""
UNKNOWN = ButtonHandler(unknown)
"""What any other id means: see `unknown`."""
