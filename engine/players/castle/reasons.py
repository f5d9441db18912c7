"""Reasons for and against a move, in terms for which every language has words."""

from collections.abc import Iterator, Mapping, Sequence

from engine.castle.events import Event, FeatureScored, FollowersReturned, KeepMoved
from engine.castle.moves import Move, Turn
from engine.castle.scoring import MARKET
from engine.castle.state import State
from engine.castle.turn import apply
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
from engine.tiles.grid import bit_set, bits

# Every reason with its facts. `kind` is a kind of feature, `fits` how many of the tiles to come
# fit on the hardest cell to fill in front of a feature, `space` a corner tower. The `points` of a
# court are those that it gives at the end. A `seat` is always the opponent's.
NAMES: Mapping[str, tuple[str, ...]] = {
    "scores": ("kind", "points"),
    "scores-at-once": ("kind", "points"),
    "scores-theirs": ("kind", "seat", "points"),
    "closes-for-nobody": ("kind",),
    "opens": ("kind", "tiles", "fits"),
    "continues": ("kind", "tiles", "fits"),
    "eases": ("kind", "fits"),
    "takes-over": ("kind", "seat"),
    "draws-level": ("kind", "seat"),
    "gives-away": ("kind", "seat"),
    "hinders": ("kind", "seat", "fits"),
    "helps": ("kind", "seat"),
    "opens-court": ("markets",),
    "trades": ("markets", "points"),
    "trades-theirs": ("seat", "markets", "points"),
    "closes-in": ("markets", "points"),
    "closes-in-theirs": ("seat", "markets", "points"),
    "takes-wall-tile": ("space",),
    "gives-wall-tile": ("seat", "space"),
    "plays-wall-tiles": ("points",),
    "moves-keep": ("tiles",),
    "moves-keep-theirs": ("seat", "tiles"),
    "brings-home": ("followers",),
    "frees": ("seat", "followers"),
    "last-follower": (),
    "another-turn": (),
}

