"""Whole turns of the tile games played by the panel alone, their taps counted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import simcord

from bot.discord.pages.page import parse_id
from bot.games.face import AnyFace
from bot.match.rules import rules_of
from bot.presentation.choice_links import Link, parse_link
from engine.questions import Part
from tests.bot.discord.kit.party import Party
from tests.bot.discord.kit.seen import answer_of, buttons, menus
from tests.bot.discord.kit.tapping import first_choices, region_of


@dataclass(frozen=True)
class TurnTaps:
    """The taps of a turn, from Play to Confirm."""

    move: str
    cells: int
    """The number of cells in which the tile fits."""
    taps: int
    changed: tuple[str, ...]
    """The steps in which the wanted move differed from what was previewed."""
    region: bool
    """The cell was reached by way of its region."""


async def play_turn(party: Party, face: AnyFace, move: str) -> TurnTaps:
    """Play a turn: each tap corrects the first step in which the preview is not as wanted."""
    person = await party.to_act()
    kind = party.kind
    rules = rules_of(kind)
    state = await party.state()
    asked = rules.question(state, ())
    assert asked is not None
    page = await party.panel(person)
    taps = 1
    changed = list[str]()
    region = False
    if asked.step == "cell":
        wanted = offered_parts(face, state, rules.parts(rules.parse_move(move)))
        move = rules.move_text(rules.assemble(wanted))
        cell = wanted[0][1]
        region = cell not in first_choices(page)
        if region:
            page = await _click(person, page, label=region_of(page, cell))
            taps = taps + 1
        page = await _click(person, page, custom_id=first_choices(page)[cell])
        taps += 1
        while (
            number := _first_difference(preview := _parts_of_preview(kind, page), wanted)
        ) is not None:
            changed.append(preview[number][0])
            assert len({*changed}) == len(changed), "a tap changed what was chosen before"
            page = await _change(person, page, number, wanted[number][1])
            taps = taps + 1
    done = next(
        custom_id for custom_id in buttons(page).values() if custom_id == _play_id(custom_id, move)
    )
    await person.click(page, custom_id=done)
    await party.world.deliver()
    cells = len(asked.choices) if asked.step == "cell" else 0
    return TurnTaps(move, cells, taps + 1, tuple(changed), region)


def offered_parts(face: AnyFace, state: Any, parts: Sequence[Part]) -> tuple[Part, ...]:
    """A move with the rotation that is offered, of those that look alike."""
    rules = rules_of(face.choices.kind)
    view = rules.view(state, rules.to_act(state))
    chosen = list[Part]()
    for step, token in parts:
        asked = rules.question(state, chosen)
        assert asked is not None
        offer = face.choices.representative(view, step, token)
        chosen.append(
            (step, offer if offer in asked.choices else asked.default or asked.choices[0])
        )
    return tuple(chosen)


def _play_id(custom_id: str, move: str) -> str:
    verb, target = parse_id(custom_id)
    return custom_id if (verb, target.rest) == ("do", move) else ""


def _parts_of_preview(kind: str, page: Any) -> tuple[Part, ...]:
    """The parts of the move that Confirm would play."""
    rules = rules_of(kind)
    [text] = [target.rest for verb, target in map(parse_id, buttons(page).values()) if verb == "do"]
    return tuple(rules.parts(rules.parse_move(text)))


def _first_difference(preview: Sequence[Part], wanted: Sequence[Part]) -> int | None:
    pairs = enumerate(zip(preview, wanted, strict=True))
    return next((number for number, (part, other) in pairs if part != other), None)


async def _change(person: simcord.MemberActor, page: Any, number: int, token: str) -> Any:
    for custom_id, value, link in _links(page):
        change = link.change
        if change is not None and (change.number, change.token) == (number, token):
            if value:
                return answer_of(await person.select(page, [value], custom_id=custom_id))
            return await _click(person, page, custom_id=custom_id)
    raise AssertionError(f"no tap chooses {token}")


def _links(page: Any) -> Iterator[tuple[str, str, Link]]:
    tapped = [(custom_id, "", parse_id(custom_id)[1].rest) for custom_id in buttons(page).values()]
    offered: Mapping[str, Mapping[str, str]] = menus(page)
    for menu, options in offered.items():
        tapped += [(menu, value, value) for value in options.values()]
    for custom_id, value, text in tapped:
        link = parse_link(text)
        if link is not None:
            yield custom_id, value, link


async def _click(person: simcord.MemberActor, page: Any, **which: Any) -> Any:
    return answer_of(await person.click(page, **which))
