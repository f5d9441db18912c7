"""How a review is made: every move is judged, by what its player could know."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.games import GAMES
from engine.players import reviewer
from engine.players.players import EXPERTS
from engine.players.review import JudgedMove, Review, read_review, write_review
from engine.players.reviewer import (
    BetterMove,
    Checked,
    check,
    compare_with_better,
    is_current,
    is_forced,
    join_reviews,
    luck_of_draw,
    review_game,
)
from engine.recorded import leaving_text
from tests.engine.carcassonne.kit.boards import table as carcassonne_table
from tests.engine.castellan.kit.tables import table as castellan_table
from tests.engine.castle.kit.boards import game as castle_game
from tests.engine.players.test_castle import LARGE_TOWER, ONE_GAP

# Enough to see that it works, too few to see well.
POSITIONS = 30
# Each move is one of this many that are best at first sight.
LIKELY = 4


@dataclass
class Reviewable:
    """A game in the form that a review takes."""

    kind: str
    states: list[Any]
    moves: list[str] = field(default_factory=list)

    @property
    def commitment(self) -> str:
        return GAMES[self.kind].commitment(self.states[0])

    def between(self, first: int, last: int) -> "Reviewable":
        """Cut out the plies from one to another, as a separate game."""
        return Reviewable(self.kind, self.states[first : last + 1], self.moves[first:last])

    def play(self, move: Any) -> None:
        rules = GAMES[self.kind]
        state = self.states[-1]
        seat = rules.to_act(state)
        assert seat is not None
        self.moves.append(rules.move_text(move))
        self.states.append(rules.apply(state, seat, move)[0])

    def leave(self, seat: int) -> None:
        self.moves.append(leaving_text(seat))
        leaving = GAMES[self.kind].leaving
        assert leaving is not None
        self.states.append(leaving.continue_without(self.states[-1], seat)[0])

    def review(self, **how: Any) -> Review:
        options = {"positions": POSITIONS, **how}
        return review_game(self.kind, self.moves, self.states, self.commitment, **options)


@cache
def whole_game(kind: str, seed: int, seats: int = 2, preset: str | None = None) -> Reviewable:
    rules = GAMES[kind]
    chance = Random(seed)
    state, _ = rules.begin(f"review/{seed}", rules.settle_options({}, preset), None, seats)
    recorded = Reviewable(kind, [state])
    while rules.to_act(recorded.states[-1]) is not None:
        best = EXPERTS[kind].candidates(recorded.states[-1])[:LIKELY]
        recorded.play(chance.choice(best).move)
    return recorded


def beginning(kind: str) -> Reviewable:
    return whole_game(kind, 1).between(0, 4)


def ending(kind: str) -> Reviewable:
    recorded = whole_game(kind, 1)
    return recorded.between(len(recorded.moves) - 6, len(recorded.moves))


@cache
def review_of_beginning(kind: str) -> Review:
    return beginning(kind).review()


@cache
def review_of_ending(kind: str) -> Review:
    return ending(kind).review()


@pytest.mark.parametrize("kind", GAMES)
def test_every_move_is_judged_and_every_ply_has_chances(kind: str) -> None:
    recorded = beginning(kind)
    review = review_of_beginning(kind)
    assert [move.played for move in review.moves] == recorded.moves
    assert [move.ply for move in review.moves] == list(range(1, len(recorded.moves) + 1))
    assert len(review.chances) == len(recorded.states)
    for chances in review.chances:
        assert sum(chances) == pytest.approx(1, abs=0.002)


@pytest.mark.parametrize("kind", GAMES)
def test_in_the_end_the_winners_share_all_of_the_chance(kind: str) -> None:
    recorded = ending(kind)
    review = review_of_ending(kind)
    winners = GAMES[kind].winners(recorded.states[-1])
    assert [seat for seat, chance in enumerate(review.chances[-1]) if chance] == list(winners)
    assert review.scores == GAMES[kind].scores(recorded.states[-1])


@pytest.mark.parametrize("kind", GAMES)
def test_no_move_is_better_than_the_best(kind: str) -> None:
    for move in review_of_ending(kind).moves:
        assert move.lost >= 0
        assert move.before >= move.after
        assert (move.lost == 0) == (move.played == move.best)


@pytest.mark.parametrize("kind", GAMES)
def test_a_review_comes_back_from_its_text(kind: str) -> None:
    review = review_of_beginning(kind)
    assert read_review(write_review(review)) == review


@pytest.mark.parametrize("kind", GAMES)
def test_parts_that_are_judged_apart_make_the_whole_review(kind: str) -> None:
    """So a review follows from the game, the positions and the seed."""
    cuts = (range(1, 3), range(3, 4), range(4, 7))
    parts = [ending(kind).review(plies=plies) for plies in cuts]
    assert join_reviews(parts) == review_of_ending(kind)


@pytest.mark.parametrize("kind", [kind for kind, rules in GAMES.items() if rules.leaving])
def test_a_player_who_left_is_judged_no_more_and_cannot_win(kind: str) -> None:
    recorded = whole_game(kind, 1, 3).between(0, 2)
    recorded.leave(gone := GAMES[kind].to_act(recorded.states[0]) or 0)
    recorded.play(GAMES[kind].parse_move(whole_game(kind, 1, 3).moves[2]))
    review = recorded.review()
    assert [move.ply for move in review.moves] == [1, 2, 4]
    assert [chances[gone] > 0 for chances in review.chances] == [True] * 3 + [False] * 2


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_that_ended_early_leaves_everybody_a_chance(kind: str) -> None:
    assert all(0 < chance < 1 for chance in review_of_beginning(kind).chances[-1])


@pytest.mark.parametrize("kind", GAMES)
def test_the_commitment_is_checked(kind: str) -> None:
    recorded = whole_game(kind, 1).between(0, 0)
    assert recorded.review().fits
    assert not review_game(kind, [], recorded.states, "0" * 64, positions=POSITIONS).fits


def test_a_review_is_outdated_when_rules_or_reviewing_changed() -> None:
    review = whole_game("castellan", 1).between(0, 0).review()
    assert is_current(review)
    assert not is_current(replace(review, rules="another"))
    assert not is_current(replace(review, version=review.version + 1))


# With more possible draws it would take long to weigh all of them.
FEW = 8
POSITIONS = 3


def drawn_positions(kind: str) -> Iterator[tuple[Any, Any]]:
    """Some late positions, each with the one in which the same player moved before."""
    states = whole_game(kind, 1).states
    count = 0
    for at in range(len(states) - 2, 1, -1):
        state = states[at]
        seat = GAMES[kind].to_act(states[at])
        earlier = (past for past in states[at - 1 :: -1] if GAMES[kind].to_act(past) == seat)
        before = next(earlier, None)
        if 1 < len(EXPERTS[kind].draws(state, before)) <= FEW and count < POSITIONS:
            count += 1
            yield state, before
    assert count == POSITIONS


@pytest.mark.parametrize("kind", GAMES)
def test_luck_sums_to_nothing_over_all_draws_of_a_position(kind: str) -> None:
    expert = EXPERTS[kind]
    for state, before in drawn_positions(kind):
        draws = expert.draws(state, before)
        lucks = [
            draw.weight * luck_of_draw(kind, draw.state, expert.draws(draw.state, before))
            for draw in draws
        ]
        assert sum(lucks) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("kind", GAMES)
def test_what_was_drawn_is_among_what_could_have_been(kind: str) -> None:
    rules = GAMES[kind]
    for state, before in drawn_positions(kind):
        seat = rules.to_act(state)
        assert seat is not None
        draws = EXPERTS[kind].draws(state, before)
        like_this = [
            draw for draw in draws if rules.view(draw.state, seat) == rules.view(state, seat)
        ]
        assert len(like_this) == 1


@pytest.mark.parametrize("kind", GAMES)
def test_luck_does_not_depend_on_what_is_hidden(kind: str) -> None:
    rules = GAMES[kind]
    for state, before in drawn_positions(kind):
        seat = rules.to_act(state)
        assert seat is not None
        other = rules.resample(state, seat, "other")
        lucks = [
            luck_of_draw(kind, position, EXPERTS[kind].draws(position, before))
            for position in (state, other)
        ]
        assert lucks[0] == lucks[1]


@pytest.mark.parametrize(("ply", "pile"), [(2, "river"), (8, "river"), (95, "land")])
def test_luck_compares_the_tiles_of_the_pile_that_was_drawn_from(ply: int, pile: str) -> None:
    """RV1: nobody is unlucky to draw a tile of the river while it lasts."""
    states = whole_game("carcassonne", 1, preset="big").states
    draws = EXPERTS["carcassonne"].draws(states[ply], states[ply - 2])
    river_sides = states[0].setup.catalogue.river_sides
    assert {river_sides(draw.state.drawn) > 0 for draw in draws} == {pile == "river"}
    lucks = [draw.weight * luck_of_draw("carcassonne", draw.state, draws) for draw in draws]
    assert sum(lucks) == pytest.approx(0, abs=1e-9)
    assert any(lucks)


@pytest.mark.parametrize("ply", [0, 9, 97])
def test_a_game_with_expansions_is_judged_move_by_move(ply: int) -> None:
    """In the river, where the land begins, and at the end."""
    game = whole_game("carcassonne", 1, seats=3, preset="big")
    part = game.between(ply, min(ply + 4, len(game.moves)))
    review = part.review()
    assert [move.played for move in review.moves] == part.moves
    assert all(move.lost >= 0 for move in review.moves)
    assert read_review(write_review(review)) == review


def test_a_last_tile_that_completes_a_city_is_lucky() -> None:
    city = """
        fcccf
        fcccf
        fcccf
        fcccf
        fcccf
        fcccf
        fcccf
        fcccf
        fcccf
        fcccf
        fc0cf
        fffff
        rrrrr
        fffff
        fffff
        """
    luck = {}
    for tile in "EU":
        state = carcassonne_table(city, tile, then=())
        draws = EXPERTS["carcassonne"].draws(state, None)
        luck[tile] = luck_of_draw("carcassonne", state, draws)
    assert luck["E"] > 0 > luck["U"]


CITY = """
    fc0cf
    fffff
    rrrrr
    fffff
    fffff
    """
GAP = """
    O   O
    |   |
    O---O
    """
# For each game: a position in which the player can complete a tower, city or courtyard, a move
# that fails to do so, and the beginning of one that does.
PLANTED = {
    "castle": (
        castle_game(ONE_GAP, followers=f"0 {LARGE_TOWER}", left=0, scores=(0, 2)),
        "H5 r0",
        "E5 ",
    ),
    "carcassonne": (carcassonne_table(CITY, "E", then=("U", "V")), "0,-1 r1", "0,1 r2"),
    "castellan": (castellan_table(GAP, ("W1 T1", ""), ("W1 T1", "")), "T1:", "W1: s0,1E"),
}


def judge(kind: str, state: Any, text: str, positions: int = 500) -> JudgedMove:
    recorded = Reviewable(kind, [state])
    recorded.play(GAMES[kind].parse_move(text))
    return recorded.review(positions=positions).moves[0]


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_blunder_is_found(kind: str) -> None:
    state, blunder, best = PLANTED[kind]
    judgement = judge(kind, state, blunder)
    assert judgement.mark == "blunder"
    assert judgement.best.startswith(best)
    assert judge(kind, state, judgement.best).mark is None


def early_position(kind: str) -> tuple[Any, str]:
    """A position with much still to come, and a bad move."""
    state = whole_game(kind, 1).states[3]
    worst = EXPERTS[kind].candidates(state)[-1].move
    return state, GAMES[kind].move_text(worst)


def check_finds(monkeypatch: pytest.MonkeyPatch, *checks: Checked) -> list[str]:
    """Let the checks of better moves find this, one after the other; the list is filled with these
    moves."""
    coming = iter(checks)
    checked = list[str]()

    def check(kind: str, state: Any, played: Any, better: BetterMove, *_: Any, **__: Any) -> Any:
        checked.append(GAMES[kind].move_text(better.move))
        return next(coming)

    monkeypatch.setattr(reviewer, "check", check)
    return checked


CERTAIN = Checked(lost=9.0, error=1.0)
DOUBTFUL = Checked(lost=9.0, error=9.0)
REFUTED = Checked(lost=-2.0, error=1.0)


def test_a_better_move_that_holds_makes_a_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = check_finds(monkeypatch, CERTAIN)
    move = judge("castle", *early_position("castle"))
    assert (move.mark, move.lost, [move.best]) == ("blunder", 9.0, checked)


def test_a_doubtful_better_move_costs_points_and_makes_no_mark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    checked = check_finds(monkeypatch, DOUBTFUL, DOUBTFUL)
    move = judge("castle", *early_position("castle"))
    assert (move.mark, move.lost, move.best) == (None, 9.0, checked[0])


def test_the_next_better_move_replaces_one_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = check_finds(monkeypatch, REFUTED, CERTAIN)
    move = judge("castle", *early_position("castle"))
    assert (move.mark, move.best) == ("blunder", checked[1])


def test_a_move_is_the_best_if_nothing_better_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    check_finds(monkeypatch, REFUTED, REFUTED)
    move = judge("castle", *early_position("castle"))
    assert (move.mark, move.lost, move.best) == (None, 0, move.played)


@pytest.mark.parametrize(("kind", "ply"), [("castle", 3), ("carcassonne", 60), ("castellan", 3)])
def test_a_check_tells_a_good_move_from_a_bad_one(kind: str, ply: int) -> None:
    state = whole_game(kind, 1).states[ply]
    best, *_, worst = (candidate.move for candidate in EXPERTS[kind].candidates(state))
    found = [
        check(kind, state, played, BetterMove(other, 0.0), Random(1), positions=1)
        for played, other in ((worst, best), (best, worst), (best, best))
    ]
    assert [checked.is_certain for checked in found[:2]] == [True, False]
    assert found[2] == (0, 0)


@pytest.mark.parametrize("kind", GAMES)
def test_a_move_is_judged_by_what_its_player_could_know(kind: str) -> None:
    rules = GAMES[kind]
    for number, state in enumerate(whole_game(kind, 1).states[3:-1:14]):
        seat = rules.to_act(state)
        assert seat is not None
        move = EXPERTS[kind].candidates(state)[-1].move
        other = rules.resample(state, seat, f"other/{number}")
        first, second = (
            compare_with_better(kind, position, move, Random(number), 40)
            for position in (state, other)
        )
        assert first == second


@pytest.mark.parametrize("kind", GAMES)
def test_a_played_move_that_is_no_candidate_is_judged_as_well(kind: str) -> None:
    for state in whole_game(kind, 1).states[5:-1:14]:
        worst = EXPERTS[kind].candidates(state)[-1].move
        comparison = compare_with_better(kind, state, worst, Random(1), 40)
        assert all(better.lost > 0 for better in comparison.better)


def test_a_move_is_forced_where_nothing_can_be_chosen() -> None:
    """A tile that is all city fits in one way here, and one with a single city side in several."""
    assert is_forced("carcassonne", carcassonne_table(CITY, "C", supply=(0, 7)))
    assert not is_forced("carcassonne", carcassonne_table(CITY, "E", supply=(0, 7)))
