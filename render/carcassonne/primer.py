"""An introduction to the pieces, for people who do not know the game: what each is
called, and what it is for; with those of expansions, where a game has them."""

from collections.abc import Mapping, Sequence
from functools import partial

from engine.carcassonne.catalogue import Catalogue, standard_catalogue
from engine.carcassonne.moves import ROLES, Expansion, Role
from engine.tiles.tile import TurnedTile
from render.carcassonne.art.spots import follower_spot
from render.carcassonne.art.sprites import FollowerSprite, MarkerSprite, complete_catalogue
from render.carcassonne.board.layout import LARGE_HEIGHT, follower_of
from render.carcassonne.tiles import river_end
from render.locale import Words
from render.picture.palette import INK, THEMES, Theme, mix
from render.picture.scene import Box, Item, Point, Scene, SpritePicture, Text, ThemeName
from render.tables.primer import SMALL, cards_picture, describe_cards, describe_primer, primer_card
from render.tiles.primer import card_tile, first_tile, tile_primer
from render.tiles.sprites import framed_tile, tile_picture

# The followers on the large tile: no tile also has a cloister.
ON_A_TILE: tuple[Role, ...] = ("knight", "highwayman", "farmer")
CARDS = ("monk", "pennant", "junction", "fields", "city", "marker")
# The cards about what an expansion adds.
ADDED: Mapping[Expansion, Sequence[str]] = {
    "river": ("spring", "river", "lake"),
    "inns": ("inn", "cathedral", "large"),
}
# The size of a tile of an expansion: none of them ships in a larger one.
ADDED_TILE = 200
# The height of a follower beside a large one, as a share of the picture of their card.
BESIDE_LARGE = 0.56
# The height of a monk, as a share of the picture of its card.
MONK = 0.44
# The height of a marker, likewise.
MARKER = 0.46
# The least roads that end at a junction.
JUNCTION = 3
# The spaces of the track that are shown.
SPACES = (12, 13, 14, 15, 16)


def primer_scene(
    words: Words,
    theme: ThemeName = "light",
    expansions: Sequence[Expansion] = (),
    catalogue: Catalogue | None = None,
) -> Scene:
    catalogue = catalogue or standard_catalogue()
    return tile_primer(
        words,
        "carcassonne",
        catalogue,
        follower_spots=_follower_spots,
        figure=follower_of,
        cards=_cards(expansions),
        picture=partial(_picture, catalogue, THEMES[theme]),
        theme=theme,
    )


def primer_alt(words: Words, expansions: Sequence[Expansion] = ()) -> str:
    return describe_primer(words, "carcassonne", ON_A_TILE, _cards(expansions))


def expansion_scene(words: Words, expansion: Expansion, theme: ThemeName = "light") -> Scene:
    """Draw what an expansion adds, alone."""
    cards = [
        primer_card(words, "carcassonne", card, partial(_added_picture, card))
        for card in ADDED[expansion]
    ]
    return cards_picture(cards, theme)


def expansion_alt(words: Words, expansion: Expansion) -> str:
    return describe_cards(words, "carcassonne", ADDED[expansion])


def _cards(expansions: Sequence[Expansion]) -> Sequence[str]:
    return (*CARDS, *[card for expansion in expansions for card in ADDED[expansion]])


def _follower_spots(tile: TurnedTile) -> dict[Role, tuple[float, float]]:
    """Find the place of a follower of each role that the tile has room for, in tiles."""
    indices = {
        ROLES[segment.kind]: index for index, segment in reversed([*enumerate(tile.segments)])
    }
    return {role: follower_spot(tile, indices[role]) for role in ON_A_TILE if role in indices}


