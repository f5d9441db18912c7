"""R5 and R6: what is prepared before the first turn, shuffled from a secret seed."""

from collections import Counter
from hashlib import sha256

import pytest

from engine.bag import commitment, draw_lot, shuffle
from engine.castle.catalogue import standard_catalogue
from engine.castle.rules import castle
from engine.castle.turn import new_setup, start
from engine.tiles.draws import TileDrawn

SEEDS = [f"seed {number}" for number in range(60)]
OTHER_TOWERS = [12, 16, 20, 26, 32, 38, 42, 56, 64, 66, 82, 88, 90]


def test_r5_two_players_start_on_space_0_with_6_followers_each() -> None:
    state, _ = castle.begin("seed", {})
    assert state.supply == (6, 6)
    assert state.scores == (0, 0)
    assert state.keeps == (None, None)
    assert state.held == ((), ())
    assert not state.extra


def test_r5_the_60_tiles_are_shuffled_and_the_first_is_drawn() -> None:
    state, events = castle.begin("seed", {}, 1)
    ids = [tile.id for tile in standard_catalogue().tiles]
    assert sorted(state.setup.deck) == sorted(ids)
    assert list(state.setup.deck) != ids
    assert events == (TileDrawn(1, state.setup.deck[0], 59),)
    assert (state.phase, state.drawn, state.dealt) == ("place", state.setup.deck[0], 1)


def test_r5_13_wall_tiles_lie_on_the_corner_towers_except_0_1() -> None:
    state, _ = castle.begin("seed", {})
    assert sorted(state.wall) == OTHER_TOWERS
    assert state.setup.wall_tiles == state.wall


def test_r5_they_are_13_of_18_two_of_each_of_nine_kinds() -> None:
    seen: Counter[int] = Counter()
    for seed in SEEDS:
        kinds = Counter(new_setup(seed).wall_tiles.values())
        assert kinds.total() == 13
        assert max(kinds.values()) <= 2
        seen |= kinds
    assert seen == Counter(dict.fromkeys(range(1, 10), 2))


def test_r5_nobody_learns_which_five_are_out_of_the_game() -> None:
    seen = castle.view(castle.begin("seed", {})[0], 0)
    assert list(seen.towers) == OTHER_TOWERS
    assert not any(hasattr(seen, name) for name in ("wall", "wall_tiles", "deck", "seed"))


def test_what_is_secret_does_not_slip_into_a_log_line() -> None:
    state, _ = castle.begin("a secret seed", {})
    for text in (repr(state), repr(state.setup), f"{state}"):
        assert "a secret seed" not in text
        assert state.setup.deck[1] not in text
        assert repr(state.setup.wall_tiles) not in text


def test_equal_seeds_give_equal_games_and_different_seeds_do_not() -> None:
    assert new_setup("seed") == new_setup("seed")
    decks = {new_setup(seed).deck for seed in SEEDS}
    walls = {tuple(new_setup(seed).wall_tiles.items()) for seed in SEEDS}
    assert len(decks) == len(walls) == len(SEEDS)


def test_every_tile_can_be_the_first_and_the_last() -> None:
    orders = [shuffle("abc", seed, "tiles") for seed in SEEDS]
    assert {order[0] for order in orders} == {order[2] for order in orders} == set("abc")
    assert len(set(orders)) == 6


@pytest.mark.parametrize("seat", [0, 1])
def test_r6_the_challenger_or_the_challenged_can_start(seat: int) -> None:
    for seed in SEEDS[:5]:
        state, _ = castle.begin(seed, {}, seat)
        assert castle.to_act(state) == state.setup.first == seat


def test_r6_by_default_the_seed_decides_who_starts() -> None:
    firsts = [castle.begin(seed, {})[0].seat for seed in SEEDS]
    assert {0, 1} == set(firsts)
    assert 15 < sum(firsts) < 45
    assert firsts == [castle.begin(seed, {})[0].setup.first for seed in SEEDS]


def test_r6_who_starts_changes_nothing_else() -> None:
    assert new_setup("seed", first=0).deck == new_setup("seed", first=1).deck
    assert new_setup("seed", first=0).commitment == new_setup("seed", first=1).commitment


def test_the_commitment_hashes_the_seed_deck_and_wall_tiles() -> None:
    setup = new_setup("a secret seed")
    deck = " ".join(setup.deck)
    wall = " ".join(f"{space}:{setup.wall_tiles[space]}" for space in OTHER_TOWERS)
    text = "a secret seed" + "\n" + deck + "\n" + wall + "\n"
    assert setup.commitment == sha256(text.encode("utf-8")).hexdigest()
    assert castle.view(start(setup)[0], None).commitment == setup.commitment


def test_the_shuffle_is_one_that_anybody_can_repeat() -> None:
    """Fisher-Yates from the last place down, over SHA-256 of seed, purpose and a counter."""
    order = list("abcdefgh")
    for count, last in enumerate(range(7, 0, -1)):
        number = int(sha256(f"seed/castle tiles/{count}".encode()).hexdigest(), 16)
        other = number % (last + 1)
        order[last], order[other] = order[other], order[last]
    assert shuffle("abcdefgh", "seed", "castle tiles") == tuple(order)
    lot = int(sha256(b"seed/first/0").hexdigest(), 16) % 2
    assert draw_lot(2, "seed", "first") == lot


def test_shuffles_for_different_purposes_are_independent() -> None:
    assert shuffle(range(20), "seed", "one") != shuffle(range(20), "seed", "another")
    assert commitment("seed", "order") != commitment("seed", "redro")
    assert shuffle([], "seed", "nothing") == ()
