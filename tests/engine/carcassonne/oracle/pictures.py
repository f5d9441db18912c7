"""The tiles as hand-drawn pictures of five by five squares, and how they are rotated.

    c city   P city with a pennant   r road   f field   k cloister   + nobody's: it keeps apart
    w river  D city with a cathedral   i road with an inn   s road that runs slanting

Equal kinds are connected where they touch side by side, and a slanting road also where its squares
touch at a corner. The three squares in the middle of an edge are the thirds of that side. A bridge
is drawn as the road that it carries, so a river has a gap there.
"""

from tests.engine.pictures import SIDES, Picture, turned_picture

DRAWN = {
    "A": "fffff fffff ffkff ffrff ffrff",
    "B": "fffff fffff ffkff fffff fffff",
    "C": "ccccc ccccc ccPcc ccccc ccccc",
    "D": "fcccf fffff rrrrr fffff fffff",
    "E": "fcccf fffff fffff fffff fffff",
    "F": "fffff ccccc ccPcc ccccc fffff",
    "G": "fffff ccccc ccccc ccccc fffff",
    "H": "fffff cfffc cfffc cfffc fffff",
    "I": "fccc+ ffffc ffffc ffffc fffff",
    "J": "fcccf fffff ffrrr ffrff ffrff",
    "K": "fcccf fffff rrrff ffrff ffrff",
    "L": "fcccf fffff rr+rr ffrff ffrff",
    "M": "fcccc ffcPc fffcc ffffc fffff",
    "N": "fcccc ffccc fffcc ffffc fffff",
    "O": "cPccf cffff cfrrr cfrff ffrff",
    "P": "ccccf cffff cfrrr cfrff ffrff",
    "Q": "ccccc ccPcc ccccc ccccc fffff",
    "R": "ccccc ccccc ccccc ccccc fffff",
    "S": "ccccc ccPcc ccccc ccccc ffrff",
    "T": "ccccc ccccc ccccc ccccc ffrff",
    "U": "ffrff ffrff ffrff ffrff ffrff",
    "V": "fffff fffff rrrff ffrff ffrff",
    "W": "fffff fffff rr+rr ffrff ffrff",
    "X": "ffrff ffrff rr+rr ffrff ffrff",
}
DRAWN_INNS = {
    "ic-1": "ccccc ccccc ccDcc ccccc ccccc",
    "ic-2": "fffff fffff rrkrr fffff fffff",
    "ic-3": "+ccc+ cfffc cfffc cfffc +ccc+",
    "ic-4": "+ccc+ cfffc cfffc cfffc fffff",
    "ic-5": "fcccf ffcff rr+rr ffcff fcccf",
    "ic-6": "ccccf cPcff ccfff cffff +cccf",
    "ic-7": "fcccf ffccf fffcf fffcf ffff+",
    "ic-8": "fcccf ffcff ffrff ffrff ffrff",
    "ic-9": "ccccf cccff cccrr ccfff cffff",
    "ic-10": "ffrff ccccc ccPcc ccccc ffrff",
    "ic-11": "ccccf cccff cccff cfiff cfrff",
    "ic-12": "fcccf fffff rriff ffrff ffrff",
    "ic-13": "cPccf cffff cfirr cfrff ffrff",
    "ic-14": "fffff fffff rr+ir ffrff ffrff",
    "ic-15": "fffff fffff rrirr fffff fffff",
    "ic-16": "fffff fffff rriff ffrff ffrff",
    "ic-17": "ffsff fsfff sfffs fffsf ffsff",
}
DRAWN_RIVER = {
    "river-1": "fffff fffff ffwww fffff fffff",
    "river-2": "fffff fffff wwwff fffff fffff",
    "river-3": "fcccf fffff wwwww fffff fcccf",
    "river-4": "fcccf ffrff wwrww ffrff ffrff",
    "river-5": "fffff ffkff wwrww ffrff ffrff",
    "river-6": "ffwff ffwff rrrrr ffwff ffwff",
    "river-7": "fffff fffff wwwww fffff fffff",
    "river-8": "ccccf cffff cfwww cfwff ffwff",
    "river-9": "ffsff fffsf wfffs fwfff ffwff",
    "river-10": "fffff fffff wwwff ffwff ffwff",
}
KINDS = {
    "c": "city",
    "P": "city",
    "D": "city",
    "r": "road",
    "i": "road",
    "s": "road",
    "f": "field",
    "k": "cloister",
    "w": "river",
}
# The letters of what can be on a square.
THINGS = {"D": "cathedral", "i": "inn"}


# The four rotations of each type.
PICTURES: dict[str, tuple[Picture, ...]] = {
    tile: tuple(turned_picture(tuple(drawn.split()), quarters) for quarters in range(4))
    for tile, drawn in (DRAWN | DRAWN_INNS | DRAWN_RIVER).items()
}

# To the neighbour beyond a side; x grows to the east, y to the north.
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
ACROSS = {"N": "S", "E": "W", "S": "N", "W": "E"}
PORTS = ["NNW", "N", "NNE", "ENE", "E", "ESE", "SSE", "S", "SSW", "WSW", "W", "WNW"]
PORT_AT = {
    square: port
    for port, square in zip(
        PORTS, (square for side in SIDES.values() for square in side), strict=True
    )
}
