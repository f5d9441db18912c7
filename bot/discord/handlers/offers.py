"""The buttons of offers, of paused games, and of players who are late."""

from collections.abc import Mapping
from typing import get_args

from bot.discord.answering.failures import Mistake
from bot.discord.answering.visibility import ChannelVisibility
from bot.discord.answering.visit import Visit
from bot.discord.pages.buttons import Target
from bot.discord.pages.wording.naming import named
from bot.match.actions import Accept, Claim, Done, Refuse, Request, Resume, Wait
from bot.match.errors import Refused, Why
from bot.match.game import Game, seat_for


async def accept(visit: Visit, mark: Target) -> None:
    game = visit.about(await visit.table.games.get(mark.game))
    request, number = _offer(mark)
    if mark.branch != game.branch:
        raise Refused(Why.NO_SUCH_REQUEST, request=request)
    answer = await visit.table.act(visit.by(), mark.game, Accept(request, mark.ply, number))
    if answer.done is Done.CONSENTED:
        await visit.say(visit.words("done.consented"))
        return
    asker = "" if game.asked is None else named(visit.words, game, [game.asked.seat])
    await visit.say(visit.words(f"done.accepted_{request}", kind=game.kind, name=asker))


async def refuse(visit: Visit, mark: Target) -> None:
    """Refuse an offer; the player who made it withdraws it with the same button."""
    game = visit.about(await visit.table.games.get(mark.game))
    request, number = _offer(mark)
    asked, seat = game.asked, seat_for(game, visit.user_id)
    await visit.table.act(visit.by(), mark.game, Refuse(request, number))
    own = asked is not None and asked.seat == seat
    await visit.say(visit.words("done.request_withdrawn" if own else "done.refused"))


async def resume(visit: Visit, mark: Target) -> None:
    """Only the right to start games here counts, not any rights in the previous channel."""
    if not visit.guild_id:
        raise Mistake("refused.not_here")
    game = visit.about(await visit.table.games.get(mark.game))
    unseen_by = frozenset[int]()
    if game.channel_id != visit.channel_id:
        unseen_by = await ChannelVisibility(visit.interaction).players_without(game)
    here = (await visit.by_right()).rights & {"start"}
    action = Resume(visit.channel_id, visit.parent_id, unseen_by)
    await visit.table.act(visit.by(here), mark.game, action)
    await visit.say(visit.words("done.resumed"))


async def claim(visit: Visit, mark: Target) -> None:
    """Claim the game, or play on without the late player."""
    game = visit.about(await visit.table.games.get(mark.game))
    answer = await visit.table.act(visit.by(), mark.game, Claim())
    passed_over = answer.done is Done.PASSED_OVER
    told = "done.passed_over" if passed_over else "done.claimed"
    await visit.say(visit.words(told, name=_late(visit, game)))


async def wait(visit: Visit, mark: Target) -> None:
    """Give the late player time, instead of claiming the game."""
    game = visit.about(await visit.table.games.get(mark.game))
    await visit.table.act(visit.by(), mark.game, Wait())
    await visit.say(visit.words("done.waited", name=_late(visit, game)))


def _late(visit: Visit, game: Game) -> str:
    return "" if game.to_act is None else named(visit.words, game, [game.to_act])


def _offer(mark: Target) -> tuple[Request, int]:
    """The offer that the button answers. A button without a number belongs to an offer that was
    stored without one."""
    found: Mapping[str, Request] = {name: name for name in get_args(Request)}
    name, _, number = mark.rest.partition(".")
    if name not in found or not (number or "0").isdecimal():
        raise Mistake("refused.unknown_button")
    return found[name], int(number or 0)
