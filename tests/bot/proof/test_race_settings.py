"""Settings and preferences that are changed at the same moment: no change overwrites another."""

import asyncio

from bot.table.table import Table
from tests.bot.proof.playing import ALICE, opened


def test_settings_of_a_channel_that_are_changed_at_once_are_all_kept(url: str) -> None:
    changes = {"start": "moderators", "cancel": "everyone", "end": "players", "language": "de"}

    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            for channel in range(1, 9):
                await asyncio.gather(
                    *(
                        tables[number % 2].channels.set(1, channel, {name: value})
                        for number, (name, value) in enumerate(changes.items())
                    )
                )
                kept = await tables[0].channels.settings(channel)
                assert {name: getattr(kept, name) for name in changes} == changes

    asyncio.run(run())


def test_preferences_that_are_changed_at_once_are_all_kept(url: str) -> None:
    changes = {"reminders": "24", "place": "direct", "quiet": "22-7", "zone": "Europe/Berlin"}

    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            for user in range(ALICE, ALICE + 8):
                await asyncio.gather(
                    *(
                        tables[number % 2].preferences.set(user, {name: value})
                        for number, (name, value) in enumerate(changes.items())
                    )
                )
                kept = await tables[0].preferences.set(user, {})
                assert (kept.reminders, kept.place, kept.zone) == ("24", "direct", "Europe/Berlin")
                assert kept.quiet == (22, 7)

    asyncio.run(run())
