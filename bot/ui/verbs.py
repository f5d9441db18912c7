"""What each button does. A handler reads the mark, calls the table, answers; no rule is here."""

from collections.abc import Mapping

from bot.actions import Decline, Join, Resign, Withdraw
from bot.failures import Mistake
from bot.game import sits
from bot.opening import asked_from, open_in_thread, rematch, rematch_in_thread
from bot.ui.agreement_verbs import accept, refuse, resume
from bot.ui.call_verbs import snooze, snooze_for
from bot.ui.clock_verbs import claim, wait
from bot.ui.guess_verbs import guess, guesses, seal_guess, try_guess, turn_guess_page
from bot.ui.items import Mark, Verb
from bot.ui.looks import board_look, log_look, replay_look, score_look, tiles_look
from bot.ui.order_verbs import ORDER_VERBS
from bot.ui.panel_verbs import do_move, play, try_move, turn_page
from bot.ui.records_verbs import RECORDS_VERBS
from bot.visiting import Visit


async def board(visit: Visit, mark: Mark) -> None:
    await _look_at_board(visit, mark, [])


async def overlay(visit: Visit, mark: Mark) -> None:
    await _look_at_board(visit, mark, mark.rest.split(","))


async def _look_at_board(visit: Visit, mark: Mark, overlays: list[str]) -> None:
    position = await visit.table.position(mark.game, visit.user_id)
    game = visit.about(position.game)
    await visit.show(board_look(visit.words, visit.face(game), position, overlays))


async def tiles(visit: Visit, mark: Mark) -> None:
    position = await visit.table.position(mark.game, visit.user_id)
    game = visit.about(position.game)
    await visit.show(tiles_look(visit.words, visit.face(game), position))


async def log(visit: Visit, mark: Mark) -> None:
    await visit.show(log_look(visit.words, await visit.table.story(mark.game)))


async def score(visit: Visit, mark: Mark) -> None:
    story = await visit.table.story(mark.game)
    await visit.show(score_look(visit.words, visit.face(visit.about(story.game)), story))


async def replay(visit: Visit, mark: Mark) -> None:
    story = await visit.table.story(mark.game)
    await visit.show(replay_look(visit.words, visit.face(visit.about(story.game)), story))


async def join(visit: Visit, mark: Mark) -> None:
    await visit.table.act(visit.by(), mark.game, Join())
    await visit.say(visit.words("done.joined"))


async def decline(visit: Visit, mark: Mark) -> None:
    await visit.table.act(visit.by(), mark.game, Decline())
    await visit.say(visit.words("done.declined"))


async def cancel(visit: Visit, mark: Mark) -> None:
    game = visit.about(await visit.table.game(mark.game))
    player = sits(game, visit.user_id)
    await visit.table.act(await visit.by_right(player=player), mark.game, Withdraw())
    await visit.say(visit.words("done.withdrawn"))


async def resign(visit: Visit, mark: Mark) -> None:
    """After the question whether this is meant."""
    await visit.table.act(visit.by(), mark.game, Resign())
    await visit.say(visit.words("done.resigned"))


async def again(visit: Visit, mark: Mark) -> None:
    await rematch(visit, mark.game)


async def again_in_thread(visit: Visit, mark: Mark) -> None:
    await rematch_in_thread(visit, mark.game)


async def thread(visit: Visit, mark: Mark) -> None:
    await open_in_thread(visit, await asked_from(visit, mark.rest))


async def unknown(visit: Visit, mark: Mark) -> None:
    """A button of another version of the bot."""
    raise Mistake("refused.unknown_button")


VERBS: Mapping[str, Verb] = {
    "play": Verb(play),
    "page": Verb(turn_page, within=True),
    "try": Verb(try_move, within=True),
    "do": Verb(do_move, within=True),
    "board": Verb(board),
    "overlay": Verb(overlay, within=True),
    "tiles": Verb(tiles),
    "log": Verb(log),
    "score": Verb(score),
    "replay": Verb(replay),
    "guess": Verb(guess),
    "guesspage": Verb(turn_guess_page, within=True),
    "guesstry": Verb(try_guess, within=True),
    "guessdo": Verb(seal_guess, within=True),
    "guesses": Verb(guesses),
    "join": Verb(join),
    "decline": Verb(decline),
    "cancel": Verb(cancel),
    "accept": Verb(accept),
    "refuse": Verb(refuse),
    "resign": Verb(resign, within=True),
    "claim": Verb(claim, within=True),
    "waitover": Verb(claim),
    "waiton": Verb(wait),
    "resume": Verb(resume, within=True),
    "goon": Verb(resume),
    "snooze": Verb(snooze),
    "snoozefor": Verb(snooze_for, within=True),
    "rematch": Verb(again),
    "rethread": Verb(again_in_thread, within=True),
    "thread": Verb(thread, within=True),
    **ORDER_VERBS,
    **RECORDS_VERBS,
    "": Verb(unknown),
}
"""Every verb that can stand in an id; the empty one is what the others are not."""
