"""The panel's pages in rigged positions with many choices at once: no Discord, no table."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import count, permutations
from random import Random
from typing import Any

import pytest
from simcord.components import walk_components

from bot.discord.pages.page import Page
from bot.discord.pages.panel import LONGEST_CHOSEN, Panel, PanelMode
from bot.games.face import AnyChoices, AnyFace, AnyPictures
from bot.locale import Words, words_of
from bot.match.game import Game, Seat, Status
from bot.presentation.choice_links import follow_link, parse_link
from bot.table.choosing import ChoiceProgress, Questions
from bot.table.positions import Position
from engine.castle.choices import legal_moves
from engine.castle.events import FeatureScored
from engine.castle.rules import castle
from engine.questions import ChosenStep, Part, Question, Walk
from render.pictures import Drawing
from render.subject import Subject
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
def face(faces: Mapping[str, AnyFace]) -> AnyFace:
    return faces["castle"]


def questions_of(ply: Ply, names: tuple[str, str] = NAMES) -> Questions:
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
        offer=None,
        pause=None,
        waiting_since=0,
        paused_at=None,
        revision=1,
    )
    position = Position(game, 60, castle.view(ply.before, seat), ply.before.scores, None, (), seat)
    return Questions(position, ply.before)


def panel_of(
    face: AnyFace, ply: Ply, chosen: Sequence[Part] = (), names: tuple[str, str] = NAMES
) -> Panel:
    return Panel(
        ENGLISH, face, questions_of(ply, names).after(chosen), PanelMode(offers_hints=True)
    )


@cache
def telling_plies() -> tuple[Ply, ...]:
    """Turns of rigged games in which wall tiles or an order are chosen, and some others."""
    turns = [ply for ply in _plies() if ply.before.phase == "place"]
    telling = [ply for ply in turns if any(castle.parts(m)[3:] != NOTHING for m in ply.legal)]
    return (*telling, *turns[::10])


def _plies() -> Iterator[Ply]:
    for scenario in SCENARIOS:
        for table in scenario.tables()[:2] if scenario.name in RIGGED else ():
            state = engine_at(table)
            chance = Random(table.seed)
            for ply in count():
                legal = list(legal_moves(state))
                if not legal:
                    break
                move = chosen_move(scenario.player, state, legal, ply, chance)
                after, events = castle.apply(state, state.seat, move)
                yield Ply(castle, state, castle.parts(move), events, legal)
                state = after


def pages(face: AnyFace, ply: Ply, names: tuple[str, str] = NAMES) -> Iterator[Page]:
    """The first page, and the one for the longest move."""
    yield panel_of(face, ply, (), names).page()
    longest = max(ply.legal, key=lambda move: len(castle.move_text(move)))
    yield panel_of(face, ply, castle.parts(longest), names).page()


def test_every_page_is_within_the_limits_of_discord(face: AnyFace) -> None:
    looked_at = 0
    for ply in telling_plies():
        for page in pages(face, ply):
            assert of_page(page) == []
            looked_at += 1
    assert looked_at > 100


def test_names_of_any_kind_break_no_page(face: AnyFace) -> None:
    for ply in telling_plies()[::5]:
        for page in pages(face, ply, (LONG_NAME, "🏰" * 32)):
            assert of_page(page) == []
            text = _text(page)
            assert "@everyone" not in text
            assert "<@1>" not in text


def test_what_a_face_down_wall_tile_is_stands_on_no_page(face: AnyFace) -> None:
    """The same position with other wall tiles face down has the same page."""
    taking = 0
    for ply in telling_plies():
        shuffled = _with_other_wall_tiles(ply)
        for page, other in zip(pages(face, ply), pages(face, shuffled), strict=True):
            assert _text(page) == _text(other)
            assert [drawing.alt for drawing in page.pictures] == [
                drawing.alt for drawing in other.pictures
            ]
        taking += any(isinstance(e, FeatureScored) and e.took is not None for e in ply.events)
    assert taking > 10


def test_a_choice_leads_to_a_move_with_the_ones_before_it(face: AnyFace) -> None:
    for ply in telling_plies()[::5]:
        questions = questions_of(ply)
        for move in ply.legal[:: max(1, len(ply.legal) // 4)]:
            parts = castle.parts(move)
            for number, lead in _changes_on(questions, panel_of(face, ply, parts).page()):
                assert lead.walk.open is None
                assert lead.walk.parts[:number] == parts[:number]
                assert lead.walk.parts[number] != parts[number] or lead.walk.parts == parts


def test_turnings_that_look_and_act_alike_are_one_choice(face: AnyFace) -> None:
    seen = 0
    for ply in _plies():
        if ply.before.drawn != "town-block" or seen > 2:
            continue
        moves = (castle.parts(move) for move in ply.legal)
        parts = next(parts for parts in moves if parts[1] == ("rotation", "r2"))
        panel = panel_of(face, ply, parts).page()
        assert [page.filename for page in panel.pictures] == ["board.png"]
        assert all(
            lead.walk.parts[1] == parts[1] for _, lead in _changes_on(questions_of(ply), panel)
        )
        assert "↻" not in _text(panel)
        seen += 1
    assert seen


def test_orders_without_end_are_offered_as_far_as_they_fit(face: AnyFace) -> None:
    """Nobody has seen six features completed at once; but the panel must not break if it
    happens."""
    ply = telling_plies()[0]
    panel = panel_of(face, ply, castle.parts(ply.legal[0]))
    *before, last = panel.choosing.walk.answered
    assert last.question.step == "order"
    ports = ("NNW", "N", "NNE", "ENE", "E", "ESE")
    spots = [f"{before[0].token}.{port}" for port in ports]
    orders = tuple(">".join(order) for order in permutations(spots))
    many = ChosenStep(Question("order", orders, orders[0]), orders[3])
    choosing = replace(panel.choosing, walk=Walk((*before, many), None))
    panel = replace(panel, choosing=choosing, face=_plain(face))
    assert of_page(panel.page()) == []
    assert len(orders) == 720


def test_many_later_choices_are_in_menus_on_several_pages(
    face: AnyFace,
) -> None:
    offered: list[str] = []
    panel = _panel_asking(face, 230)
    for number in range(3):
        page = panel.page(number)
        assert of_page(page) == []
        assert "More cells" in _text(page)
        rests = [rest for verb, rest in _leads(page) if verb == "try"]
        links = [link for link in map(parse_link, rests) if link is not None]
        offered += [link.change.token for link in links if link.change is not None]
        assert [link.page for link in links if not link.back and link.change is None] == [
            (number + 1) % 3
        ]
    assert offered == [f"field-{number}" for number in range(230)]
    hundred = _panel_asking(face, 100).page()
    assert "More cells" not in _text(hundred)
    menus = [part for part in walk_components(components(hundred)) if part.get("options")]
    assert menus[1]["placeholder"] == "field field-25 – field-49", "each says how far it goes"


def test_a_page_with_thirty_choices_asks_for_nothing_more(face: AnyFace) -> None:
    """Only where a choice may be a whole move by itself is one more question looked at."""
    ply = next(
        ply for ply in telling_plies() if len({castle.parts(move)[0] for move in ply.legal}) > 25
    )
    questions = questions_of(ply)
    panel = Panel(ENGLISH, face, questions.after())
    asked = dict(questions._questions)
    assert len(asked) == 2
    panel.page()
    assert questions._questions == asked


def test_the_last_alternatives_stay_if_a_page_is_full(face: AnyFace) -> None:
    panel = _panel_asking(face, 0)
    more = Question("more", ("no", "yes"), "no")
    again = (ChosenStep(more, "yes"), ChosenStep(Question("field", ("a", "b")), "a"))
    long = Walk((*panel.choosing.walk.answered, *(20 * again)), None)
    page = replace(panel, choosing=replace(panel.choosing, walk=long, text="x")).page()
    assert of_page(page) == []
    numbers = [parse_link(rest) for verb, rest in _leads(page) if verb == "try"]
    changed = {link.change.number for link in numbers if link is not None and link.change}
    assert max(changed) == len(long.answered) - 2
    assert min(changed) > 2
    assert _text(page).endswith("\nTake back\nStart over")
    assert _text(page).index("Confirm") < _text(page).index("\nno\n")


def test_of_a_very_long_move_the_last_choices_are_told(face: AnyFace) -> None:
    panel = _panel_asking(face, 1)
    card = panel.choosing.walk.answered[0]
    fields = panel.choosing.walk.open
    answered = [
        ChosenStep(Question("field", ("a", "b")), f"field-{number}") for number in range(200)
    ]
    long = replace(panel.choosing, walk=Walk((card, *answered), fields))
    text = replace(panel, choosing=long).spell_out()
    assert text.startswith("… field-1")
    assert text.endswith("field-198 field-199")
    assert len(text) <= LONGEST_CHOSEN


def _panel_asking(face: AnyFace, count: int) -> Panel:
    """A panel on which this many fields can be chosen, after one card."""
    ply = telling_plies()[0]
    panel = panel_of(face, ply)
    card = ChosenStep(Question("card", ("1", "2")), "1")
    fields = Question("field", tuple(f"field-{number}" for number in range(count)))
    choosing = replace(panel.choosing, walk=Walk((card,), fields))
    return replace(panel, choosing=choosing, face=_plain(face))


class _PlainPictures:
    """AnyPictures that show the board as it is."""

    def __init__(self, pictures: AnyPictures) -> None:
        self._pictures = pictures

    def __getattr__(self, name: str) -> object:
        return getattr(self._pictures, name)

    def preview(self, words: Words, subject: Subject[Any, Any]) -> Drawing:
        return self._pictures.board(words, Subject(subject.view, subject.names))


class _PlainChoices:
    """AnyChoices whose labels are their tokens."""

    def __init__(self, choices: AnyChoices) -> None:
        self._choices = choices

    def __getattr__(self, name: str) -> object:
        return getattr(self._choices, name)

    def label(self, *arguments: object) -> str:
        return str(arguments[-1])[:80]

    button_label = label

    def button_emoji(self, *_: object) -> None:
        return None

    def spell_out(self, words: Words, view: Any, parts: Sequence[Part]) -> str:
        return " ".join(token for _, token in parts)

    def describe_state(
        self, words: Words, view: Any, parts: Sequence[Part], events: Sequence[Any]
    ) -> str:
        return self.spell_out(words, view, parts)

    def question(self, *arguments: object) -> str:
        return str(arguments[-1])


def _plain(face: AnyFace) -> AnyFace:
    pictures: Any = _PlainPictures(face.pictures)
    choices: Any = _PlainChoices(face.choices)
    return replace(face, pictures=pictures, choices=choices)


def _with_other_wall_tiles(ply: Ply) -> Ply:
    wall = ply.before.wall
    turned = dict(zip(wall, [*list(wall.values())[1:], *list(wall.values())[:1]], strict=True))
    return Ply(castle, ply.before._replace(wall=turned), ply.parts, ply.events, ply.legal)


def _text(page: Page) -> str:
    parts = walk_components(components(page))
    return "\n".join(part.get("content") or part.get("label") or "" for part in parts)


def _changes_on(questions: Questions, page: Page) -> Iterator[tuple[int, ChoiceProgress]]:
    """Each button that changes the move: the number of its question, and where it leads."""
    for verb, rest in _leads(page):
        link = parse_link(rest)
        if verb != "try" or link is None or link.change is None:
            continue
        parts = follow_link(questions.ask, link)
        assert parts is not None
        yield link.change.number, questions.after(parts)


def _leads(page: Page) -> Iterator[tuple[str, str]]:
    for part in walk_components(components(page)):
        if part["type"] == 2:
            verb, _, _, _, rest = re.split(":", part["custom_id"], maxsplit=4)
            yield verb, rest
        for option in part.get("options", ()):
            yield "try", option["value"]
