"""From a press to its handler: the one place where a press is acknowledged, its verb is looked up
in `VERBS`, and its failures are answered."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord

from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import AnsweredElsewhere, visiting
from bot.discord.handlers.verbs import UNKNOWN, VERBS
from bot.discord.pages.buttons import Target, parse_id


async def pressed(
    interaction: discord.Interaction[Any], custom_id: str, chosen: Sequence[str] | None
) -> None:
    """Handle a press of a button, or of a menu with the values chosen. Answers every error itself,
    as discord.py would only log it."""
    with suppress(AnsweredElsewhere):
        try:
            await _handle(interaction, custom_id, chosen)
        except AnsweredElsewhere:
            raise
        except Exception as error:
            async with visiting(interaction):
                raise error


async def _handle(
    interaction: discord.Interaction[Any], custom_id: str, chosen: Sequence[str] | None
) -> None:
    name, mark = parse_id(custom_id)
    verb, known = VERBS.get(name, UNKNOWN), name if name in VERBS else None
    async with visiting(interaction, within=verb.within, verb=known) as visit:
        if visit.desk.stopping.asked:
            raise Mistake("refused.restarting")
        if chosen is not None:
            mark = _choosing(mark, chosen)
        if mark.game:
            await visit.reach(mark.game)
        await verb.handle(visit, mark)


def _choosing(mark: Target, chosen: Sequence[str]) -> Target:
    if not chosen:
        raise Mistake("refused.nothing_chosen")
    return replace(mark, rest=chosen[0])
