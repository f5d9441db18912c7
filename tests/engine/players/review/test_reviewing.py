"""What the review of every game promises."""

from dataclasses import replace

import pytest

from engine.games import GAMES
from engine.players.review import read_review, write_review
from engine.players.reviewer import is_current, join_reviews, review_game
from tests.engine.players.review.games import POSITIONS, beginning, ending, played


@pytest.mark.parametrize("kind", GAMES)
def test_every_move_is_judged_and_every_ply_has_chances(kind: str) -> None:
    told = beginning(kind)
    found = told.reviewed()
    assert [one.played for one in found.moves] == told.moves
    assert [one.ply for one in found.moves] == list(range(1, len(told.moves) + 1))
    assert len(found.chances) == len(told.states)
    for chances in found.chances:
        assert sum(chances) == pytest.approx(1, abs=0.002)


@pytest.mark.parametrize("kind", GAMES)
def test_in_the_end_the_winners_share_all_of_the_chance(kind: str) -> None:
    told = ending(kind)
    found = told.reviewed()
    winners = GAMES[kind].winners(told.states[-1])
    assert [seat for seat, chance in enumerate(found.chances[-1]) if chance] == list(winners)
    assert found.scores == GAMES[kind].scores(told.states[-1])


@pytest.mark.parametrize("kind", GAMES)
def test_no_move_is_better_than_the_best(kind: str) -> None:
    for one in ending(kind).reviewed().moves:
        assert one.lost >= 0
        assert one.before >= one.after
        assert (one.lost == 0) == (one.played == one.best)


@pytest.mark.parametrize("kind", GAMES)
def test_a_review_follows_from_the_game_the_positions_and_the_seed(kind: str) -> None:
    assert ending(kind).reviewed(seed=7) == ending(kind).reviewed(seed=7)


@pytest.mark.parametrize("kind", GAMES)
def test_a_review_comes_back_from_its_text(kind: str) -> None:
    found = beginning(kind).reviewed()
    assert read_review(write_review(found)) == found


@pytest.mark.parametrize("kind", GAMES)
def test_parts_that_are_judged_apart_make_the_whole_review(kind: str) -> None:
    told = ending(kind)
    parts = [told.reviewed(plies=plies) for plies in (range(1, 3), range(3, 4), range(4, 7))]
    assert join_reviews(parts) == told.reviewed()


@pytest.mark.parametrize("kind", [kind for kind, game in GAMES.items() if game.may_leave])
def test_a_player_who_left_is_judged_no_more_and_cannot_win(kind: str) -> None:
    told = played(kind, 1, 3).between(0, 2)
    told.leave(gone := GAMES[kind].to_act(told.states[0]) or 0)
    told.play(GAMES[kind].parse_move(played(kind, 1, 3).moves[2]))
    found = told.reviewed()
    assert [one.ply for one in found.moves] == [1, 2, 4]
    assert [chances[gone] > 0 for chances in found.chances] == [True] * 3 + [False] * 2


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_that_ended_early_leaves_everybody_a_chance(kind: str) -> None:
    assert all(0 < chance < 1 for chance in beginning(kind).reviewed().chances[-1])


@pytest.mark.parametrize("kind", GAMES)
def test_the_commitment_is_checked(kind: str) -> None:
    told = played(kind, 1).between(0, 0)
    assert told.reviewed().fits
    assert not review_game(kind, [], told.states, "0" * 64, positions=POSITIONS).fits


def test_a_review_is_to_be_made_again_when_the_rules_or_the_reviewing_changed() -> None:
    found = played("castellan", 1).between(0, 0).reviewed()
    assert is_current(found)
    assert not is_current(replace(found, rules="another"))
    assert not is_current(replace(found, version=found.version + 1))