def _picture(catalogue: Catalogue, theme: Theme, card: str, at: Point) -> list[Item]:
    middle = (at[0] + SMALL // 2, at[1] + SMALL // 2)
    match card:
        case "monk":
            tile = first_tile(catalogue, lambda tile: {*_kinds(tile)} == {"cloister", "field"})
            cloister = _kinds(tile).index("cloister") if "cloister" in _kinds(tile) else 0
            x, y = follower_spot(tile, cloister)
            spot = (at[0] + round(x * SMALL), at[1] + round(y * SMALL))
            monk = SpritePicture(FollowerSprite(3, False), spot, round(MONK * SMALL))
            return [*card_tile(tile, at), monk]
        case "pennant":
            return card_tile(
                first_tile(catalogue, lambda tile: any(segment.marks for segment in tile.segments)),
                at,
            )
        case "junction":
            return card_tile(first_tile(catalogue, _has_junction), at)
        case "fields":
            return card_tile(
                first_tile(catalogue, lambda tile: {*_kinds(tile)} == {"road", "field"}), at
            )
        case "city":
            return _small_city(catalogue, at)
        case "marker":
            return _track(theme, at, middle)
        case _:
            return _added_picture(card, at)


def _added_picture(card: str, at: Point) -> list[Item]:
    (left, top) = at
    if card == "large":
        height = round(BESIDE_LARGE * SMALL)
        foot = top + SMALL - 20
        large_height = round(height * LARGE_HEIGHT)
        small = FollowerSprite(2, False)
        large = FollowerSprite(2, False, large=True)
        return [
            SpritePicture(small, (left + SMALL // 5, foot - height // 2), height),
            SpritePicture(large, (left + SMALL * 7 // 10, foot - large_height // 2), large_height),
        ]
    tile = first_tile(complete_catalogue(), lambda tile: _is_on(tile, card))
    indent = (SMALL - ADDED_TILE) // 2
    return framed_tile((tile.tile.id, tile.rotation), (left + indent, top + indent), ADDED_TILE)


def _is_on(tile: TurnedTile, card: str) -> bool:
    """Tell whether a tile shows what a card of an expansion is about."""
    kinds = {*_kinds(tile)}
    if card == "river":
        return kinds == {"river", "field"} and river_end(tile) is None
    if card == "inn" and sorted(_kinds(tile)) != ["field", "field", "road"]:
        return False
    return card == river_end(tile) or any(card in things for things in tile.tile.things)


def _kinds(tile: TurnedTile) -> list[str]:
    return [segment.kind for segment in tile.segments]


def _has_junction(tile: TurnedTile) -> bool:
    roads = [
        segment for segment in tile.segments if segment.kind == "road" and len(segment.ports) == 1
    ]
    return len(roads) >= JUNCTION and "city" not in _kinds(tile)


def _small_city(catalogue: Catalogue, at: Point) -> list[Item]:
    """Draw two tiles with one city side, so that they close a city between them."""
    tile = first_tile(
        catalogue,
        lambda tile: _kinds(tile) == ["city", "field"] and len(tile.segments[0].ports) == 3,
    )
    name = tile.tile.id
    (left, top) = at
    rotation = tile.segments[0].ports[0] // 3
    half = SMALL // 2
    middle = left + SMALL // 4
    south = (2 - rotation) % 4
    north = (4 - rotation) % 4
    frame = (middle - 5, top - 5, middle + half + 5, top + SMALL + 5)
    return [
        Box(frame, INK, radius=6),
        tile_picture((name, south), (middle, top), half),
        tile_picture((name, north), (middle, top + half), half),
    ]


def _track(theme: Theme, at: Point, middle: Point) -> list[Item]:
    """Draw a marker on a part of the track."""
    (left, top) = at
    step = SMALL // len(SPACES)
    y = top + SMALL * 2 // 3
    items: list[Item] = [
        Box((left, y - 8, left + SMALL, y + 74), theme.card, theme.card_edge, 4, 14)
    ]
    for number, space in enumerate(SPACES):
        x = left + step * number
        marked = space == SPACES[len(SPACES) // 2]
        fill = mix(theme.card, theme.text, 0.2) if marked else theme.card_edge
        items.append(Box((x + 6, y, x + step - 4, y + 26), fill))
        if marked:
            at_number = (x + step // 2, y + 50)
            items.append(Text(str(space), at_number, 36, theme.text, bold=True, align="middle"))
    marker = SpritePicture(MarkerSprite(1, 0), (middle[0], y - 30), round(MARKER * SMALL))
    return [*items, marker]
