"""What the footer shows about the players: what they hold, what they own, and whose turn it is."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.castellan.cards import DECKS
from engine.castellan.events import CardsPlayed, Event, PiecesPassed
from engine.castellan.pieces import Pieces
from engine.castellan.view import View
from engine.recorded import Ending
from render.castellan.art.sprites import CardBack, KeepSprite, PieceIcon
from render.castellan.board.board import Look, board_scene
from render.castellan.board.footer import FAINT
from render.locale import Words, languages, words_of
from render.picture.scene import Badge, Inset, Scene, Text
from render.subject import Subject
from tests.render.castellan.games import NAMES, seen
from tests.render.lettered import box, check_that_nothing_is_cut_off, check_that_words_are_apart
from tests.render.sprites import sprites_of

WIDEST = ("W" * 32, "M" * 32, "Wilhelmina", "Bartholomew")
ENDS = {
    Ending("resigned", (1,)): ["resigned", "winner", "resigned"],
    Ending("timeout", (0,)): ["winner", "did not move", "did not move"],
    Ending("agreed"): ["ended by agreement"] * 3,
    Ending("timeout"): ["abandoned"] * 3,
}


def board(position: View, events: tuple[Event, ...] = (), ending: Ending | None = None) -> Scene:
    return board_scene(Subject(position, NAMES[: len(position.scores)], events, ending=ending))


def texts_of(scene: Scene) -> list[str]:
    return [item.text for item in scene.items if isinstance(item, Text)]


def badges(scene: Scene) -> list[str]:
    return [item.text for item in scene.items if isinstance(item, Badge)]


def test_the_footer_counts_hands_and_decks_by_their_card_backs() -> None:
    position, _ = seen("goldens", 9, 3)
    scene = board(position)
    backs = sprites_of(CardBack, scene.items)
    counts = [
        several.of(deck)
        for player in position.players
        for several in (player.hand, player.decks)
        for deck in DECKS
    ]
    assert [name.deck for _, name in backs] == [*DECKS] * 6
    assert [item.opacity == 1 for item, _ in backs] == [count > 0 for count in counts]
    beside = [scene.items[scene.items.index(item) + 1] for item, _ in backs]
    assert [item.text for item in beside if isinstance(item, Text)] == [*map(str, counts)]


def test_the_footer_counts_courtyards_and_shows_if_the_double_is_used() -> None:
    position, _ = seen("goldens", -1, 4)
    players = tuple(
        replace(player, doubled=seat % 2 == 0) for seat, player in enumerate(position.players)
    )
    scene = board(replace(position, players=players))
    doubles = [item for item, name in sprites_of(KeepSprite, scene.items) if name.double]
    assert [item.opacity for item in doubles] == [FAINT, 1.0, FAINT, 1.0]
    counts = [text for text in texts_of(scene) if text.startswith("×")]
    owners = Counter(courtyard.seat for courtyard in position.plan.courtyards)
    assert counts == [f"×{owners[seat]}" for seat in range(4)]


def test_it_tells_the_points_as_they_stand() -> None:
    position, _ = seen("goldens", 14)
    labels = texts_of(board(replace(position, scores=(31, 107))))
    assert {"31", "107"} <= set(labels)


def test_the_footer_shows_the_last_turns_cards_with_their_pieces() -> None:
    position, events = seen("goldens", 8)
    begun = next(event for event in events if isinstance(event, CardsPlayed))
    scene = board(position, events)
    assert f"{NAMES[begun.seat]} played" in texts_of(scene)
    assert set(begun.cards) <= set(texts_of(scene))
    assert [name.kind for _, name in sprites_of(PieceIcon, scene.items)] == [*begun.pieces.kinds]


@pytest.mark.parametrize(("to", "said"), [(1, "Passed on"), (None, "Left over")])
def test_it_tells_what_was_passed_on(to: int | None, said: str) -> None:
    position, events = seen("goldens", 8)
    passed = PiecesPassed(0, to, Pieces(short=3))
    scene = board(position, (*events, passed))
    assert said in texts_of(scene)
    assert "×3" in texts_of(scene)


def test_before_the_first_turn_there_is_no_last_one() -> None:
    position, events = seen("goldens", 0)
    assert not [text for text in texts_of(board(position, events)) if "played" in text]


def test_it_tells_whose_turn_it_is_and_who_has_a_last_one() -> None:
    position = replace(seen("goldens", 6, 4)[0], to_act=2)
    assert badges(board(position)) == ["to play"]
    last = replace(position, phase="last", waiting=(3,))
    assert badges(board(last)) == ["last turn", "one more turn"]
    assert badges(board(replace(position, gone=(0,)))) == ["left", "to play"]


def test_it_tells_who_has_won() -> None:
    over = replace(seen("goldens", -1, 3)[0], scores=(9, 9, 4), leaders=(0,), gone=())
    assert badges(board(over)) == ["winner"]
    assert badges(board(replace(over, leaders=(0, 1)))) == ["shared win"] * 2
    assert badges(board(replace(over, gone=(0,), leaders=(1,)))) == ["left", "winner"]


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return words_of(request.param)


def footers(words: Words) -> Iterator[Scene]:
    """Everything that a footer can say, with two to four players."""
    look = Look(words=words)
    for seats in (2, 3, 4):
        names = WIDEST[:seats]
        for ply in (0, 7, -1):
            position, events = seen("goldens", ply, seats)
            crowded = replace(position, scores=(188,) * seats)
            yield board_scene(Subject(crowded, names, events), look)
            last = replace(crowded, phase="last", to_act=0, waiting=tuple(range(1, seats)))
            yield board_scene(Subject(last, names, events), look)
        for ending in ENDS:
            yield board_scene(Subject(position, names, ending=ending), look)
        every = tuple(position.cards.by_id)
        many = CardsPlayed(0, every, Pieces(), Pieces(16, 15, 13), position.scores)
        for to in (1, None):
            turn_events = (many, PiecesPassed(0, to, Pieces(12, 11, 10)))
            yield board_scene(Subject(position, names, turn_events), look)


def in_the_footer(scene: Scene) -> Scene:
    """Without the coordinates along the board."""
    board = scene.items[0]
    assert isinstance(board, Inset)
    words = [item for item in scene.items if isinstance(item, Text | Badge)]
    below = [item for item in words if box(item)[1] > board.scene.size[1]]
    return replace(scene, items=tuple(below))


def test_nothing_is_cut_off(words: Words) -> None:
    for scene in footers(words):
        check_that_nothing_is_cut_off(in_the_footer(scene), long_names(words))


def long_names(words: Words) -> set[str]:
    """What may be shortened."""
    return {*WIDEST, *(words("castellan.board.played", name=name) for name in WIDEST)}


def test_no_words_lie_on_each_other(words: Words) -> None:
    for scene in footers(words):
        check_that_words_are_apart(in_the_footer(scene))
