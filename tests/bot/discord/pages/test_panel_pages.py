"""The panel's pages in rigged positions, where much can be chosen at once: no Discord, no table."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import count, permutations
from random import Random
from typing import cast

import pytest
from simcord.components import walk_components

from bot.discord.pages.page import Page
from bot.discord.pages.panel.panel import LONGEST_TOKEN, Panel, meant, token_of
from bot.games.face import Face
from bot.locale import words_of
from bot.match.game import Game, Seat, Status
from bot.table.reading.games import Choice, Choices, Position
from engine import castle
from engine.castle.vocabulary.events import FeatureScored
from tests.bot.discord.kit.limits import components, of_page
from tests.bot.games.castle.kit import NAMES, Ply
from tests.engine.castle.oracle.bridge import engine_at
from tests.engine.castle.rare.eager_players import chosen_move
from tests.engine.castle.rare.scenarios import SCENARIOS

NOTHING = (("wall_tiles", "none"), ("order", "none"))
RIGGED = {"well-supplied", "orders", "largest"}
LONG_NAME = r"*_`~|@everyone<@1>[x](y)\ " * 2
ENGLISH = words_of("en")


@pytest.fixture(scope="module")
def face(faces: Mapping[str, Face]) -> Face:
    return faces["castle"]


def panel_of(face: Face, ply: Ply, names: tuple[str, str] = NAMES) -> Panel:
    seat = ply.before.seat
    game = Game(
        id=2**40,
        kind="castle",
        guild_id=1,
        channel_id=1,
        parent_id=None,
        opener_id=1,
        options={},
        status=Status.RUNNING,
        seats=tuple(Seat(number, name, taken=True) for number, name in enumerate(names)),
        first=0,
        commitment="x",
        ply=60,
        branch=12,
        to_act=seat,
        winners=(),
        asked=None,
        pause=None,
        waiting_since=0,
        paused_at=None,
        revision=1,
    )
    position = Position(game, 60, castle.view(ply.before, seat), ply.before.scores, None, (), seat)
    moves = tuple(Choice(castle.move_text(move), castle.parts(move)) for move in ply.legal)
    return Panel(ENGLISH, face, Choices(position, moves))


@cache
def laying() -> tuple[Ply, ...]:
    """Turns of rigged games in which wall tiles or an order are chosen, and some others."""
    turns = [ply for ply in _played() if ply.before.phase == "place"]
    telling = [ply for ply in turns if any(castle.parts(m)[3:] != NOTHING for m in ply.legal)]
    return (*telling, *turns[::10])


def _played() -> Iterator[Ply]:
    for scenario in SCENARIOS:
        for table in scenario.tables()[:2] if scenario.name in RIGGED else ():
            state, chance = engine_at(table), Random(table.seed)
            for ply in count():
                legal = list(castle.legal_moves(state))
                if not legal:
                    break
                move = chosen_move(scenario.player, state, legal, ply, chance)
                after, events = castle.apply(state, state.seat, move)
                yield Ply(state, legal, move, events)
                state = after


def pages(face: Face, ply: Ply, names: tuple[str, str] = NAMES) -> Iterator[Page]:
    """The first page, and that of the longest move."""
    panel = panel_of(face, ply, names)
    yield panel.first()
    number = max(range(len(ply.legal)), key=lambda n: len(panel.choices.moves[n].text))
    _, events = castle.apply(ply.before, ply.before.seat, ply.legal[number])
    yield panel.move(panel.choices.moves[number], castle.foreseen(events))


def test_every_page_is_within_the_limits_of_discord(face: Face) -> None:
    looked_at = 0
    for ply in laying():
        for page in pages(face, ply):
            assert of_page(page) == []
            looked_at += 1
    assert looked_at > 100


def test_names_of_any_kind_break_no_page(face: Face) -> None:
    for ply in laying()[::5]:
        for page in pages(face, ply, (LONG_NAME, "🏰" * 32)):
            assert of_page(page) == []
            text = _text(page)
            assert "@everyone" not in text
            assert "<@1>" not in text


def test_what_a_face_down_wall_tile_is_stands_on_no_page(face: Face) -> None:
    """The same position with other wall tiles face down has the same page."""
    taking = 0
    for ply in laying():
        shuffled = _with_other_wall_tiles(ply)
        for page, other in zip(pages(face, ply), pages(face, shuffled), strict=True):
            assert _text(page) == _text(other)
            assert [drawing.alt for drawing in page.pictures] == [
                drawing.alt for drawing in other.pictures
            ]
        taking += any(isinstance(e, FeatureScored) and e.took is not None for e in ply.events)
    assert taking > 10


def test_a_choice_leads_to_a_move_with_that_choice_and_those_before_it(face: Face) -> None:
    for ply in laying()[::5]:
        panel = panel_of(face, ply)
        for move in panel.choices.moves[:: max(1, len(panel.choices.moves) // 4)]:
            shown = panel.move(move, ())
            for verb, rest in _leads(shown):
                if verb != "try":
                    continue
                step, lead = int(rest[0]), meant(panel.choices, rest[1:])
                assert lead is not None
                assert lead.parts[:step] == move.parts[:step]


def test_turnings_that_look_and_act_alike_are_one_choice(face: Face) -> None:
    seen = 0
    for ply in _played():
        if ply.before.drawn != "town-block" or seen > 2:
            continue
        panel = panel_of(face, ply)
        moves = panel.choices.moves
        move = next(move for move in moves if move.parts[1] == ("rotation", "r2"))
        shown = panel.move(move, ())
        assert [page.filename for page in shown.pictures] == ["board.png"]
        led = [meant(panel.choices, rest[1:]) for verb, rest in _leads(shown) if verb == "try"]
        assert all(one is not None and one.parts[1] == move.parts[1] for one in led)
        assert "↻" not in _text(shown)
        seen += 1
    assert seen


def test_the_pictures_of_a_page_have_names_of_their_own(face: Face) -> None:
    """Otherwise one would be taken for another, by Discord and where they are kept."""
    several = 0
    for ply in laying()[::3]:
        for page in pages(face, ply):
            names = [drawing.filename for drawing in page.pictures]
            assert len(set(names)) == len(names)
            several += len(names) > 1
    assert several


def test_orders_without_end_are_offered_as_far_as_they_fit(face: Face) -> None:
    """Nobody has seen six features completed at once; but the panel must not break then."""
    ply = laying()[0]
    panel = panel_of(face, ply)
    move = panel.choices.moves[0]
    spots = [f"{move.parts[0][1]}.{port}" for port in ("NNW", "N", "NNE", "ENE", "E", "ESE")]
    many = tuple(
        Choice(f"{move.text} order {order}", (*move.parts[:-1], ("order", order)))
        for order in (">".join(one) for one in permutations(spots))
    )
    panel = replace(
        panel, choices=Choices(panel.choices.position, many), face=cast("Face", _Plain(face))
    )
    assert of_page(panel.move(many[3], ())) == []
    assert len(many) == 720


def test_a_move_too_long_for_an_id_is_found_by_its_digest(face: Face) -> None:
    panel = panel_of(face, laying()[0])
    short, long = panel.choices.moves[0], replace(panel.choices.moves[1], text="E5 " + "x" * 90)
    choices = Choices(panel.choices.position, (short, long))
    assert len(token_of(long.text)) <= LONGEST_TOKEN
    assert meant(choices, token_of(long.text)) == long
    assert meant(choices, token_of(short.text)) == short
    assert meant(choices, "#") is None


class _Plain:
    """A face that names every choice by its token."""

    def __init__(self, face: Face) -> None:
        self._face = face

    def __getattr__(self, name: str) -> object:
        return getattr(self._face, name)

    def label(self, *given: object) -> str:
        return str(given[-1])[:80]


def _with_other_wall_tiles(ply: Ply) -> Ply:
    wall = ply.before.wall
    turned = dict(zip(wall, [*list(wall.values())[1:], *list(wall.values())[:1]], strict=True))
    return replace(ply, before=ply.before._replace(wall=turned))


def _text(page: Page) -> str:
    parts = walk_components(components(page))
    return "\n".join(part.get("content") or part.get("label") or "" for part in parts)


def _leads(page: Page) -> Iterator[tuple[str, str]]:
    for part in walk_components(components(page)):
        if part["type"] == 2:
            verb, _, _, _, rest = re.split(":", part["custom_id"], maxsplit=4)
            yield verb, rest
        for option in part.get("options", ()):
            yield "try", option["value"]
