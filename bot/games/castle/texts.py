"""The Castle in sentences. What its moves did and will do is in `moves`."""

from collections.abc import Iterator, Mapping, Sequence

from bot.games.castle import moves
from bot.games.reports import Report
from bot.games.texts import Facts, format_average, with_name
from bot.games.tiles import TileTexts
from bot.locale import Words
from bot.match.results import Statistics
from engine.castle.events import (
    Event,
    FeatureScored,
    FinalScored,
    FollowerPlaced,
    TilePlaced,
    WallTilePlayed,
)
from engine.castle.moves import ROLES, ROWS, Reason, Spot, cell_name, spot_name
from engine.castle.tally import LONGEST_TOWER
from engine.castle.view import BoardFollower, View
from engine.players import expert
from engine.tiles.grid import Cell
from engine.tiles.tile import SIDES, opposite
from render.castle.alt_text import board_alt
from render.castle.board.cells import laid_tiles, start_cell
from render.castle.emojis import follower_emoji, tile_emoji, wall_tile_emoji
from render.castle.final import ORDER
from render.castle.sentences import describe_towers, name_segment
from render.castle.tiles import describe_tile, tile_name
from render.picture.emojis import EmojiName
from render.picture.names import format_with_sign, shown_names
from render.subject import Names, Subject
from render.tiles.places import segment_at

# The number in a tenth: luck is counted in hundredths of a point.
HUNDREDTHS = 10
# The texts for numbers that stand in reasons for a move.
COUNTED = {"fits": "castle.hint.fits", "points": "words.points", "tiles": "tiles.count"}
# The reasons for a move that are about something of the player's own, although they may name the
# opponent.
OWN = ("scores", "continues", "eases", "gives-away", "trades", "closes-in", "moves-keep")
# The reasons that are about something of both players or of nobody.
ANYBODYS = ("draws-level",)


