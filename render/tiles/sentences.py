"""Sentences about moves and positions that the games with tiles say alike: one wording for reports,
alt texts, boards of text and what is read aloud."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.tiles.tile import Segment
from render.locale import Words
from render.subject import Names
from render.tiles.places import directions

# The most cells of a feature that are listed by name.
MOST_CELLS = 4
MOST_DISCARDED = 3


def list_cells(words: Words, cells: Sequence[str]) -> str:
    """List a feature's cells: `D5, D6 and E6`; of a large one, the first few and how many more."""
    more = len(cells) - MOST_CELLS
    if more <= 1:
        return words.join(cells)
    return words.join([*cells[:MOST_CELLS], words("tiles.more_cells", count=more)])


def list_features(words: Words, features: Sequence[str]) -> str:
    """List features with their cells, as they are named: `path on D5; house on D5 and E5 (×2)`."""
    counted = Counter(features)
    return "; ".join(
        feature if count == 1 else f"{feature} (×{count})" for feature, count in counted.items()
    )


def describe_place(words: Words, segment: Segment) -> str:
    """`north–east`: where a part of a tile lies on it."""
    return "–".join(words(f"tiles.direction.{direction}") for direction in directions(segment))


def name_tile(words: Words, tile: str) -> str:
    """Name a tile within a sentence: `“bend 7”`."""
    return words("tiles.named", tile=tile)


def describe_laying(words: Words, name: str, tile: str, cell: str, follower: str = "") -> str:
    """`**Anna** laid a tile on D7 and placed a squire on its house`, without a full stop, as points
    may follow."""
    if not follower:
        return words("tiles.event.laid", name=name, tile=tile, cell=cell)
    return words("tiles.event.laid_with", name=name, tile=tile, cell=cell, follower=follower)


def describe_points(words: Words, what: str, award: str, why: str = "") -> str:
    """`The city on M51 is complete: **4 points for Anna** (2 tiles, 2 points each)`."""
    text = words("tiles.event.scored", what=what, award=award)
    return words("tiles.event.because", text=text, why=why) if why else text


def describe_unclaimed(words: Words, features: Sequence[str]) -> str:
    """List features, as they are named, that were completed without a follower."""
    return words("tiles.event.unclaimed", features=list_features(words, features))


def describe_returned(
    words: Words, names: Names, returned: Iterable[Sequence[int]]
) -> Iterator[str]:
    """`returned` are the followers by seat, each time that some go back."""
    for followers in returned:
        parts = [
            words("tiles.event.back", count=count, name=name)
            for count, name in zip(followers, names, strict=True)
            if count
        ]
        yield words("tiles.event.returned", followers=words.join(parts))


def describe_discarded(words: Words, tiles: Sequence[str]) -> Iterator[str]:
    """`tiles` are the names of tiles that fit nowhere (R7, C3)."""
    if tiles:
        named = [name_tile(words, tile) for tile in tiles[:MOST_DISCARDED]]
        more = len(tiles) - len(named)
        if more:
            named.append(words("tiles.event.more_tiles", count=more))
        yield words("tiles.event.discarded", count=len(tiles), tiles=words.join(named))


def describe_player(words: Words, name: str, points: int, followers: str) -> str:
    """`Anna: 12 points, 5 followers left`; the followers come in words."""
    return words(
        "tiles.board.player",
        name=name,
        points=words("words.points", count=points),
        followers=followers,
    )


def describe_drawn(words: Words, name: str, tile: str, sides: str, fits: str) -> str:
    """Say who is to play which tile, and where it fits."""
    to_play = words("tiles.waits.to_play", name=name, tile=name_tile(words, tile), sides=sides)
    if not fits:
        return f"{to_play} {words('tiles.waits.fits_nowhere')}"
    return f"{to_play} {words('tiles.waits.fits', cells=fits)}"


def describe_open(words: Words, features: Sequence[str]) -> str:
    """`Still open: road at M50 to M52.`; nothing for no features."""
    return words("tiles.board.unfinished", features="; ".join(features)) if features else ""
