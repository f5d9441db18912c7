"""Reasons for and against a move, in terms for which every language has words."""

from collections.abc import Iterator, Mapping, Sequence

from engine.castle.events import Event, FeatureScored, FollowersReturned, KeepMoved
from engine.castle.moves import Move, Turn
from engine.castle.state import State
from engine.castle.turn import apply
from engine.players.castle.play import points_for
from engine.players.castle.position import (
    COURT,
    KINDS,
    NOBODY,
    Area,
    AreaChange,
    CastlePosition,
    area_changes,
)
from engine.players.castle.worth import keep_lead, open_worth, weights
from engine.players.expert import Facts, Reason, weightiest
from engine.tiles.grid import bits

# Every reason with its facts. `kind` is a kind of feature, `fits` how many of the tiles to come
# fit on the hardest cell to fill in front of a feature, `space` a corner tower, `left` the
# followers left to place. A `seat` is always the opponent's.
NAMES: Mapping[str, tuple[str, ...]] = {
    "scores": ("kind", "tiles", "points"),
    "closes-theirs": ("kind", "seat", "points"),
    "closes-for-nobody": ("kind",),
    "opens": ("kind", "tiles", "fits"),
    "continues": ("kind", "tiles", "fits"),
    "trades": ("markets",),
    "contests": ("kind", "seat"),
    "hinders": ("kind", "seat", "fits"),
    "helps": ("kind", "seat"),
    "takes-wall-tile": ("space",),
    "gives-wall-tile": ("seat", "space"),
    "plays-wall-tiles": ("points",),
    "moves-keep": ("tiles",),
    "gives-keep": ("seat", "tiles"),
    "brings-home": ("followers",),
    "frees-theirs": ("seat", "followers"),
    "spends-follower": ("left",),
    "another-turn": (),
}
# Reasons worth fewer points are left out.
LEAST = 0.25


def reasons(state: State, move: Move) -> tuple[Reason, ...]:
    return weightiest(considerations(state, move), LEAST)


def considerations(state: State, move: Move) -> list[Reason]:
    """All reasons. While tiles are to come, the points add up to the worth of the move at first
    sight."""
    position = CastlePosition.of(state)
    if not isinstance(move, Turn):
        turn = 2 * weights(position.left).turn
        return [Reason("another-turn", turn)] if move.taken else []
    assert position.drawn is not None
    cell = position.tables.grid.numbers[move.placement.cell]
    rotation = move.placement.rotation
    number = NOBODY
    if move.follower is not None:
        parts = position.tables.parts[position.drawn][rotation]
        number = [part.ports[0] for part in parts].index(move.follower.port)
    changes = area_changes(position, (0.0, cell, rotation, number))
    _, events = apply(state, state.seat, move)
    every = [reason for change in changes for reason in _area_reasons(position, change)]
    every += _wall_tile_reasons(position, events, len(move.wall_tiles))
    every += _keep_reasons(position, events)
    every += _supply_reasons(position, events, move.follower is not None)
    return every


def _area_reasons(position: CastlePosition, change: AreaChange) -> Iterator[Reason]:
    """Judge the change of an area."""
    seat = position.seat
    other = 1 - position.seat
    now = weights(position.left)
    before, after, deployed = change

    def worth(area: Area) -> float:
        if area.leader is None:
            return 0.0
        points = open_worth(now, area.kind, area.cells, area.marks, area.faces)
        return points if area.leader == seat else -points

    leader = after.leader
    kind = KINDS[after.kind]
    tiles = after.cells.bit_count()
    worth_before = sum(worth(area) for area in before)
    if not after.first and not after.second:
        return
    if not after.faces and after.kind != COURT:
        points = points_for(after.kind, tiles, after.marks)
        facts: Facts = {"kind": kind, "tiles": tiles, "points": points}
        if leader is None:
            yield Reason("closes-for-nobody", -worth_before, {"kind": kind})
        elif leader == seat:
            yield Reason("scores", points - worth_before, facts)
        else:
            facts = {"kind": kind, "seat": other, "points": points}
            yield Reason("closes-theirs", -points - worth_before, facts)
        return
    gained = worth(after) - worth_before
    fits = min((_count_fitting(position, cell) for cell in bits(after.faces)), default=0)
    if leader == seat:
        if after.kind == COURT:
            yield Reason("trades", gained, {"markets": after.marks})
        else:
            name = "opens" if deployed else "continues"
            yield Reason(name, gained, {"kind": kind, "tiles": tiles, "fits": fits})
    elif any(area.leader != leader for area in before if area.first or area.second):
        yield Reason("contests", gained, {"kind": kind, "seat": other})
    elif gained > 0:
        yield Reason("hinders", gained, {"kind": kind, "seat": other, "fits": fits})
    elif gained < 0:
        yield Reason("helps", gained, {"kind": kind, "seat": other})


def _count_fitting(position: CastlePosition, cell: int) -> int:
    """Count the tiles to come that fit on an empty cell, given the neighbours already laid."""
    barred = [position.barred[2 * side : 2 * side + 2] for side in range(4)]
    allowed = [[not cells >> cell & 1 for cells in labels] for labels in barred]
    turned = position.tables.catalogue.turned
    return sum(
        any(all(map(list.__getitem__, allowed, rotated.edges)) for rotated in turned[tile])
        for tile in position.deck[position.dealt :]
    )


def _wall_tile_reasons(
    position: CastlePosition, events: Sequence[Event], played: int
) -> Iterator[Reason]:
    each = weights(position.left).wall_tile
    scored = [event for event in events if isinstance(event, FeatureScored)]
    if played:
        more = sum(event.points - event.points // (1 + event.wall_tiles) for event in scored)
        yield Reason("plays-wall-tiles", more - played * each, {"points": more})
    for event in scored:
        if event.tower is not None and event.seat == position.seat:
            yield Reason("takes-wall-tile", each, {"space": event.tower})
        elif event.tower is not None:
            facts: Facts = {"seat": 1 - position.seat, "space": event.tower}
            yield Reason("gives-wall-tile", -each, facts)


def _keep_reasons(position: CastlePosition, events: Sequence[Event]) -> Iterator[Reason]:
    seat = position.seat
    other = 1 - position.seat
    now = weights(position.left)
    keeps = position.keeps.copy()
    for event in events:
        if isinstance(event, KeepMoved):
            before = keep_lead(now, keeps[seat], keeps[other])
            keeps[event.seat] = event.tiles
            gained = keep_lead(now, keeps[seat], keeps[other]) - before
            if event.seat == seat:
                yield Reason("moves-keep", gained, {"tiles": event.tiles})
            else:
                yield Reason("gives-keep", gained, {"seat": other, "tiles": event.tiles})


def _supply_reasons(
    position: CastlePosition, events: Sequence[Event], deployed: bool
) -> Iterator[Reason]:
    seat = position.seat
    other = 1 - position.seat
    worth = weights(position.left).supply
    returned = (event.followers for event in events if isinstance(event, FollowersReturned))
    home = next(returned, (0, 0))
    mine = position.supply[seat]
    theirs = position.supply[other]
    freed = home[other]
    after = mine + home[seat] - deployed
    gained = worth[after] - worth[mine]
    if after > mine:
        yield Reason("brings-home", gained, {"followers": after - mine})
    elif after < mine:
        yield Reason("spends-follower", gained, {"left": after})
    if freed:
        facts: Facts = {"seat": other, "followers": freed}
        yield Reason("frees-theirs", worth[theirs] - worth[theirs + freed], facts)
