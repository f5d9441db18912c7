"""Hints for the player to act."""

from bot.discord.answering.allowance import HINT
from bot.discord.answering.visit import Visit
from bot.discord.pages.buttons import Target
from bot.discord.pages.hints import hint_page


async def hint(visit: Visit, mark: Target) -> None:
    """Give a hint for the current position, whichever one the button was shown in."""
    await take_hint(visit, mark.game)


async def take_hint(visit: Visit, game_id: int) -> None:
    visit.pay(HINT)
    questions, ideas = await visit.table.hints.take(game_id, visit.user_id)
    face = visit.face(visit.about(questions.position.game))
    found = [(questions.after(questions.read(one.move)), one) for one in ideas]
    await visit.show(hint_page(visit.words, face, found))