# The theme of a puzzle whose best move is set apart by each reason.
THEMES: Mapping[str, str] = {
    "scores": "completion",
    "scores-at-once": "completion",
    "scores-theirs": "gift",
    "closes-for-nobody": "spoiling",
    "opens": "claim",
    "continues": "growth",
    "eases": "growth",
    "takes-over": "takeover",
    "draws-level": "takeover",
    "gives-away": "gift",
    "hinders": "block",
    "helps": "gift",
    "opens-court": "court",
    "trades": "court",
    "trades-theirs": "gift",
    "closes-in": "court",
    "closes-in-theirs": "block",
    "takes-wall-tile": "landing",
    "gives-wall-tile": "gift",
    "plays-wall-tiles": "wall-tiles",
    "moves-keep": "keep",
    "moves-keep-theirs": "gift",
    "brings-home": "followers",
    "frees": "gift",
    "last-follower": "last-follower",
    "another-turn": "another-turn",
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
    changes = list(area_changes(position, (0.0, cell, rotation, number)))
    _, events = apply(state, state.seat, move)
    stays = any(change.deployed and not _is_completed(change.after) for change in changes)
    points = _points_by_area(position, events)
    every = [reason for change in changes for reason in _area_reasons(position, change, points)]
    every += _wall_tile_reasons(position, events, len(move.wall_tiles))
    every += _keep_reasons(position, events)
    every += _supply_reasons(position, events, move.follower is not None, stays=stays)
    return every


# The points of completed areas, by kind, cells inside the wall, tiles, and followers of each seat.
PointsByArea = Mapping[tuple[int, int, int, tuple[int, int]], int]


def _points_by_area(position: CastlePosition, events: Sequence[Event]) -> PointsByArea:
    numbers = position.tables.grid.numbers
    points = {}
    for event in events:
        if isinstance(event, FeatureScored):
            kind = KINDS.index(event.kind)
            inside = bit_set(numbers[cell] for cell in event.cells)
            tiles = len(event.cells) + len(event.starts)
            points[kind, inside, tiles, event.followers] = event.points
    return points


def _is_completed(area: Area) -> bool:
    return not area.faces and area.kind != COURT


def _worth(position: CastlePosition, area: Area) -> float:
    """Worth of an incomplete area, in points of lead."""
    if area.leader is None:
        return 0.0
    now = weights(position.left)
    points = open_worth(now, area.kind, area.cells, area.marks, area.faces)
    return points if area.leader == position.seat else -points


def _area_reasons(
    position: CastlePosition, change: AreaChange, points_by_area: PointsByArea
) -> Iterator[Reason]:
    """Judge the change of an area."""
    before, after, deployed = change
    if not after.first and not after.second:
        return
    worth_before = sum(_worth(position, area) for area in before)
    if _is_completed(after):
        inside = after.cells & position.tables.grid.inside
        followers = (after.first, after.second)
        points = points_by_area[after.kind, inside, after.cells.bit_count(), followers]
        yield _completion(position, change, points, worth_before)
        return
    gained = _worth(position, after) - worth_before
    if deployed:
        gained -= weights(position.left).follower
    if after.kind == COURT:
        yield from _court_reasons(position, change, gained)
        return
    seat = position.seat
    other = 1 - seat
    kind = KINDS[after.kind]
    tiles = after.cells.bit_count()
    fits = min(_count_fitting(position, cell) for cell in bits(after.faces))
    theirs: Facts = {"kind": kind, "seat": other}
    leaders = {area.leader for area in before if area.first or area.second}
    if deployed:
        yield Reason("opens", gained, {"kind": kind, "tiles": tiles, "fits": fits})
    elif after.leader == seat and other in leaders:
        yield Reason("takes-over", gained, theirs)
    elif after.leader == seat and any(area.cells == after.cells for area in before):
        yield Reason("eases", gained, {"kind": kind, "fits": fits})
    elif after.leader == seat:
        yield Reason("continues", gained, {"kind": kind, "tiles": tiles, "fits": fits})
    elif after.leader is None and leaders != {None}:
        yield Reason("draws-level", gained, theirs)
    elif after.leader == other and seat in leaders:
        yield Reason("gives-away", gained, theirs)
    elif gained > 0:
        yield Reason("hinders", gained, {**theirs, "fits": fits})
    elif gained < 0:
        yield Reason("helps", gained, theirs)


def _completion(
    position: CastlePosition, change: AreaChange, points: int, worth_before: float
) -> Reason:
    """A path, tower or house that is complete now and scores so many points."""
    after = change.after
    facts: Facts = {"kind": KINDS[after.kind]}
    if after.leader is None:
        return Reason("closes-for-nobody", -worth_before, facts)
    if after.leader == position.seat:
        facts |= {"points": points}
        name = "scores-at-once" if change.deployed else "scores"
        return Reason(name, points - worth_before, facts, scored=points)
    facts |= {"seat": after.leader, "points": points}
    return Reason("scores-theirs", -points - worth_before, facts, scored=-points)


def _court_reasons(position: CastlePosition, change: AreaChange, gained: float) -> Iterator[Reason]:
    """Courts are never complete: they get markets, or are closed in."""
    before, after, deployed = change
    seat = position.seat
    other = 1 - seat
    leaders = {area.leader for area in before if area.first or area.second}
    facts: Facts = {"markets": after.marks, "points": MARKET * after.marks}
    if deployed:
        yield Reason("opens-court", gained, {"markets": after.marks})
    elif after.leader is None and leaders != {None}:
        yield Reason("draws-level", gained, {"kind": "court", "seat": other})
    elif after.leader == seat and other in leaders:
        yield Reason("takes-over", gained, {"kind": "court", "seat": other})
    elif after.leader == other and seat in leaders:
        yield Reason("gives-away", gained, {"kind": "court", "seat": other})
    elif after.leader is not None:
        name = "trades" if after.faces else "closes-in"
        if after.leader == seat:
            yield Reason(name, gained, facts)
        else:
            yield Reason(f"{name}-theirs", gained, {"seat": other, **facts})


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
        yield Reason("plays-wall-tiles", -played * each, {"points": more})
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
                yield Reason("moves-keep-theirs", gained, {"seat": other, "tiles": event.tiles})


def _supply_reasons(
    position: CastlePosition, events: Sequence[Event], deployed: bool, *, stays: bool
) -> Iterator[Reason]:
    """Judge the followers that come back, apart from one placed and returned in the same move, and
    the last one going."""
    seat = position.seat
    other = 1 - position.seat
    now = weights(position.left)
    returned = (event.followers for event in events if isinstance(event, FollowersReturned))
    home = next(returned, (0, 0))
    mine = position.supply[seat]
    theirs = position.supply[other]
    back = home[seat] - (deployed and not stays)
    freed = home[other]
    after = mine + back - stays
    gained = now.supply[after] - now.supply[mine] + (now.follower if stays else 0.0)
    if back:
        yield Reason("brings-home", gained, {"followers": back})
    elif stays and after == 0:
        yield Reason("last-follower", gained)
    if freed:
        facts: Facts = {"seat": other, "followers": freed}
        yield Reason("frees", now.supply[theirs] - now.supply[theirs + freed], facts)
