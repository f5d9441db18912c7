"""Every reason for refusing a move is provoked by some test of the rulebook."""

import re
from pathlib import Path

import pytest

from engine.castle.moves import AnotherTurn, Deployment, Move, Reason, Spot, Turn, WallTilePlay
from engine.errors import EngineError, IllegalMove
from engine.tiles.grid import Placement
from tests.engine.castle.kit.boards import game, refusal

PROVOKED = "\n".join(
    path.read_text("utf-8")
    for path in Path(__file__).parent.rglob("test_*.py")
    if path.name != Path(__file__).name
)


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_is_provoked_with_its_facts_by_a_test(reason: Reason) -> None:
    """`refusal` checks that nothing changed, and that the move is not listed as legal."""
    asserted = rf"refusal\([^=]*?==\s*\(?\s*Reason\.{reason.name}\b"
    assert re.search(asserted, PROVOKED), f"no test provokes {reason}"


def test_illegal_moves_log_their_reason_and_facts() -> None:
    assert str(IllegalMove(Reason.OCCUPIED, cell="E5", tile="lane")) == (
        "occupied (cell=E5, tile=lane)"
    )
    assert str(IllegalMove(Reason.GAME_OVER)) == "game_over"
    assert issubclass(IllegalMove, EngineError)


WALL_TILES = WallTilePlay(2, Spot((4, 4), 3))


@pytest.mark.parametrize(
    "move",
    [
        AnotherTurn(True),
        Turn(Placement((3, 4), 4)),
        Turn(Placement((99, 99), 0)),
        Turn(Placement((0, 5), 0), Deployment("squire", 0)),
        Turn(Placement((0, 5), 0), Deployment("merchant", 99)),
        Turn(Placement((0, 5), 0), None, (WALL_TILES,)),
        Turn(Placement((0, 5), 0), None, (WallTilePlay(2, Spot((99, 99), 3)),)),
        Turn(Placement((0, 5), 0), None, (WallTilePlay(3, Spot((0, 5), 99)),)),
        Turn(Placement((0, 5), 0), None, (), (Spot((0, 5), 0),)),
    ],
)
def test_moves_only_a_program_could_make_are_refused_too(
    move: Move,
) -> None:
    reason, _ = refusal(game(held=([2, 3], [])), move)
    assert reason in list(Reason)
