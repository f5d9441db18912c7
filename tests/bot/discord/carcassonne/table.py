"""A game of Carcassonne in a channel, and helpers to continue it."""

from random import Random
from typing import Any

import simcord

from engine.carcassonne.rules import carcassonne
from engine.selfplay.carcassonne import play_greedily
from tests.bot.discord.kit import party
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.tapping import tap_cell

TURNS = 71


class Party(party.Party):
    async def next_move(self) -> str:
        """A good one, the same in every run."""
        state = await self.state()
        move = play_greedily(state, Random(state.dealt))
        return carcassonne.move_text(move)

    async def play_on(self, turns: int = TURNS) -> None:
        """Play this many turns, or to the end, without a click; nothing is posted before
        `deliver`."""
        for _ in range(turns):
            if (await self.game()).to_act is None:
                return
            await self.world.play_on(await self.game(), [await self.next_move()])

    async def choose_cell(self, person: simcord.MemberActor, page: Any, cell: str) -> Any:
        """Choose a cell, perhaps by way of its region."""
        return answer_of(await tap_cell(person, page, cell))

    async def play_by_panel(self, cell: str, *further: str) -> Any:
        """Play a turn from Play to Confirm, and deliver the posts."""
        person = await self.to_act()
        page = await self.choose_cell(person, await self.panel(person), cell)
        page = await self.tap(person, page, *further, "Confirm")
        await self.world.deliver()
        return page
