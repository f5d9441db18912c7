"""Anna, Ben and Carla, who play Harvest in a channel, and Dora, who watches."""

from typing import Any

import simcord

from engine.questions import Part
from tests.bot.discord.kit import party
from tests.harvest.rules.moves import DONE
from tests.harvest.rules.rules import harvest
from tests.harvest.rules.state import State


class Party(party.Party):
    async def play_on(self, turns: int = 100, cards: int = 1) -> None:
        """Play this many turns, or to the end, without a click; nothing is posted before
        `deliver`."""
        for _ in range(turns):
            if (await self.game()).to_act is None:
                return
            await self.world.play_on(await self.game(), [a_turn(await self.state(), cards)])

    async def play_by_panel(self, person: simcord.MemberActor, move: str) -> Any:
        """Play a turn from Play to Confirm, and deliver the posts."""
        page = await self.tap(person, await self.panel(person), *taps(move), "Confirm")
        await self.world.deliver()
        return page


def taps(move: str) -> list[str]:
    """The labels of the panel's buttons on the way to a move."""
    words = move.split()
    fields = [f"{number}. {field}" for number, field in enumerate(words[::2], 1)]
    fields[0] = words[0]
    return [label for pair in zip(fields, words[1::2], strict=True) for label in pair]


def a_turn(state: State, cards: int = 1) -> str:
    """A turn of this many cards, or as many as possible. Each turn begins on another field."""
    parts: list[Part] = []
    while (asked := harvest.question(state, parts)) is not None:
        free = [token for token in asked.choices if token != DONE]
        done = not free or len(parts) == 2 * cards
        parts.append((asked.step, DONE if done else free[state.turn % len(free)]))
    return harvest.move_text(harvest.assemble(parts))
