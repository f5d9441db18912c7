"""A game of Castellan in a channel, and helpers to continue it."""

import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import simcord

from bot.discord.pages.page import parse_id
from bot.discord.pages.panel import every_tap
from bot.games.castellan.taps import building_taps
from bot.locale import words_of
from bot.match.actions import Draft
from bot.presentation.choice_links import Link, follow_link, parse_link
from engine.castellan.moves import Turn
from engine.castellan.rules import castellan
from engine.questions import Part, Walk, parts_from, walk
from engine.selfplay.castellan import play_greedily
from tests.bot.discord.kit import party
from tests.bot.discord.kit.seen import answer_of, buttons, menus

TURNS = 100
DRAWING = re.compile("Drawing: ")


class Party(party.Party):
    async def next_turn(self) -> Turn:
        """A good one, the same in every run, that draws from the decks in the panel's order."""
        state = await self.state()
        turn = play_greedily(state, Random(state.turn))
        return turn._replace(draw=tuple(sorted(turn.draw, reverse=True)))

    async def play_on(self, turns: int = TURNS) -> None:
        """Play this many turns, or to the end, without a click; nothing is posted before
        `deliver`."""
        for _ in range(turns):
            if (await self.game()).to_act is None:
                return
            move = castellan.move_text(await self.next_turn())
            await self.world.play_on(await self.game(), [move])

    async def choose(self, person: simcord.MemberActor, page: Any, turn: Turn, parts: int) -> Any:
        """Choose the first `parts` parts of a turn, with as few taps as the pages allow. What goes
        without saying is not asked."""
        last = page
        async for further in self._taps(person, page, castellan.parts(turn)[:parts]):
            last = further
        return last

    async def pages(self, person: simcord.MemberActor, turn: Turn) -> AsyncIterator[Any]:
        """Every page of the panel from Play to Confirm, one after the other: it is one message."""
        first = await self.panel(person)
        yield first
        async for page in self._taps(person, first, castellan.parts(turn)):
            yield page

    async def take_back(self, person: simcord.MemberActor, page: Any) -> Any:
        return await self.tap(person, page, take_back_label(page))

    async def _taps(
        self, person: simcord.MemberActor, page: Any, wanted: Sequence[Part]
    ) -> AsyncIterator[Any]:
        """Yields the page after each tap towards these parts; if none of its buttons leads there,
        another page of the same question."""
        ask = partial(castellan.question, await self.state())
        draft = await self._draft()
        reached = _common(walk(ask, parts_from(ask, draft.chosen) or ()).parts, wanted)
        others: list[str] = []
        while reached < len(wanted):
            lead = await self._furthest(page, wanted, reached)
            drawing = next(filter(DRAWING.match, buttons(page)), None)
            if lead is None and drawing is not None:
                page = await self.tap(person, page, drawing)
                chosen = (await self._draft()).chosen
                reached = _common(walk(ask, parts_from(ask, chosen) or ()).parts, wanted)
                yield page
                continue
            if lead is None and not others:
                others = [
                    custom_id
                    for custom_id in buttons(page).values()
                    if re.search(r":\+[1-9]", custom_id)
                ]
            if lead is None and not others:
                return
            if lead is None:
                page = answer_of(await person.click(page, custom_id=others.pop()))
            else:
                reached, custom_id, value = lead
                page = await _press(person, page, custom_id, value)
                others = []
            yield page

    async def _furthest(
        self, page: Any, wanted: Sequence[Part], reached: int
    ) -> tuple[int, str, str] | None:
        """How far the best tap of a page leads towards these parts, and what to tap."""
        ask = partial(castellan.question, await self.state())
        best = None
        async for custom_id, value, link, parts in self.leads(page):
            led = _common(walk(ask, parts).parts, wanted)
            astray = link.change is None and tuple(parts) != tuple(wanted[: len(parts)])
            if led > reached and not astray:
                reached = led
                best = (led, custom_id, value)
        return best

    async def leads(self, page: Any) -> AsyncIterator[tuple[str, str, Link, Sequence[Part]]]:
        """Everything on a page that chooses something: the id of the button or menu, what is chosen
        in a menu, and what it leads to."""
        ask = partial(castellan.question, await self.state())
        draft = await self._draft()
        tapped = [
            (custom_id, "", parse_id(custom_id)[1].rest) for custom_id in buttons(page).values()
        ]
        for menu, offered in menus(page).items():
            tapped += [(menu, value, value) for value in offered.values()]
        for custom_id, value, text in tapped:
            link = parse_link(text)
            if parse_id(custom_id)[0] != "try" or link is None or link.back:
                continue
            if link.draft:
                assert link.draft == draft.revision
                link = replace(link, base=(*draft.chosen, *link.base))
            parts = follow_link(ask, link)
            if parts is not None and link.tap is not None:
                parts = await self._parts_of_tap(walk(ask, parts), link)
            if parts is not None:
                yield custom_id, value, link, parts

    async def _parts_of_tap(self, walked: Walk, link: Link) -> tuple[Part, ...]:
        """The choices with those of a tap that is named by its number."""
        assert walked.open is not None
        assert link.tap is not None
        state = await self.state()
        view = castellan.view(state, state.seat)
        page, number = link.tap
        taps = building_taps(words_of("en"), view, walked.parts, walked.open, page)
        assert taps is not None
        return (*walked.parts, *list(every_tap(taps))[number].parts)

    async def _draft(self) -> Draft:
        """What the player to act has chosen, as far as it is stored."""
        person = await self.to_act()
        questions = await self.world.table.drafts.questions(self.game_id, person.id)
        return await self.world.table.drafts.of(questions.position)

    async def last_move(self) -> str:
        """In notation."""
        story = await self.world.table.games.story(self.game_id)
        return story.moves[-1].notation

    async def play_by_panel(self, turn: Turn) -> Any:
        """Play a turn from Play to Confirm, and deliver the posts."""
        person = await self.to_act()
        page = await self.choose(person, await self.panel(person), turn, TURNS)
        page = await self.tap(person, page, "Confirm")
        await self.world.deliver()
        return page


def take_back_label(page: Any) -> str:
    return next(label for label in buttons(page) if label.startswith("Take back"))


async def _press(person: simcord.MemberActor, page: Any, custom_id: str, value: str) -> Any:
    if value:
        return answer_of(await person.select(page, [value], custom_id=custom_id))
    return answer_of(await person.click(page, custom_id=custom_id))


def _common(parts: Sequence[Part], wanted: Sequence[Part]) -> int:
    """How many of these parts are as wanted."""
    pairs = enumerate(zip(parts, wanted, strict=False))
    differs = next((number for number, (part, other) in pairs if part != other), None)
    return min(len(parts), len(wanted)) if differs is None else differs
