"""What pictures say to people who cannot see them: everything on them, briefly."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.castellan.events import (
    CourtyardGrew,
    CourtyardMade,
    Event,
    PiecesHandedOn,
    PiecesPassed,
)
from engine.castellan.imagining import closings
from engine.castellan.moves import parts
from engine.castellan.pieces import Pieces
from engine.castellan.rules import castellan
from engine.castellan.view import view
from engine.recorded import Ending
from engine.seats import PlayerLeft
from render.castellan.alt_text import board_alt, chart_alt, hand_alt, replay_alt
from render.castellan.board.overlays import OVERLAYS, Overlay
from render.castellan.words import describe_piece, describe_plan, point_alias, spell_turn
from render.picture.names import LONGEST_ALT
from render.subject import Subject, subjects_of
from render.tables.alt_text import describe_scores
from tests.render.castellan.frames import events_of, frames
from tests.render.castellan.games import ENGLISH, NAMES, play_game, states

GAMES = (("goldens", 2), ("goldens", 3), ("goldens", 4))


@pytest.mark.parametrize("game", GAMES)
def test_board_alt_gives_points_courtyards_cards_and_who_is_to_play(
    game: tuple[str, int],
) -> None:
    for frame in frames(*game):
        seen = frame.view
        names = NAMES[: game[1]]
        alt = board_alt(ENGLISH, Subject(seen, names, frame.events))
        assert len(alt) < LONGEST_ALT
        for seat, name in enumerate(names):
            points = ENGLISH("words.points", count=seen.scores[seat])
            own = sum(courtyard.seat == seat for courtyard in seen.plan.courtyards)
            courtyards = ENGLISH("castellan.courtyards", count=own)
            hand = sum(seen.players[seat].hand)
            decks = sum(seen.players[seat].decks)
            belongings = f"{courtyards}; hand {hand}, decks {decks}; double keep "
            assert f"{name}: {points}, {belongings}" in alt
        if seen.to_act is not None:
            turn = "a last turn" if seen.phase == "last" else ""
            assert f"{names[seen.to_act]} is to play {turn}".rstrip() in alt


def test_board_alt_lists_the_last_turns_cards_and_pieces_built() -> None:
    for move, state, events in play_game("goldens", 3)[1:]:
        assert move is not None
        alt = board_alt(ENGLISH, Subject(view(state, None), NAMES[:3], events))
        built = [describe_piece(ENGLISH, piece) for piece in move.build]
        did = f"built {ENGLISH.join(built)}" if built else "could build nothing"
        assert f"played {ENGLISH.join(move.cards)} and {did}." in alt
        for event in events:
            if isinstance(event, CourtyardMade | CourtyardGrew):
                points = ENGLISH("words.points", count=event.points)
                towers = ENGLISH("castellan.piece.tower", count=event.towers)
                assert re.search(rf"(ourtyard|Part) {point_alias(min(event.cells))}\b", alt)
                assert f": {points} ({towers}" in alt


def test_what_seldom_happens_is_told_too() -> None:
    seen = frames("goldens", 3)[6].view
    events: list[Event] = [
        CourtyardMade(0, ((3, 1),), 7, True, 14, divided=True),
        CourtyardGrew(1, ((0, 0), (1, 0)), 5, False, 5, gained=1, more=1),
        PiecesPassed(0, 2, Pieces(1, 0, 2)),
        PiecesPassed(0, None, Pieces(0, 1, 0)),
        PiecesHandedOn(1, Pieces(0, 2, 0)),
        PlayerLeft(0, (0, 0, 0)),
    ]
    alt = board_alt(ENGLISH, Subject(seen, NAMES[:3], events))
    assert "Part P51 of a divided courtyard: 14 points (7 towers, double keep)." in alt
    assert "Courtyard M50, with 1 tower more: 5 points (5 towers)." in alt
    assert "No place for 1 tower and 2 long walls: passed on to Cleo." in alt
    assert "No place for 1 short wall: out of the game." in alt
    assert "Bartholomew has to build what had been passed on: 2 short walls." in alt
    assert "Anna has left the game; the others play on." in alt
    waiting = replace(seen, received=Pieces(0, 1, 0))
    assert "Passed on, to be built as well: 1 short wall." in board_alt(
        ENGLISH, Subject(waiting, NAMES[:3])
    )


def test_an_unfinished_turn_is_described_as_far_as_it_goes() -> None:
    for (_, state, _), (move, _, events) in pairwise(play_game("goldens")):
        assert move is not None
        seen = view(state, state.seat)
        chosen = parts(move)
        alt = board_alt(ENGLISH, Subject(seen, NAMES[:2], parts=chosen))
        assert f"is looking at {spell_turn(ENGLISH, move)}" in alt
        made = [event for event in events if isinstance(event, CourtyardMade)]
        assert alt.count("New courtyard ") == len(made)
        begun = [part for part in chosen if part[0].startswith("card")]
        left = board_alt(ENGLISH, Subject(seen, NAMES[:2], parts=begun))
        assert "Still to be built: " in left


def test_hand_alt_describes_each_card_to_its_owner_only() -> None:
    state, _ = states("goldens", 3)[4]
    assert hand_alt(ENGLISH, view(state, None)) == ""
    for seat in range(3):
        own = view(state, seat)
        assert own.hand
        text = hand_alt(ENGLISH, own)
        for card in own.hand:
            assert f"{card} {ENGLISH.join([])}" in text
    acting = replace(view(state, state.seat), received=Pieces(1, 0, 0))
    assert acting.hand
    chosen = hand_alt(ENGLISH, acting, [("card", acting.hand[0])])
    assert chosen.endswith(f"to be built as well: 1 tower. Chosen: {acting.hand[0]}.")
    assert hand_alt(ENGLISH, replace(acting, hand=())).startswith("You have no card in hand.")


@pytest.mark.parametrize("overlay", Overlay)
def test_an_overlay_is_told_or_said_to_show_nothing(overlay: Overlay) -> None:
    course = frames("goldens", 3)
    for frame in [course[0], *course[5::9], course[-1]]:
        seen = frame.view
        events = frame.events
        note = OVERLAYS.note(ENGLISH, seen, events, overlay)
        nothing = OVERLAYS.adds_nothing(seen, events, overlay)
        legend = f"castellan.legend.{overlay}"
        lacking = f"castellan.alt.nothing.{overlay}"
        assert note == (ENGLISH(lacking) if nothing else f"{ENGLISH(legend)}.")
        alt = board_alt(ENGLISH, Subject(seen, NAMES[:3]), overlays=[overlay])
        assert len(alt) <= LONGEST_ALT
        assert OVERLAYS.note(ENGLISH, seen, (), overlay) in alt


def test_closing_a_courtyard_is_described_piece_by_piece() -> None:
    seen = next(frame.view for frame in frames("goldens", 3) if closings(frame.view.plan))
    best = closings(seen.plan)[0]
    alt = board_alt(ENGLISH, Subject(seen, NAMES[:3]), overlays=[Overlay.CLOSING])
    pieces = ENGLISH.join([describe_piece(ENGLISH, piece) for piece in best.pieces])
    points = ENGLISH("words.points", count=best.towers)
    assert f"What would close a courtyard: {pieces} for {points}" in alt


def test_the_end_is_told_with_who_won_and_how() -> None:
    seen = frames("goldens", 3)[-1].view
    won = castellan.winners(states("goldens", 3)[-1][0])
    assert f"{ENGLISH.join([NAMES[seat] for seat in won])} win" in board_alt(
        ENGLISH, Subject(seen, NAMES[:3])
    )
    before = frames("goldens", 3)[8].view
    alt = board_alt(ENGLISH, Subject(before, NAMES[:3], ending=Ending("resigned", (2,))))
    assert "Cleo wins, as everybody else resigned." in alt
    alt = board_alt(ENGLISH, Subject(before, NAMES[:3], ending=Ending("resigned", (0, 2))))
    assert "Anna and Cleo win, as everybody else resigned." in alt
    assert "is to play" not in alt


def test_chart_and_replay_tell_the_scores() -> None:
    events = events_of("goldens", 3)
    names = NAMES[:3]
    scores = frames("goldens", 3)[-1].view.scores
    standing = describe_scores(ENGLISH, names, scores)
    assert chart_alt(ENGLISH, events, names).endswith(
        "The game is over: Anna wins with 44 points. Bartholomew 30 and Cleo 24."
    )
    assert "is over" not in chart_alt(ENGLISH, events[:9], names)
    assert chart_alt(ENGLISH, events[:1], names).endswith("by turn: 0–0–0.")
    assert replay_alt(ENGLISH, subjects_of(frames("goldens", 3), names)).endswith(
        f"It ends {standing}."
    )


def test_the_plan_is_described_tower_by_tower_with_its_walls() -> None:
    state, _ = states("goldens")[-1]
    seen = view(state, None)
    text = describe_plan(ENGLISH, seen, NAMES)
    for x, y in seen.plan.towers:
        [line] = [line for line in text if line.startswith(f"Tower {point_alias((x, y))}")]
        walls = sum((x, y) in (wall.at, wall.to) for wall in seen.plan.walls)
        assert line.count(" wall ") == walls
    assert sum(line.startswith("Courtyard at ") for line in text) == len(seen.plan.courtyards)
    ends = next(line for line in text if line.startswith("Open wall ends: "))
    for x, y in seen.plan.open_ends[:10]:
        assert point_alias((x, y)) in ends
    assert describe_plan(ENGLISH, frames("goldens")[0].view, NAMES) == [
        "Castellan: nothing is built yet."
    ]
