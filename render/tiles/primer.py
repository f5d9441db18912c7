"""An introduction to the pieces of a game with tiles: a tile with all the followers that it has
room for, and cards with what is on others."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from math import dist
from typing import TypeVar

from engine.tiles.draws import TileCatalogue
from engine.tiles.tile import TurnedTile
from render.locale import Words
from render.picture.scene import Item, Name, Point, Scene, ThemeName
from render.tables.primer import CORNER, LARGE, SMALL, NamedThing, primer_card, primer_picture
from render.tiles.sprites import framed_tile

R = TypeVar("R", bound=str)


def tile_primer(
    words: Words,
    kind: str,
    catalogue: TileCatalogue,
    *,
    follower_spots: Callable[[TurnedTile], Mapping[R, tuple[float, float]]],
    figure: Callable[[int, R], Name],
    cards: Sequence[str],
    picture: Callable[[str, Point], Sequence[Item]],
    theme: ThemeName,
) -> Scene:
    """`follower_spots` says where a follower of each role stands on a tile, `figure` is one of a
    seat, and `picture` is that of a card."""

    def room(tile: TurnedTile) -> tuple[int, float]:
        points = follower_spots(tile).values()
        return len(points), min((dist(*pair) for pair in combinations(points, 2)), default=0)

    def figure_of(role: R) -> Callable[[int], Name]:
        return lambda seat: figure(seat, role)

    tile = max((turned[0] for turned in catalogue.turned.values()), key=room)
    followers = [
        NamedThing(words(f"{kind}.primer.{role}"), point, figure_of(role))
        for role, point in follower_spots(tile).items()
    ]
    primer_cards = [primer_card(words, kind, card, partial(picture, card)) for card in cards]
    large = framed_tile((tile.tile.id, tile.rotation), CORNER, LARGE)
    return primer_picture(large, followers, primer_cards, theme)


def first_tile(catalogue: TileCatalogue, fits: Callable[[TurnedTile], bool]) -> TurnedTile:
    """Find the first tile that fits; any tile if a catalogue has none."""
    tiles = [turned[0] for turned in catalogue.turned.values()]
    return next(filter(fits, tiles), tiles[0])


def card_tile(tile: TurnedTile, at: Point) -> list[Item]:
    return framed_tile((tile.tile.id, tile.rotation), at, SMALL)
