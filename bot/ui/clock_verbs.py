"""What the buttons do that are about somebody who is late. Knows no button's look."""

from bot.actions import Claim, Wait
from bot.ui.items import Mark
from bot.visiting import Visit


async def claim(visit: Visit, mark: Mark) -> None:
    await visit.table.act(visit.by(), mark.game, Claim())
    await visit.say(visit.words("done.claimed"))


async def wait(visit: Visit, mark: Mark) -> None:
    """Give the late player time, instead of claiming the game."""
    await visit.table.act(visit.by(), mark.game, Wait())
    await visit.say(visit.words("done.waited"))
