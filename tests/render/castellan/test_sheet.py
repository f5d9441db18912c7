"""The sheet of the remaining cards shows what everybody can know, and nothing else."""

from dataclasses import replace

from engine.castellan.view import view
from render.castellan.alt_text import sheet_alt
from render.castellan.art.sprites import CardBack, CardFace
from render.castellan.cards import PLAYED, sheet_scene
from render.picture.scene import Line, Text
from tests.render.castellan.frames import frames
from tests.render.castellan.games import ENGLISH, NAMES, states
from tests.render.sprites import sprites_of


def test_the_sheet_crosses_out_played_cards_of_fourteen_a_player() -> None:
    for seats in (2, 3, 4):
        seen = frames("goldens", seats)[12].view
        items = sheet_scene(ENGLISH, seen, NAMES[:seats]).items
        faces = [item for item, _ in sprites_of(CardFace, items)]
        assert len(faces) == 14 * seats
        gone = sum(len(player.played) for player in seen.players)
        assert gone > 0
        assert sum(face.opacity == PLAYED for face in faces) == gone
        assert sum(isinstance(item, Line) for item in items) == gone


def test_the_sheet_counts_hand_and_deck_below_each_decks_back() -> None:
    seen = frames("goldens")[9].view
    items = sheet_scene(ENGLISH, seen, NAMES[:2]).items
    backs = [name.deck for _, name in sprites_of(CardBack, items)]
    assert backs == ["wall", "tower"] * 2
    texts = [item.text for item in items if isinstance(item, Text)]
    counts = [text for text in texts if text.startswith(("hand: ", "deck: "))]
    assert counts == [
        expected
        for player in seen.players
        for deck in ("wall", "tower")
        for expected in (f"hand: {player.hand.of(deck)}", f"deck: {player.decks.of(deck)}")
    ]


def test_it_is_the_same_for_everybody() -> None:
    for state, _ in states("goldens", 3)[::5]:
        public = sheet_scene(ENGLISH, view(state, None), NAMES[:3])
        text = sheet_alt(ENGLISH, view(state, None), NAMES[:3])
        for seat in range(3):
            assert sheet_scene(ENGLISH, view(state, seat), NAMES[:3]) == public
            assert sheet_alt(ENGLISH, view(state, seat), NAMES[:3]) == text


def test_the_sheets_alt_lists_the_cards_left_and_their_contents() -> None:
    seen = frames("goldens")[9].view
    alt = sheet_alt(ENGLISH, seen, NAMES[:2])
    for name, player in zip(NAMES, seen.players, strict=False):
        cards = ", ".join(player.unplayed)
        assert f"{name} has {sum(player.hand)} cards in hand, {sum(player.decks)}" in alt
        assert f"in the decks: {cards}." in alt
    assert "T1 2 towers and 1 extra card" in alt


def test_who_left_is_told_apart() -> None:
    seen = replace(frames("goldens", 3)[20].view, gone=(1,))
    texts = [
        item.text for item in sheet_scene(ENGLISH, seen, NAMES[:3]).items if isinstance(item, Text)
    ]
    assert texts[texts.index(NAMES[1]) + 1] == "left"
