"""The picture of the pieces: everything that the rules mention is on it, in every language."""

import pytest

from engine.castellan.moves import parse_piece
from engine.castellan.places import obstacle
from render.castellan.art.sprites import (
    CardFace,
    ExtraCardIcon,
    KeepSprite,
    TowerSprite,
    WallSprite,
)
from render.castellan.little_castle import castle_of
from render.castellan.primer import CASTLE, EXAMPLES, primer_scene
from render.castellan.tables import CASTLE as FRIEZE
from render.picture.scene import Inset, Item
from tests.render.castellan.games import ENGLISH
from tests.render.sprites import sprites_of


def primer_items() -> list[Item]:
    items = primer_scene(ENGLISH).items
    little = [item.scene.items for item in items if isinstance(item, Inset)]
    return [*items, *(item for inside in little for item in inside)]


def test_the_primer_shows_all_pieces_both_keeps_and_both_decks() -> None:
    assert sprites_of(TowerSprite, primer_items())
    assert {name.kind for _, name in sprites_of(WallSprite, primer_items())} == {"short", "long"}
    assert {name.double for _, name in sprites_of(KeepSprite, primer_items())} == {False, True}
    assert [name.deck for _, name in sprites_of(CardFace, primer_items())] == ["wall", "tower"]
    assert sprites_of(ExtraCardIcon, primer_items())


@pytest.mark.parametrize(
    "turns", [[CASTLE], *([example] for example in EXAMPLES.values()), [*FRIEZE]]
)
def test_every_castle_in_it_is_built_by_the_rules(turns: list[tuple[int, str]]) -> None:
    built: list[tuple[int, str]] = []
    for seat, pieces in turns:
        for piece in pieces.split():
            plan = castle_of(*built)
            assert obstacle(plan, parse_piece(piece), seat) is None, piece
            built.append((seat, piece))


def test_its_examples_show_what_they_are_about() -> None:
    plans = {name: castle_of(turns) for name, turns in EXAMPLES.items()}
    assert not plans["joining"].courtyards
    assert len(plans["closing"].courtyards) == 1
    [courtyard] = plans["worth"].courtyards
    assert plans["worth"].worth(courtyard) == 6
    assert len(plans["divided"].courtyards) == 2
