"""The tiles as hand-drawn pictures of five by five squares, and how they are rotated.

    c city   P city with a pennant   r road   f field   k cloister   + nobody's: it keeps apart

Equal kinds are connected where they touch side by side. The three squares in the middle of an edge
are the thirds of that side.
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
KINDS = {"c": "city", "P": "city", "r": "road", "f": "field", "k": "cloister"}


# The four rotations of each type.
PICTURES: dict[str, tuple[Picture, ...]] = {
    tile: tuple(turned_picture(tuple(drawn.split()), quarters) for quarters in range(4))
    for tile, drawn in DRAWN.items()
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
