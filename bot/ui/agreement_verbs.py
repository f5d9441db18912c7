"""What the buttons of offers do, and those with which a game that rests goes on."""

from collections.abc import Mapping
from typing import get_args

from bot.actions import Accept, Refuse, Request, Resume
from bot.errors import Refused, Why
from bot.failures import Mistake
from bot.game import seat_for
from bot.ui.items import Mark
from bot.visiting import Visit


async def accept(visit: Visit, mark: Mark) -> None:
    game = visit.about(await visit.table.game(mark.game))
    request, number = _offer(mark)
    if mark.branch != game.branch:
        raise Refused(Why.NO_SUCH_REQUEST, request=request)
    await visit.table.act(visit.by(), mark.game, Accept(request, mark.ply, number))
    await visit.say(visit.words(f"done.accepted_{request}"))


async def refuse(visit: Visit, mark: Mark) -> None:
    """Whoever asked takes it back by the same button."""
    game = visit.about(await visit.table.game(mark.game))
    request, number = _offer(mark)
    asked, seat = game.asked, seat_for(game, visit.user_id)
    await visit.table.act(visit.by(), mark.game, Refuse(request, number))
    own = asked is not None and asked.seat == seat
    await visit.say(visit.words("done.request_withdrawn" if own else "done.refused"))


async def resume(visit: Visit, mark: Mark) -> None:
    if not visit.guild_id:
        raise Mistake("refused.not_here")
    await visit.table.act(visit.by(), mark.game, Resume(visit.channel_id, visit.parent_id))
    await visit.say(visit.words("done.resumed"))


def _offer(mark: Mark) -> tuple[Request, int]:
    """What the button answers. One without a number is of an offer that was stored without."""
    found: Mapping[str, Request] = {name: name for name in get_args(Request)}
    name, _, number = mark.rest.partition(".")
    if name not in found or not (number or "0").isdecimal():
        raise Mistake("refused.unknown_button")
    return found[name], int(number or 0)
