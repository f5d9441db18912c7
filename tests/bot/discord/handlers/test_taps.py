"""The taps of turns from whole games."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations
from random import Random
from typing import Any

import pytest

from bot.games.face import AnyFace
from bot.match.game import Status
from bot.match.rules import rules_of
from bot.presentation.choice_links import parse_link
from bot.process.allowance import Allowance
from engine.castellan.building import can_build, site
from engine.castellan.state import State, hand
from engine.selfplay import carcassonne as tiles
from engine.selfplay import castle
from tests.bot.discord.castellan import table
from tests.bot.discord.handlers.counting import TurnTaps, play_turn
from tests.bot.discord.kit.party import Party
from tests.bot.discord.kit.seen import answer_of, buttons, menus
from tests.bot.discord.kit.world import World

PLAY_CELL_CONFIRM = 3
GREEDY: Mapping[str, Callable[[Any, Random], Any]] = {
    "castle": castle.play_greedily,
    "carcassonne": tiles.play_greedily,
}
MOST_CELLS = 15
PIECES = 6
# The taps of a turn of two cards with six pieces: Play, cards, places, Confirm.
MOST = 10
# The label of a place in the picture, or of places that close a courtyard together.
MARK = re.compile(r"(\d+|[A-Z])( · |$)")


@pytest.fixture
def everybody(friends: World) -> Party:
    friends.equip(allowance=Allowance(at_once=100_000))
    return Party("castle", friends, friends.new_person("Dora"))


async def play_game(party: Party, face: AnyFace) -> list[TurnTaps]:
    """One turn in three is played without the panel, so that both players tap at every stage."""
    await party.sit_down(2)
    played = list[TurnTaps]()
    rules = rules_of(party.kind)
    while (game := await party.game()).to_act is not None:
        move = rules.move_text(GREEDY[party.kind](await party.state(), Random(game.ply)))
        if game.ply % 3 == 1:
            await party.world.play_on(game, [move])
        else:
            await party.world.deliver()
            played.append(await play_turn(party, face, move))
    return played


@pytest.mark.parametrize("kind", GREEDY)
async def test_a_turn_takes_three_taps_and_one_a_change(
    everybody: Party, faces: Mapping[str, AnyFace], kind: str
) -> None:
    """One more for a cell of a region, of which there are some beyond 15 cells."""
    everybody.kind = kind
    turns = [turn for turn in await play_game(everybody, faces[kind]) if turn.cells]
    assert (await everybody.game()).status is Status.FINISHED
    for turn in turns:
        assert turn.taps == PLAY_CELL_CONFIRM + turn.region + len(turn.changed), turn
        assert turn.cells > MOST_CELLS or not turn.region
    seen = Counter(turn.taps for turn in turns)
    assert seen[PLAY_CELL_CONFIRM] > 5
    assert max(seen) <= PLAY_CELL_CONFIRM + 4
    assert {step for turn in turns for step in turn.changed} >= {"rotation", "follower"}


@pytest.mark.parametrize("seats", [2, 3])
async def test_two_cards_with_six_pieces_take_at_most_ten_taps(
    everybody: Party, seats: int
) -> None:
    """Play, the cards, a place for each piece, wherever it is, and Confirm; fewer where a tap
    closes something."""
    party = table.Party("castellan", everybody.world, everybody.dora)
    await party.sit_down(seats)
    counted = list[int]()
    while (await party.state()).phase != "over":
        cards = two_cards(await party.state())
        if cards:
            counted.append(await build_anywhere(party, cards, Random(len(counted))))
        else:
            await party.play_on(1)
            await party.world.deliver()
    assert len(counted) >= 5
    assert max(counted) == MOST
    assert min(counted) < MOST


def two_cards(state: State) -> tuple[str, ...]:
    """Two cards of the player to act that show six pieces, with which they can build."""
    pairs = combinations(hand(state, state.seat), 2)
    return next((pair for pair in pairs if _shows_six(state, pair)), ())


def _shows_six(state: State, cards: tuple[str, ...]) -> bool:
    return can_build(state, cards) and sum(site(state, cards).left) == PIECES


def is_place(value: str) -> bool:
    """As opposed to another page."""
    link = parse_link(value)
    return link is not None and not link.page and bool(link.base)


async def build_anywhere(party: table.Party, cards: tuple[str, ...], rng: Random) -> int:
    """The taps of a turn with these cards, each piece at one of all the places there are."""
    person = await party.to_act()
    taps = 1
    page = await party.panel(person)
    while "Confirm" not in buttons(page):
        named = [label for label in buttons(page) if label.removeprefix("+ ")[:2] in cards]
        marked = [label for label in buttons(page) if MARK.match(label)]
        menu_of = {
            value: menu
            for menu, offered in menus(page).items()
            for value in offered.values()
            if is_place(value)
        }
        chosen = rng.choice(named or [*marked, *menu_of])
        if chosen in menu_of:
            page = answer_of(await person.select(page, [chosen], custom_id=menu_of[chosen]))
        else:
            page = await party.tap(person, page, chosen)
        taps += 1
    await party.tap(person, page, "Confirm")
    await party.world.deliver()
    return taps + 1
