"""Every word that stands in a picture, its alt text or the text board, in English.

The one place to translate. Knows numbers and names, no game.
"""

from collections.abc import Mapping, Sequence

SEATS = ("Player 1", "Player 2")
KINDS = {"path": "path", "tower": "tower", "house": "house", "court": "court"}
KINDS_MANY = {"path": "paths", "tower": "towers", "house": "houses", "court": "courts"}


def many(count: int, one: str, more: str | None = None) -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def listed(parts: Sequence[str]) -> str:
    """`a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


# The text board

TEXT_KEY = (
    "Key: sides N/E/S/W, each read clockwise. T tower H house C court p path x path end - empty.",
    "Same letter = one feature; t h c 2nd, C3 3rd of a kind. * market or fountain. r1 = a quarter",
    "turn clockwise. 4t>2 1@B5.N: 4 tiles, 2 empty cells to close, player 1 stands at B5 north.",
)
TEXT_KEY_SHORT = "N/E/S/W clockwise; T tower H house C court p path x path end * market/fountain"


def text_player(
    name: str, score: int, followers: int, keep: int | None, held: Sequence[int]
) -> str:
    house = "no keep" if keep is None else f"keep on house of {keep}"
    tiles = " ".join(map(str, held)) or "none"
    return f"{name}: {score} points, {followers} followers, {house}, wall tiles {tiles}"


def text_turn(phase: str, to_act: int | None, names: tuple[str, str], left: int) -> str:
    if to_act is None:
        return "Game over"
    what = "another turn? (again / end)" if phase == "again" else "to play"
    return f"{names[to_act]} ({to_act + 1}) {what}, {many(left, 'tile')} left"


def text_drawn(tile: str, code: str) -> str:
    return f"Drawn {tile}: {code}"


def text_fits(placements: str) -> str:
    return f"Fits {placements}"


def text_towers(spaces: Sequence[int]) -> str:
    return f"Wall tiles face down on spaces {' '.join(map(str, spaces))}"


def text_followers(features: str) -> str:
    return f"Followers: {features}"


def text_last(cell: str, tile: str, rotation: int) -> str:
    return f"Last: {tile} on {cell} r{rotation}"


def text_size(kind: str, tiles: int, marks: int) -> str:
    marked = "*" * marks
    return f"{KINDS[kind]} {tiles}t{marked}"


def text_open(cells: int) -> str:
    return f">{cells}" if cells else ""


def text_starts(starts: str) -> str:
    return f"Start spaces: {starts}"


# The board and its panel

UNCONFIRMED = "?"
NO_WALL_TILES = "no wall tiles"


def times(count: int) -> str:
    return f"×{count}"


def tiles_left(count: int) -> str:
    return f"{count} left"


def status(phase: str, active: bool, *, extra: bool, scores: tuple[int, int]) -> str:
    """What the panel says about a player, nothing for one who waits. Their own score is first."""
    if phase == "over":
        own, other = scores
        return "shared win" if own == other else "winner" * (own > other)
    if not active:
        return ""
    if phase == "again":
        return "another turn?"
    return "extra turn" if extra else "to play"


# The drawn tile and the sheet of tiles


def cells_that_fit(count: int) -> str:
    return many(count, "cell") if count else "no cell"


def not_seen(count: int) -> str:
    return f"{many(count, 'tile')} not seen yet"


def tiles(count: int) -> str:
    return many(count, "tile")


def path_sides(sides: int) -> str:
    return ("No path", "A path on one side", "On two sides", "On three sides", "On all four")[sides]


# The chart and the final scoring

TURN = "turn"
FINAL = "final"
RAISED = "(×2), (×3): raised by wall tile 2 or 3"
WON = "wins"
SHARED = "shared win"
TOTAL = "Total"
REASONS = {
    "path": "Paths",
    "tower": "Towers",
    "house": "Houses",
    "keep": "Keep",
    "court": "Courts",
    "wall4": "Tile 4: path",
    "wall5": "Tile 5: tower",
    "wall6": "Tile 6: house",
    "wall7": "Tile 7: markets",
    "wall9": "Tile 9",
}


def feature_part(points: int, wall_tiles: int) -> str:
    """One feature in a sum: `12 (×2)` with a wall tile."""
    return f"{points} (×{wall_tiles + 1})" if wall_tiles else str(points)


def keep_part(cells: int) -> str:
    return many(cells, "empty cell")


def keep_of(size: int, gave: Sequence[str]) -> str:
    """How large a keep is, and what it gave."""
    return ": ".join([f"keep of {size}" if size else "no keep", *gave])


def court_part(markets: int) -> str:
    return f"{markets}×3"


def incomplete_part(tiles: int, points: int) -> str:
    return f"{tiles}×{points // tiles}"


def markets_part(markets: int, points: int) -> str:
    return f"{many(markets, 'market')}, {points // markets} more each"


def plain_part(count: int, points: int) -> str:
    return f"{count}×{points // count}" if count > 1 else str(points)


# Alt text

ALT_NO_TILE = "No tile is drawn."
SIDE_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}
MOST_CELLS = 24


def alt_board(laid: int, left: int) -> str:
    return f"The Castle: {many(laid, 'tile')} laid, {left} left to draw."


def alt_player(name: str, score: int, followers: int, keep: int | None, held: Sequence[int]) -> str:
    house = "no keep yet" if keep is None else f"keep on a house of {keep}"
    tiles = f"wall tiles {listed([str(kind) for kind in held])}" if held else NO_WALL_TILES
    return (
        f"{name} has {many(score, 'point')}, {many(followers, 'follower')} left, {house}, {tiles}."
    )


def alt_laid(name: str, tile: str, cell: str) -> str:
    return f"{name} laid {tile} on {cell}."


def alt_posted(name: str, role: str) -> str:
    return f"{name} placed a {role}."


def alt_scored(
    kind: str, cells: Sequence[str], name: str | None, points: int, took: int | None
) -> str:
    where = f"The {KINDS[kind]} on {_some(cells)} is complete"
    if name is None:
        return f"{where}; nobody scores it."
    wall_tile = "" if took is None else f", and wall tile {took}"
    return f"{where}: {many(points, 'point')} for {name}{wall_tile}."


def alt_to_play(name: str, tile: str, sides: Sequence[tuple[str, Sequence[str]]]) -> str:
    return f"{name} is to play {tile} ({_sides(sides)})."


def alt_cells(cells: Sequence[str]) -> str:
    return f"It fits on {_some(cells)}." if cells else "It fits nowhere."


def alt_preview(name: str, move: str) -> str:
    return f"{name} looks at {move}, not confirmed yet."


def alt_again(name: str) -> str:
    return f"{name} may take another turn."


def alt_result(names: tuple[str, str], scores: tuple[int, int]) -> str:
    if scores[0] == scores[1]:
        return f"The game is over: {listed(names)} share the win with {scores[0]} points."
    won = int(scores[1] > scores[0])
    return f"The game is over: {names[won]} wins, {scores[won]} to {scores[1 - won]}."


def alt_dead(cells: Sequence[str]) -> str:
    return f"No tile that is left fits on {_some(cells)}." if cells else "No cell is dead."


def alt_empty(cells: int, owner: str | None) -> str:
    keep = "for nobody's keep" if owner is None else f"for the keep of {owner}"
    return f"The largest empty region counts {cells}, {keep}."


def alt_landing(stops: Sequence[tuple[int, int]]) -> str:
    if not stops:
        return "No wall tile is within reach."
    told = listed([f"{points} (space {tower})" for points, tower in stops])
    return f"These points would take a wall tile: {told}."


def alt_leads(names: tuple[str, str], led: Sequence[tuple[str, str, tuple[int, int]]]) -> str:
    told = [f"{KINDS[kind]} at {cell} {first}–{second}" for kind, cell, (first, second) in led]
    return f"Followers of {names[0]}–{names[1]}: {'; '.join(told)}."


def alt_rotations(tile: str, sides: Sequence[tuple[str, Sequence[str]]]) -> str:
    return f"The drawn tile {tile} in its four rotations. At r0: {_sides(sides)}."


def alt_fits(cells: Sequence[int]) -> str:
    told = listed([f"r{number} {cells_that_fit(count)}" for number, count in enumerate(cells)])
    return f"It fits: {told}."


def alt_sheet(count: int, groups: Sequence[tuple[int, int]]) -> str:
    told = [
        f"{many(number, 'tile')} with a path on {many(sides, 'side')}" for sides, number in groups
    ]
    return f"{not_seen(count)}: {listed(told)}." if told else f"{not_seen(count)}."


def alt_shares(name: str, points: Mapping[str, int]) -> str:
    if not points:
        return f"{name} scored nothing."
    told = [f"{REASONS[what].lower()} {number}" for what, number in points.items()]
    return f"{name}: {listed(told)}, {sum(points.values())} in all."


def alt_chart(names: tuple[str, str], marks: Sequence[tuple[int, tuple[int, int]]]) -> str:
    told = [f"turn {turn} {first}–{second}" for turn, (first, second) in marks]
    return f"Scores of {names[0]}–{names[1]} by turn: {'; '.join(told) or '0–0'}."


def alt_replay(names: tuple[str, str], tiles_laid: int, scores: tuple[int, int]) -> str:
    return (
        f"Replay of the game of {listed(names)}: {many(tiles_laid, 'tile')} laid one after the "
        f"other. It ends {scores[0]} to {scores[1]}."
    )


def _some(cells: Sequence[str]) -> str:
    if len(cells) > MOST_CELLS:
        return f"{', '.join(cells[:MOST_CELLS])} and {len(cells) - MOST_CELLS} more cells"
    return listed(cells)


def _sides(sides: Sequence[tuple[str, Sequence[str]]]) -> str:
    return ", ".join(f"{SIDE_NAMES[side]} {'-'.join(kinds)}" for side, kinds in sides)
