"""Buttons and menus of panels that earlier versions posted, over whole games. Never remade: people
still find them below old messages.

Those that hold tokens alone mean what they meant. What was written with digests of drafts, or
answered two questions at once, has moved on.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest

from bot.discord.answering.visit import Visit
from bot.discord.features.context import parse_number
from bot.discord.features.orders import ORDERING
from bot.discord.features.playing import read_link, resolve_link
from bot.discord.features.predictions import PREDICTING
from bot.discord.pages.page import Target, parse_id
from bot.discord.pages.panel import PLAYING, Panel
from bot.games.face import AnyFace
from bot.locale import words_of
from bot.match.actions import Draft
from bot.match.errors import StaleMove
from bot.match.game import Game, Seat, Status
from bot.match.rules import play_notation, rules_of
from bot.presentation.choice_links import is_link
from bot.table.choosing import Questions
from bot.table.positions import Position
from engine.questions import parts_from
from tests.bot.discord.kit.limits import of_page

GAMES = json.loads((Path(__file__).parent / "frozen" / "buttons-1.json").read_text())
VERBS = {
    "play": ("try", "page", "do"),
    "order": ("ordertry", "orderpage", "orderdo"),
    "predict": ("guesstry", "guesspage", "guessdo"),
}
NAMES = [f"{game['kind']}, {game['options'] or 'usual'}" for game in GAMES]


@dataclass(frozen=True)
class Click:
    """A click on an earlier button or menu."""

    mode: str
    verb: str
    target: Target
    draft: tuple[str, ...]
    """What was stored when the button was posted."""
    wanted: tuple[str, int] | None
    """What was chosen after it, and the page shown; None where it started over."""
    state: Any

    @property
    def kind(self) -> str:
        """For an order, the kind it is for."""
        return self.target.rest.partition(".")[0] if self.mode == "order" else ""

    @property
    def has_moved_on(self) -> bool:
        return is_link(self.rest) and ("~~" in self.rest or "!" in self.rest)

    @property
    def rest(self) -> str:
        return self.target.rest.partition(".")[2] if self.mode == "order" else self.target.rest


def clicks(game: Mapping[str, Any]) -> Iterator[Click]:
    rules = rules_of(game["kind"])
    moves = game["moves"]
    states = [rules.begin(game["seed"], game["options"], 0, game["seats"])[0]]
    for move in moves:
        states.append(play_notation(rules, states[-1], move).state)
    assert rules.to_act(states[-1]) is None
    for turn, mode, draft, custom_id, value, wanted in game["clicks"]:
        verb, target = parse_id(custom_id)
        chosen = Target(target.game, target.branch, target.ply, value or target.rest)
        tokens = tuple(draft.split("~")) if draft else ()
        yield Click(mode, verb, chosen, tokens, wanted and tuple(wanted), states[turn])


def questions_of(game: Mapping[str, Any], click: Click) -> Questions:
    """What is asked in the position in which a button was posted."""
    kind = game["kind"]
    state = click.state
    seats = game["seats"]
    rules = rules_of(kind)
    seat = rules.to_act(state)
    assert seat is not None
    if click.kind:
        seat = (seat + 1) % seats
        assert rules.orders is not None
        state = rules.orders.suppose(state, seat, click.kind)
    stored = Game(
        id=click.target.game,
        kind=kind,
        guild_id=1,
        channel_id=1,
        parent_id=None,
        opener_id=1,
        options=game["options"],
        status=Status.RUNNING,
        seats=tuple(Seat(number, f"{number}", taken=True) for number in range(seats)),
        first=0,
        commitment="x",
        ply=click.target.ply,
        branch=click.target.branch,
        to_act=seat,
        winners=(),
        offer=None,
        pause=None,
        waiting_since=0,
        paused_at=None,
        revision=1,
    )
    view = rules.view(state, seat)
    scores = rules.scores(state)
    position = Position(stored, stored.ply, view, scores, None, (), seat, supposed_kind=click.kind)
    draft = Draft(click.draft, 1) if click.mode == "play" else None
    predicting = rules.predictions if click.mode == "predict" else None
    return Questions(position, state, predicting=predicting, draft=draft)


def follow(questions: Questions, click: Click) -> tuple[Sequence[str], str, int]:
    """Returns the choices that a click leads to, the move if they complete one, and the page. No
    such link needs anything of the visit."""
    link = read_link(questions, click.rest)
    choosing = resolve_link(cast("Visit", None), questions, link)
    return [token for _, token in choosing.walk.parts], choosing.text, link.page


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_earlier_buttons_lead_where_they_led(game: Mapping[str, Any]) -> None:
    followed = Counter[str]()
    for click in clicks(game):
        if click.wanted is None:
            continue
        wanted, number = click.wanted
        assert click.verb in VERBS[click.mode]
        if click.verb in ("do", "orderdo") and not is_link(click.rest):
            assert click.rest == wanted
        elif click.has_moved_on:
            with pytest.raises(StaleMove):
                follow(questions_of(game, click), click)
            followed["moved on"] += 1
            continue
        else:
            tokens, _, page = follow(questions_of(game, click), click)
            assert ("~".join(tokens), page) == (wanted, number), click.target
        followed[click.verb] += 1
    assert followed["try"] > 30
    assert followed["guesstry"] > 10
    assert (followed["moved on"] > 50) == (game["kind"] == "castellan")


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_earlier_confirm_buttons_play_the_same_move(game: Mapping[str, Any]) -> None:
    """In the notation; those with a digest play nothing."""
    confirmed = 0
    for click in clicks(game):
        if click.verb not in ("do", "orderdo") or click.has_moved_on:
            continue
        questions = questions_of(game, click)
        assert questions.after(questions.read(click.rest)).text == click.rest
        confirmed += 1
    assert confirmed or game["kind"] == "castellan"


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_earlier_buttons_lead_to_a_page(
    game: Mapping[str, Any], faces: Mapping[str, AnyFace]
) -> None:
    """Also those that start over, on any page of the first choice."""
    modes = {"play": PLAYING, "order": ORDERING, "predict": PREDICTING}
    for click in list(clicks(game))[::5]:
        if click.verb in ("do", "orderdo", "guessdo") or click.has_moved_on:
            continue
        questions = questions_of(game, click)
        number = 0
        choosing = questions.after()
        if click.wanted is None:
            number = parse_number(click.rest)
        else:
            tokens, _, number = follow(questions, click)
            choosing = questions.after(parts_from(questions.ask, tokens) or ())
        face = faces[game["kind"]]
        mode = modes[click.mode]
        page = Panel(words_of("en"), face, choosing, mode, revision=1).page(number)
        assert of_page(page) == []
        assert page.pictures


def test_the_buttons_are_from_every_part_of_each_game() -> None:
    for game in GAMES:
        turns = sorted({turn for turn, *_ in game["clicks"]})
        assert turns[0] == 0
        assert turns[-1] > 0.7 * len(game["moves"])
        assert max(later - earlier for earlier, later in pairwise(turns)) < 10
        assert {mode for _, mode, *_ in game["clicks"]} >= {"play", "predict"}
