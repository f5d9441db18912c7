"""The tutorial of The Castle: its exercises, and a game whose tiles come in a given order."""

from dataclasses import replace

from engine.castle.catalogue import COPIES, WALL_TILE_KINDS
from engine.castle.rules import castle
from engine.castle.state import State
from engine.castle.turn import new_setup, start
from engine.tutorial import Tutorial, put_first


def begin(draws: str, last: bool) -> State:
    """`draws` are the ids of tiles, such as `bend-6 fork-2`, and wall tiles by the corner towers on
    which they lie, such as `12:3`."""
    setup = new_setup("tutorial", first=0)
    words = draws.split()
    tiles = [word for word in words if ":" not in word]
    deck = put_first(setup.deck, tiles)
    pairs = [word.split(":") for word in words if ":" in word]
    placed = {int(space): int(kind) for space, kind in pairs}
    every_kind = [kind for kind in WALL_TILE_KINDS for _ in range(COPIES)]
    kinds = put_first(every_kind, [*placed.values()])
    spaces = put_first([*setup.wall_tiles], [*placed])
    state, _ = start(
        replace(
            setup,
            deck=deck[: len(tiles)] if last else deck,
            wall_tiles=dict(zip(spaces, kinds, strict=False)),
        )
    )
    return state


TUTORIAL = Tutorial(castle, begin, __package__, lambda state, seat: state.supply[seat])
