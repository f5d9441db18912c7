"""The buttons of a reminder."""

from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.pages.buttons import Target
from bot.discord.pages.posts.reminders import ONE_TAP, SNOOZES, snoozed_page
from bot.match.actions import Snooze
from bot.match.life.reminders import free_at, waited_for


async def snooze(visit: Visit, mark: Target) -> None:
    """One tap is enough; the answer offers other times."""
    await _snooze(visit, mark.game, ONE_TAP)


async def snooze_for(visit: Visit, mark: Target) -> None:
    if mark.rest not in SNOOZES:
        raise Mistake("refused.unknown_button")
    await _snooze(visit, mark.game, mark.rest)


async def _snooze(visit: Visit, game_id: int, hours: str) -> None:
    """Snooze the current turn, whichever one the button was posted for."""
    await visit.table.act(visit.by(), game_id, Snooze(SNOOZES[hours]))
    game = visit.about(await visit.table.games.get(game_id))
    seat, until = waited_for(game), game.told.snoozed
    if seat is None or until is None:
        raise Mistake("refused.stale")
    await visit.show(snoozed_page(visit.words, game, free_at(seat.habits, until), hours))