class CastleTexts(TileTexts[View, Event]):
    kind = "castle"
    topics = (
        "aim",
        "turn",
        "tile",
        "follower",
        "path",
        "tower",
        "house",
        "court",
        "keep",
        "wall",
        "wall-tiles",
        "end",
        "options",
        "notation",
    )
    roles = ROLES
    final_scoring = (FinalScored,)

    def report(self, words: Words, names: Names, events: Sequence[Event]) -> Report:
        return moves.report(words, names, events)

    def describe_preview(
        self, words: Words, view: View, names: Names, events: Sequence[Event]
    ) -> str:
        return moves.describe_preview(words, view, names, events)

    def prompt(self, words: Words, view: View) -> str:
        return moves.prompt(words, view)

    def brief_prompt(self, words: Words, view: View) -> str:
        if view.phase == "again":
            return moves.prompt(words, view)
        return words("castle.waits.extra") if view.extra else ""

    def board_alt(self, words: Words, subject: Subject[View, Event]) -> str:
        return board_alt(words, subject)

    def cell_name(self, cell: Cell) -> str:
        return cell_name(cell)

    def kind_emoji(self, kind: str) -> EmojiName | None:
        return tile_emoji(kind)

    def kind_name(self, words: Words, kind: str) -> str:
        return tile_name(words, kind)

    def emojis(self, events: Sequence[Event]) -> Iterator[EmojiName]:
        """Show the tile as it was laid, the follower on it, and the wall tiles that were played."""
        for event in events:
            match event:
                case TilePlaced():
                    if (tile := tile_emoji(event.tile, event.rotation)) is not None:
                        yield tile
                case FollowerPlaced():
                    yield follower_emoji(event.seat, event.role)
                case WallTilePlayed():
                    yield wall_tile_emoji(event.kind)
                case _:
                    pass

    def explain(self, words: Words, names: Names, reason: expert.Reason) -> str:
        facts = reason.facts
        values = with_name(names, facts)
        kind = "court" if "markets" in facts else facts.get("kind")
        if kind is not None:
            values["feature"] = _name_of_thing(words, names, reason, kind)
        if reason.name.startswith("moves-keep"):
            values["keep"] = _name_of_thing(words, names, reason, "keep")
        for counted in ("markets", "followers"):
            if counted in facts:
                values["count"] = facts[counted]
        for fact, key in COUNTED.items():
            if fact in facts:
                values[fact] = words(key, count=facts[fact])
        return words(f"castle.hint.{reason.name.removesuffix('-theirs')}", **values)

    def points_by_source(self, events: Sequence[Event], seats: int) -> Sequence[Mapping[str, int]]:
        sources: list[dict[str, int]] = [{} for _ in range(seats)]
        for event in events:
            if isinstance(event, FeatureScored | FinalScored) and event.seat is not None:
                source = event.kind if isinstance(event, FeatureScored) else event.what
                sources[event.seat][source] = sources[event.seat].get(source, 0) + event.points
        return [
            {source: points_by[source] for source in ORDER if source in points_by}
            for points_by in sources
        ]

    def describe_tally(self, words: Words, statistics: Statistics) -> Sequence[str]:
        tally = statistics.tally
        games = max(1, statistics.games)
        tiles = format_average(words, statistics, "wall_tiles")
        luck = format_with_sign(words, round(tally.get("luck", 0) / HUNDREDTHS / games))
        longest = words("tiles.count", count=tally.get(LONGEST_TOWER, 0))
        return (
            words("castle.tally.wall_tiles", number=tiles),
            words("castle.tally.tower", tiles=longest),
            words("castle.tally.luck", points=luck),
        )

    def refusal_facts(
        self, words: Words, names: Names, reason: str, facts: Facts
    ) -> Mapping[str, object]:
        match reason:
            case Reason.PATH_MEETS | Reason.PATH_MISSING:
                return {
                    "cell": facts["cell"],
                    "side": words(f"tiles.direction.{facts['side']}"),
                    "kinds": words.join([words(f"castle.kind.{kind}") for kind in facts["kinds"]]),
                }
            case Reason.NO_SUCH_SEGMENT:
                return {"port": facts["port"], "ports": words.join(facts["ports"])}
            case Reason.WALL_TILE_NOT_HELD:
                return {"count": facts["held"], "kind": facts["kind"], "played": facts["played"]}
            case Reason.WALL_TILE_WRONG_TARGET:
                kind = facts["kind"]
                plays = [f"`{kind}@{spot_name(Spot(*spot))}`" for spot in facts["targets"]]
                return {"kind": kind, "moves": words.join(plays)}
            case Reason.ORDER_NEEDED | Reason.WRONG_ORDER:
                spots: Sequence[Spot] = (*facts["own"], *facts["theirs"])
                order = ">".join(spot_name(Spot(*spot)) for spot in spots)
                return {"order": f"`order {order}`"}
            case _:
                return super().refusal_facts(words, names, reason, facts)

    def read_board(self, words: Words, view: View, names: Names) -> str:
        """Describe the pieces on a cell with the cell, row by row."""
        readable = shown_names(words, names)
        tiles = {laid.cell: view.catalogue.turned[laid.tile][laid.rotation] for laid in view.laid}
        followers_on: dict[Cell, list[BoardFollower]] = {}
        for feature in view.features:
            for follower in feature.followers:
                followers_on.setdefault(follower.spot.cell, []).append(follower)

        def describe_cell(cell: Cell) -> str:
            followers = [
                words(
                    "tiles.board.follower",
                    role=words(f"castle.role.{follower.role}"),
                    name=readable[follower.seat],
                    place=name_segment(
                        words, tiles[cell], segment_at(tiles[cell], follower.spot.port)
                    ),
                )
                for follower in followers_on.get(cell, ())
            ]
            return words(
                "tiles.board.tile_with" if followers else "tiles.board.tile",
                cell=cell_name(cell),
                tile=describe_tile(words, tiles[cell]),
                followers=words.join(followers),
            )

        lines = [words("tiles.board.rows")]
        for y in range(ROWS):
            row = sorted(cell for cell in view.catalogue.wall.inside if cell[1] == y)
            lines += ["", words("tiles.board.row", row=ROWS - y)]
            lines += [describe_cell(cell) for cell in row if cell in tiles]
            empty = [cell_name(cell) for cell in row if cell not in tiles]
            if empty:
                lines.append(words("castle.board.empty", cells=", ".join(empty)))
        lines += ["", words("castle.board.starts", starts=words.join([*_starts(words, view)]))]
        if towers := describe_towers(words, view):
            lines.append(towers)
        return "\n".join(lines)


def _starts(words: Words, view: View) -> Iterator[str]:
    """Describe the wall's side at each start space, facing the cell there."""
    tiles = laid_tiles(view)
    for start in view.catalogue.start_spaces:
        side = opposite(start.side)
        tile = tiles[start_cell(start)]
        owners = [owner for owner in tile.owners[3 * side : 3 * side + 3] if owner is not None]
        kinds = dict.fromkeys(tile.segments[owner].kind for owner in owners)
        yield words(
            "castle.board.start",
            kinds=words.join([words(f"castle.kind.{kind}") for kind in kinds]),
            cell=cell_name(start.cell),
            side=words(f"tiles.direction.{SIDES[start.side]}"),
        )


def _name_of_thing(words: Words, names: Names, reason: expert.Reason, kind: str | int) -> str:
    """Name a feature or keep by whose it is, as the object of a sentence: `the tower of Ben`."""
    facts = reason.facts
    owner = facts.get("player") if reason.name in OWN else facts.get("seat")
    name = None
    if owner is None or reason.name in ANYBODYS:
        whose = "own" if reason.name in OWN else "any"
    else:
        whose = "others"
        name = names[int(owner)]
    return words(f"castle.hint.{whose}.{kind}", name=name)
