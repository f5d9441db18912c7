"""Castle tiles as pictures of five by five characters: read, drawn and rotated. Independent of any
board.

    .cph.       t tower, h house, c court, m a market on a court,
    ccphh       p path, f a fountain on a path,
    cmphh       + a square, or where things end: it keeps them apart,
    ccphh       . nobody.
    .cph.

Equal kinds are connected where they touch side by side, in the corners too. The three characters in
the middle of an edge are the ports of that side; `.` or `+` on the middle one separates its halves.
"""

from collections.abc import Mapping, Sequence
from itertools import islice, permutations

from engine.castle.catalogue import Kind, SegmentData
from engine.tiles.tile import CHANNELS, Segment
from tests.engine.pictures import SIDES, WIDTH, Picture, Place, beside

KINDS: dict[str, Kind] = {
    "t": "tower",
    "h": "house",
    "c": "court",
    "m": "court",
    "p": "path",
    "f": "path",
}
LETTERS = {"tower": "t", "house": "h", "court": "c", "path": "p"}
MARKS = {"court": "m", "path": "f"}
# Where each port is.
PLACES = tuple(place for side in SIDES.values() for place in side)
CENTRE = (2, 2)
CORNERS = ((0, 0), (0, 4), (4, 4), (4, 0))
EVERYWHERE = tuple((row, column) for row in range(WIDTH) for column in range(WIDTH))
ROUTES_TRIED = 5000


def read_tile(picture: Sequence[str]) -> list[SegmentData]:
    """Find the segments of a picture, in the order of their lowest ports."""
    if len(picture) != WIDTH or any(len(row) != WIDTH for row in picture):
        raise ValueError(f"a tile is {WIDTH} by {WIDTH} characters: {picture}")
    letters = {(row, column): picture[row][column] for row, column in EVERYWHERE}
    return read_letters(letters, {place: port for port, place in enumerate(PLACES)})


def read_letters(letters: Mapping[Place, str], port_at: Mapping[Place, int]) -> list[SegmentData]:
    """Find the segments formed by letters on some places, some of which are ports."""
    rest = {place for place, letter in letters.items() if letter not in "+."}
    if unknown := {letters[place] for place in rest} - KINDS.keys():
        raise ValueError(f"no kind has the letter {', '.join(sorted(unknown))}")
    segments = []
    for start in sorted(port_at, key=port_at.__getitem__):
        if start in rest:
            area = _area(letters, start)
            rest -= area
            segments.append(_segment(letters, port_at, area))
    if rest:
        raise ValueError(f"{letters[min(rest)]} at {min(rest)} hangs together with no side")
    return segments


def _segment(
    letters: Mapping[Place, str], port_at: Mapping[Place, int], area: set[Place]
) -> SegmentData:
    kind = KINDS[letters[min(area)]]
    owned = sorted(port_at[place] for place in area if place in port_at)
    if kind != "path":
        owned = [port for port in owned if port not in CHANNELS]
    return SegmentData(
        kind=kind,
        ports=owned,
        fountain=any(letters[place] == "f" for place in area),
        markets=sum(letters[place] == "m" for place in area),
    )


def _area(letters: Mapping[Place, str], start: Place) -> set[Place]:
    kind = KINDS[letters[start]]
    area = {start}
    edge = [start]
    while edge:
        for near in beside(edge.pop()):
            if near not in area and KINDS.get(letters.get(near, ".")) == kind:
                area.add(near)
                edge.append(near)
    return area


def draw_tile(segments: Sequence[Segment]) -> Picture:
    """A picture that reads as these segments."""
    for order in islice(permutations(range(len(segments))), ROUTES_TRIED):
        picture = _Drawing(segments).draw(order)
        if picture is not None:
            return picture
    raise ValueError(f"found no picture of {segments}")


def as_segments(read: Sequence[SegmentData]) -> list[Segment]:
    """Segments that were read, as the engine has them."""
    return [Segment(s.kind, tuple(sorted(s.ports)), s.markets + int(s.fountain)) for s in read]


class _Drawing:
    """Twenty-five places, and the segment on each."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments = segments
        self.on = {PLACES[port]: i for i, s in enumerate(segments) for port in s.ports}

    def draw(self, order: Sequence[int]) -> Picture | None:
        """Route the segments in this order; None if that does not work."""
        if not all(self._route(index) for index in order):
            return None
        for index, segment in enumerate(self.segments):
            if segment.kind == "path" and len(segment.ports) == 1:
                self._grow(index, *_inwards(PLACES[segment.ports[0]]))
        gates = [s for s in self.segments if s.kind == "path" and len(s.ports) == 1]
        self._fill({CENTRE} if gates else set())
        picture = self._write()
        return (
            picture
            if as_segments(read_tile(picture))
            == sorted(self.segments, key=lambda segment: segment.ports[0])
            else None
        )

    def _route(self, index: int) -> bool:
        """Join the ports of a segment through free places."""
        first, *others = (PLACES[port] for port in self.segments[index].ports)
        joined = {first}
        for goal in others:
            came: dict[Place, Place | None] = dict.fromkeys(sorted(joined))
            edge = list(came)
            for place in edge:
                for near in beside(place):
                    if near not in came and (self.on.get(near) == index or self._free(near, index)):
                        came[near] = place
                        edge.append(near)
            if goal not in came:
                return False
            step: Place | None = goal
            while step is not None:
                joined.add(step)
                self.on[step] = index
                step = came[step]
        return True

    def _free(self, place: Place, index: int) -> bool:
        """Whether the segment may grow here without touching another of its kind."""
        kind = self.segments[index].kind
        around = [self.on[near] for near in beside(place) if near in self.on]
        return (
            place in EVERYWHERE
            and place not in self.on
            and all(other == index or self.segments[other].kind != kind for other in around)
        )

    def _grow(self, index: int, *places: Place) -> None:
        for place in places:
            if self._free(place, index):
                self.on[place] = index

    def _fill(self, kept_free: set[Place]) -> None:
        """Fill the inside, then corners and sides between two places of the same segment."""
        for _ in range(WIDTH):
            for place in EVERYWHERE:
                around = [self.on[near] for near in beside(place) if near in self.on]
                inner = place not in PLACES and place not in CORNERS
                for index in sorted(set(around), key=around.count, reverse=True):
                    enough = inner or around.count(index) > 1
                    if self.segments[index].kind != "path" and enough and place not in kept_free:
                        self._grow(index, place)

    def _write(self) -> Picture:
        letters = {place: LETTERS[self.segments[i].kind] for place, i in self.on.items()}
        for index, segment in enumerate(self.segments):
            own = [place for place, i in self.on.items() if i == index]
            own.sort(key=lambda place: (place in PLACES, place in CORNERS, _way(place)))
            for place in own[: segment.marks]:
                letters[place] = MARKS[segment.kind]
        return tuple(
            "".join(letters.get((row, column), _nobody(row, column)) for column in range(WIDTH))
            for row in range(WIDTH)
        )


def _inwards(place: Place) -> list[Place]:
    """One place further in, if there is one."""
    return [near for near in beside(place) if near in EVERYWHERE and near not in PLACES][:1]


def _way(place: Place) -> int:
    return abs(place[0] - CENTRE[0]) + abs(place[1] - CENTRE[1])


def _nobody(row: int, column: int) -> str:
    return "." if {row, column} & {0, WIDTH - 1} else "+"
