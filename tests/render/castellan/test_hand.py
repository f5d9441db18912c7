"""The viewer's hand: every card with what it shows, and nobody else's."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from engine.castellan.cards import Card, standard_cards
from engine.castellan.pieces import KINDS, Pieces
from engine.castellan.view import View
from render.castellan.art.sprites import CardFace, ExtraCardIcon, PieceIcon
from render.castellan.cards import RAISED, card_items, hand_scene
from render.locale import Words, languages, words_of
from render.picture.scene import Scene, SpritePicture, Text
from tests.render.castellan.games import ENGLISH, seen
from tests.render.lettered import check_that_nothing_is_cut_off, check_that_words_are_apart
from tests.render.sprites import sprites_of

PHONE = 400
CARDS = standard_cards()
ALL = tuple(CARDS.by_id)


def view_with_cards(count: int) -> View:
    """A player to act with this many cards."""
    return replace(seen("goldens", 0, seat=0)[0], hand=ALL[:count], to_act=0)


def faces(scene: Scene) -> list[SpritePicture]:
    return [item for item, _ in sprites_of(CardFace, scene.items)]


@pytest.mark.parametrize("count", range(1, 15))
def test_every_card_lies_in_the_picture_and_none_on_another(count: int) -> None:
    for chosen in ((), ALL[:count:2]):
        scene = hand_scene(ENGLISH, view_with_cards(count), chosen)
        cards = faces(scene)
        assert len(cards) == count
        width, height = scene.size
        for card in cards:
            x, y = card.at
            assert card.size / 2 <= y <= height - card.size / 2
            assert card.size * 5 / 14 <= x <= width - card.size * 5 / 14
        for first, second in combinations(cards, 2):
            across = abs(first.at[0] - second.at[0])
            down = abs(first.at[1] - second.at[1])
            assert across >= first.size * 5 / 7 or down >= first.size


@pytest.mark.parametrize("count", range(1, 15))
def test_the_names_of_the_cards_can_be_read_on_a_phone(count: int) -> None:
    scene = hand_scene(ENGLISH, view_with_cards(count))
    names = [item for item in scene.items if isinstance(item, Text)]
    assert [name.text for name in names] == list(ALL[:count])
    assert all(name.size * PHONE / scene.size[0] >= 9 for name in names)


@pytest.mark.parametrize("card", CARDS.by_id.values(), ids=ALL)
def test_a_card_shows_each_of_its_pieces(card: Card) -> None:
    items = card_items(card, (0, 0), 300)
    assert [name.deck for _, name in sprites_of(CardFace, items)] == [card.deck]
    icons = Counter(name.kind for _, name in sprites_of(PieceIcon, items))
    assert Pieces(*(icons[kind] for kind in KINDS)) == card.pieces
    assert len(sprites_of(ExtraCardIcon, items)) == card.extra


def test_a_card_with_many_pieces_shows_each_kind_with_a_count() -> None:
    items = card_items(Card("X", "wall", Pieces(9, 7, 5), 2), (0, 0), 300)
    assert [name.kind for _, name in sprites_of(PieceIcon, items)] == ["tower", "short", "long"]
    assert [item.text for item in items if isinstance(item, Text)] == ["X", "×9", "×7", "×5"]
    assert len(sprites_of(ExtraCardIcon, items)) == 2


def test_chosen_cards_are_raised() -> None:
    lying = faces(hand_scene(ENGLISH, view_with_cards(4), ()))
    raised = faces(hand_scene(ENGLISH, view_with_cards(4), ALL[1:2]))
    moved = [flat.at[1] - high.at[1] for flat, high in zip(lying, raised, strict=True)]
    assert moved == [0, RAISED, 0, 0]


def test_passed_pieces_are_shown_to_the_player_who_builds_them() -> None:
    position = replace(view_with_cards(3), received=Pieces(0, 2, 1))
    scene = hand_scene(ENGLISH, position)
    other = hand_scene(ENGLISH, replace(position, to_act=1))
    assert "Passed to you:" in [item.text for item in scene.items if isinstance(item, Text)]
    assert len(sprites_of(PieceIcon, scene.items)) == len(sprites_of(PieceIcon, other.items)) + 2


def test_spectators_and_players_without_cards_see_an_empty_hand() -> None:
    spectating, _ = seen("goldens", 4)
    assert hand_scene(ENGLISH, spectating).items == ()
    assert hand_scene(ENGLISH, view_with_cards(0)).items == ()


def test_the_hand_is_that_of_the_viewer() -> None:
    state_seen = [seen("goldens", 6, 3, seat)[0] for seat in range(3)]
    for position in state_seen:
        scene = hand_scene(ENGLISH, position)
        names = [item.text for item in scene.items if isinstance(item, Text)]
        assert tuple(name for name in names if name in ALL) == position.hand


@pytest.mark.parametrize("language", languages())
def test_the_words_have_room_in_every_language(language: str) -> None:
    words: Words = words_of(language)
    scene = hand_scene(words, replace(view_with_cards(5), received=Pieces(9, 9, 9)))
    check_that_nothing_is_cut_off(scene)
    check_that_words_are_apart(scene)
