"""A game of Castellan in a channel, and how it is played on."""

from random import Random
from typing import Any

import simcord

from engine import castellan
from engine.castellan.vocabulary.moves import Turn
from engine.selfplay.castellan_strategy import play_greedily
from tests.bot.discord.kit import party
from tests.bot.discord.kit.seen import answered, buttons, menus

TURNS = 100


class Party(party.Party):
    async def next_turn(self) -> Turn:
        """A good one, the same in every run."""
        state = await self.state()
        return play_greedily(state, Random(state.turn))

    async def play_on(self, turns: int = TURNS) -> None:
        """So many turns, or to the end, without a click; nothing is posted before `deliver`."""
        for _ in range(turns):
            if (await self.game()).to_act is None:
                return
            move = castellan.move_text(await self.next_turn())
            await self.world.play_on(await self.game(), [move])

    async def choose(self, person: simcord.MemberActor, page: Any, turn: Turn, parts: int) -> Any:
        """The page after choosing the first so many parts of a turn on buttons and in menus, one
        after the other. What goes without saying is not asked."""
        for number, (_, token) in enumerate(castellan.parts(turn)[:parts]):
            leads = (f"{number}~{token}", f":{number}~{token}")
            button = [one for one in buttons(page).values() if f"{leads[1]}~" in f"{one}~"]
            if button:
                page = answered(await person.click(page, custom_id=button[0]))
                continue
            for menu, offered in menus(page).items():
                values = [one for one in offered.values() if f"{one}~".startswith(f"{leads[0]}~")]
                if values:
                    page = answered(await person.select(page, values[:1], custom_id=menu))
                    break
        return page

    async def play_by_panel(self, turn: Turn) -> Any:
        """From Play to Confirm, and the posts."""
        person = await self.to_act()
        page = await self.choose(person, await self.panel(person), turn, TURNS)
        page = await self.tap(person, page, "Confirm")
        await self.world.deliver()
        return page
