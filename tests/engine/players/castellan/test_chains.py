"""What would close a ring, checked by building it."""

from collections.abc import Sequence

from engine.castellan.imagining import closings
from engine.castellan.pieces import KINDS
from engine.castellan.plan import Plan, new_courtyards
from engine.players.castellan.board import WallBoard, edge_of, outside, piece_of, walk
from engine.players.castellan.chains import Chain, find_chains
from tests.engine.castellan.kit.tables import build
from tests.engine.players.castellan.positions import plans

SHORT = 3
"""The other way of finding chains knows those of up to this many pieces."""
EVERY = 7


def on_open_ground(shown: Plan) -> Sequence[Chain]:
    board = WallBoard(shown)
    return find_chains(board, outside(board), long=True)


def built(shown: Plan, chain: Chain, seat: int) -> Plan:
    text = " ".join(_text(chain))
    return build(shown, text, seat)


def _text(chain: Chain) -> list[str]:
    pieces = [piece_of(step) for step in chain.pieces]
    assert tuple(sum(one.kind == kind for one in pieces) for kind in KINDS) == chain.need
    return [f"{one.kind[0]}{one.at[0]},{one.at[1]}{one.heading}" for one in pieces]


def test_every_chain_can_be_built_and_encloses_what_it_says() -> None:
    """Somewhat more if a tower joins other walls."""
    for shown in plans():
        for chain in on_open_ground(shown)[::EVERY]:
            after = built(shown, chain, 0)
            towers = sum(map(after.towers_of, new_courtyards(shown, after)))
            joined = any(shown.ends.get(one.at, 0) > 1 for one in map(piece_of, chain.pieces))
            assert towers == chain.towers or (joined and towers > chain.towers)


def test_chains_within_a_courtyard_divide_it() -> None:
    for shown in plans():
        board = WallBoard(shown)
        for whole in shown.courtyards:
            face = walk(board, *edge_of(shown, whole))
            for chain in find_chains(board, face, long=False)[::EVERY]:
                parts = new_courtyards(shown, built(shown, chain, whole.seat))
                if len(parts) == 2:
                    towers = [built(shown, chain, whole.seat).towers_of(part) for part in parts]
                    assert (sum(towers), min(towers)) == (chain.towers, chain.smaller)


def test_no_better_closing_of_few_pieces_is_missed() -> None:
    for shown in plans():
        chains = on_open_ground(shown)
        for number in range(1, SHORT + 1):
            known = [one.towers for one in closings(shown) if len(one.pieces) <= number]
            found = [one.towers for one in chains if len(one.pieces) <= number]
            assert max(found, default=0) >= max(known, default=0)
