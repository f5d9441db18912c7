"""What each button does. A handler reads the mark, calls the table, answers; no rule is here."""

from collections.abc import Mapping
from typing import get_args

from bot.actions import (
    Accept,
    Claim,
    Decline,
    Join,
    Refuse,
    Request,
    Resign,
    Resume,
    Withdraw,
)
from bot.errors import Refused, Why
from bot.failures import Mistake
from bot.game import sits
from bot.opening import asked_from, open_in_thread, rematch
from bot.ui.call_verbs import snooze, snooze_for
from bot.ui.items import Mark, Verb
from bot.ui.looks import board_look, log_look, replay_look, score_look, tiles_look
from bot.ui.panel_verbs import do_move, play, try_move, turn_page
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


async def accept(visit: Visit, mark: Mark) -> None:
    game = visit.about(await visit.table.game(mark.game))
    if mark.branch != game.branch:
        raise Refused(Why.NO_SUCH_REQUEST, request=_request(mark))
    await visit.table.act(visit.by(), mark.game, Accept(_request(mark), mark.ply))
    await visit.say(visit.words(f"done.accepted_{mark.rest}"))


async def refuse(visit: Visit, mark: Mark) -> None:
    visit.about(await visit.table.game(mark.game))
    await visit.table.act(visit.by(), mark.game, Refuse(_request(mark)))
    await visit.say(visit.words("done.refused"))


async def resign(visit: Visit, mark: Mark) -> None:
    """After the question whether this is meant."""
    await visit.table.act(visit.by(), mark.game, Resign())
    await visit.say(visit.words("done.resigned"))


async def claim(visit: Visit, mark: Mark) -> None:
    await visit.table.act(visit.by(), mark.game, Claim())
    await visit.say(visit.words("done.claimed"))


async def resume(visit: Visit, mark: Mark) -> None:
    if not visit.guild_id:
        raise Mistake("refused.not_here")
    await visit.table.act(visit.by(), mark.game, Resume(visit.channel_id, visit.parent_id))
    await visit.say(visit.words("done.resumed"))


async def again(visit: Visit, mark: Mark) -> None:
    await rematch(visit, mark.game)


async def thread(visit: Visit, mark: Mark) -> None:
    await open_in_thread(visit, await asked_from(visit, mark.rest))


async def unknown(visit: Visit, mark: Mark) -> None:
    """A button of another version of the bot."""
    raise Mistake("refused.unknown_button")


def _request(mark: Mark) -> Request:
    found: Mapping[str, Request] = {name: name for name in get_args(Request)}
    if mark.rest not in found:
        raise Mistake("refused.unknown_button")
    return found[mark.rest]


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
    "join": Verb(join),
    "decline": Verb(decline),
    "cancel": Verb(cancel),
    "accept": Verb(accept),
    "refuse": Verb(refuse),
    "resign": Verb(resign, within=True),
    "claim": Verb(claim, within=True),
    "resume": Verb(resume, within=True),
    "snooze": Verb(snooze),
    "snoozefor": Verb(snooze_for, within=True),
    "rematch": Verb(again),
    "thread": Verb(thread, within=True),
    "": Verb(unknown),
}
"""Every verb that can stand in an id; the empty one is what the others are not."""
