"""A game of Castellan in a channel, and helpers to continue it."""

from collections.abc import AsyncIterator
from random import Random
from typing import Any

import simcord

from engine.castellan.game import castellan
from engine.castellan.moves import Turn
from engine.selfplay.castellan import play_greedily
from tests.bot.discord.kit import party
from tests.bot.discord.kit.seen import answered, buttons, menus

TURNS = 100


class Party(party.Party):
    async def next_turn(self) -> Turn:
        """A good one, the same in every run."""
        state = await self.state()
        return play_greedily(state, Random(state.turn))

    async def play_on(self, turns: int = TURNS) -> None:
        """Play this many turns, or to the end, without a click; nothing is posted before
        `deliver`."""
        for _ in range(turns):
            if (await self.game()).to_act is None:
                return
            move = castellan.move_text(await self.next_turn())
            await self.world.play_on(await self.game(), [move])

    async def choose(self, person: simcord.MemberActor, page: Any, turn: Turn, parts: int) -> Any:
        """The page after choosing the first `parts` parts of a turn, one after the other, on
        buttons and in menus. What goes without saying is not asked."""
        for number, (_, token) in enumerate(castellan.parts(turn)[:parts]):
            page = await self._chosen(person, page, f"{number}~{token}") or page
        return page

    async def pages(self, person: simcord.MemberActor, turn: Turn) -> AsyncIterator[Any]:
        """Every page of the panel from Play to Confirm, one after the other: it is one message."""
        page = await self.panel(person)
        yield page
        for number, (_, token) in enumerate(castellan.parts(turn)):
            further = await self._chosen(person, page, f"{number}~{token}")
            if further is not None:
                page = further
                yield page

    async def _chosen(self, person: simcord.MemberActor, page: Any, choice: str) -> Any | None:
        """The page to which a choice leads; None where it is not offered."""
        button = [one for one in buttons(page).values() if f":{choice}~" in f"{one}~"]
        if button:
            return answered(await person.click(page, custom_id=button[0]))
        for menu, offered in menus(page).items():
            values = [one for one in offered.values() if f"{one}~".startswith(f"{choice}~")]
            if values:
                return answered(await person.select(page, values[:1], custom_id=menu))
        return None

    async def play_by_panel(self, turn: Turn) -> Any:
        """Play a turn from Play to Confirm, and deliver the posts."""
        person = await self.to_act()
        page = await self.choose(person, await self.panel(person), turn, TURNS)
        page = await self.tap(person, page, "Confirm")
        await self.world.deliver()
        return page
