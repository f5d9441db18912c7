"""The large follower when a turn is chosen: a switch, and no further button for a place."""

from collections.abc import Mapping
from typing import Any

import pytest
from simcord.components import walk_components

from bot.discord.pages.page import parse_id
from bot.discord.pages.panel import Panel
from bot.games.faces import FACES
from bot.locale import words_of
from bot.presentation.choice_links import Change, parse_link
from bot.table.choosing import ChoiceProgress
from bot.table.exercises import ask_in_exercise
from bot.web.asking import Asking
from engine.carcassonne.placing import legal_moves
from engine.carcassonne.rules import carcassonne
from tests.bot.discord.kit.limits import components, of_page

FACE = FACES["carcassonne"]
ENGLISH = words_of("en")
NAMES = ("Anna", "Ben")


def choose(size: str, inns: str = "on") -> ChoiceProgress:
    """A first turn, of which all but the follower is chosen, or a knight of this size too."""
    state, _ = carcassonne.begin("large", {"inns": inns})
    questions = ask_in_exercise("carcassonne", state, NAMES, "large")
    with_knight = [
        move for move in legal_moves(state) if move.follower and move.follower.role == "knight"
    ]
    parts = carcassonne.parts(with_knight[0])
    chosen = {
        "none": parts[:2],
        "small": parts,
        "large": (*parts[:2], ("follower", parts[2][1].replace("@", "!@"))),
    }
    return questions.after(chosen[size])


def buttons(choosing: ChoiceProgress) -> Mapping[str, Mapping[str, Any]]:
    """The buttons of the preview on the panel, by their labels."""
    made = Panel(ENGLISH, FACE, choosing).page()
    assert of_page(made) == []
    return {
        part["label"]: part
        for part in walk_components(components(made))
        if part.get("label") is not None
    }


@pytest.mark.parametrize(
    ("size", "role", "switch"),
    [("none", "Knight", None), ("small", "Knight", False), ("large", "Large knight", True)],
)
def test_each_place_has_one_button(size: str, role: str, switch: bool | None) -> None:
    labels = buttons(choose(size))
    assert [label[2:] for label in labels if "night" in label] == [role]
    assert ("Large follower" in labels) == (switch is not None)


def test_without_inns_there_is_no_switch() -> None:
    assert "Large follower" not in buttons(choose("small", inns="off"))


@pytest.mark.parametrize(("size", "other"), [("small", "large"), ("large", "small")])
def test_the_switch_leads_to_the_other_size_and_back(size: str, other: str) -> None:
    token = choose(other).walk.parts[2][1]
    choosing = choose(size)
    _, target = parse_id(buttons(choosing)["Large follower"]["custom_id"])
    link = parse_link(target.rest)
    assert link is not None
    assert link.change == Change(2, token)


@pytest.mark.parametrize("size", ["none", "small", "large"])
def test_the_page_of_a_seat_offers_the_same(size: str) -> None:
    groups = Asking(ENGLISH, FACE, choose(size), NAMES).ask().groups
    labels = [offer.label for group in groups for offer in group.offers]
    assert len([label for label in labels if "night" in label]) == 1
    assert ("Large follower" in labels) == (size != "none")


@pytest.mark.parametrize("size", ["small", "large"])
def test_a_size_is_told_in_words_and_in_notation(size: str) -> None:
    choosing = choose(size)
    spelt = FACE.choices.spell_out(ENGLISH, choosing.position.view, choosing.walk.parts)
    assert ("large knight" in spelt) == (size == "large")
    assert carcassonne.move_text(carcassonne.parse_move(choosing.text)) == choosing.text
