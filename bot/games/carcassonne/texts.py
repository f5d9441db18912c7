"""Carcassonne in sentences. What its moves did and will do is in `moves`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from bot.games.carcassonne import moves
from bot.games.carcassonne.fields import describe_fields, short_fields
from bot.games.reports import Report
from bot.games.texts import Facts, format_average, quote, with_aliases, with_name
from bot.games.tiles import TileTexts
from bot.locale import Words
from bot.match.results import Statistics
from bot.match.rules import rules_of
from engine.carcassonne.events import Event, FarmersScored, FinalScored, FollowerPlaced, TilePlaced
from engine.carcassonne.moves import LARGE, ROLES, Reason
from engine.carcassonne.scoring import FARMERS, LARGEST
from engine.carcassonne.view import View
from engine.players import expert
from engine.tiles.grid import Cell
from render.board.aliases import row_alias
from render.carcassonne.alt_text import board_alt
from render.carcassonne.art.sprites import complete_catalogue
from render.carcassonne.board.overlays import Overlay
from render.carcassonne.emojis import follower_emoji, tile_emoji
from render.carcassonne.sentences import name_segment
from render.carcassonne.tables import points_table
from render.carcassonne.tiles import cell_alias, describe_tile, tile_name
from render.picture.emojis import EmojiName
from render.picture.names import shown_names
from render.subject import Names, Subject

# The reasons for a move that are about a feature of the player's own and name somebody else.
OWN = ("loses", "loses-large")
# The ends of names of reasons that tell whose something is.
WHOSE = r"-(own|shared|other|theirs)$"
# The topics whose rules depend on an option, each with the option.
DEPENDING = {"city": "small_city", "field": "farms", "river": "river", "inns": "inns"}


@cache
def _tiles_by_kind() -> Mapping[str, str]:
    return {tile.lower(): tile for tile in complete_catalogue().turned}


def _tile_of(kind: str) -> str:
    """Find the tile that can be drawn as this kind, whose name is in lower case."""
    return _tiles_by_kind().get(kind, kind)


class CarcassonneTexts(TileTexts[View, Event]):
    kind = "carcassonne"
    topics = (
        "aim",
        "turn",
        "tile",
        "follower",
        "road",
        "city",
        "cloister",
        "field",
        "river",
        "inns",
        "end",
        "options",
        "notation",
    )
    roles = ROLES
    final_scoring = (FarmersScored, FinalScored)

    def report(self, words: Words, names: Names, events: Sequence[Event]) -> Report:
        return moves.report(words, names, events)

    def describe_preview(
        self, words: Words, view: View, names: Names, events: Sequence[Event]
    ) -> str:
        return moves.describe_preview(words, view, names, events)

    def prompt(self, words: Words, view: View) -> str:
        return moves.prompt(words, view)

    def board_alt(self, words: Words, subject: Subject[View, Event]) -> str:
        return board_alt(words, subject)

    def cell_name(self, cell: Cell) -> str:
        return cell_alias(cell)

    def overlay_note(self, words: Words, view: View, names: Names, overlay: str) -> str:
        return short_fields(words, view, names) if overlay == Overlay.FIELDS else ""

    def kind_emoji(self, kind: str) -> EmojiName | None:
        return tile_emoji(_tile_of(kind))

    def emojis(self, events: Sequence[Event]) -> Iterator[EmojiName]:
        """Show the tile as it was laid, and the follower on it."""
        for event in events:
            match event:
                case TilePlaced():
                    if (tile := tile_emoji(event.tile, event.rotation)) is not None:
                        yield tile
                case FollowerPlaced():
                    role = f"{event.role}{LARGE}" if event.large else event.role
                    yield follower_emoji(event.seat, role)
                case _:
                    pass

    def explain(self, words: Words, names: Names, reason: expert.Reason) -> str:
        """Use the same words for what is done to the player's own features and for those of
        others."""
        facts = reason.facts
        values = with_name(names, with_aliases(facts))
        player = names[int(facts["player"])] if "player" in facts else None
        if "kind" in facts:  # as the object of a sentence
            values["feature"] = _name_feature(words, names, reason, values)
        if "yours" in facts:
            values["you"] = player or words("carcassonne.hint.you")
            values["field"] = _name_fields(words, names, reason)
            has_points = bool(facts["yours"] or facts["theirs"])
            values["fields"] = words("carcassonne.hint.fields", **values) if has_points else ""
        if "cities" in facts:
            values["cities"] = words("carcassonne.hint.cities", count=facts["cities"])
        if reason.name == "farms-soon":
            values["soon"] = words("carcassonne.hint.cities", count=facts["soon"])
        if "number" in facts:
            values["count"] = facts["number"]
        if "thing" in facts:
            values["thing"] = words(f"carcassonne.hint.thing.{facts['thing']}")
        if "points" in facts:
            values["points"] = words("words.points", count=facts["points"])
            if reason.name == "completes-shared":
                values["points"] = words("carcassonne.hint.each", points=values["points"])
        if "tiles" in facts and not reason.name.startswith("surrounds"):
            values["tiles"] = words("tiles.count", count=facts["tiles"])
        name = re.sub(WHOSE, "", reason.name)
        return words(f"carcassonne.hint.{name}", **values)

    def kind_name(self, words: Words, kind: str) -> str:
        return tile_name(words, _tile_of(kind))

    def points_by_source(self, events: Sequence[Event], seats: int) -> Sequence[Mapping[str, int]]:
        """Use the sources that the picture of the final scoring has."""
        table = points_table(events, seats)
        return [
            {what: by[seat].points for what, by in table.items() if by[seat].points}
            for seat in range(seats)
        ]

    def describe_tally(self, words: Words, statistics: Statistics) -> Sequence[str]:
        farmers = format_average(words, statistics, FARMERS)
        most = {
            kind: words("tiles.count", count=statistics.tally.get(count, 0))
            for kind, count in LARGEST.items()
        }
        return (
            words("carcassonne.tally.city", tiles=most["city"]),
            words("carcassonne.tally.road", tiles=most["road"]),
            words("carcassonne.tally.farmers", number=farmers),
        )

    def value_in_force(self, topic: str, options: Mapping[str, str]) -> tuple[str, str] | None:
        option = DEPENDING.get(topic)
        if option is None or not options:
            return None
        default = rules_of(self.kind).option_values[option][0]
        return option, options.get(option, default)

    def refusal_facts(
        self, words: Words, names: Names, reason: str, facts: Facts
    ) -> Mapping[str, object]:
        match reason:
            case Reason.SIDES_DIFFER:
                return {
                    "cell": facts["cell"],
                    "side": words(f"tiles.direction.{facts['side']}"),
                    "kind": words(f"carcassonne.kind.{facts['kind']}"),
                    "beside": words(f"carcassonne.kind.{facts['beside']}"),
                }
            case Reason.NO_SUCH_SEGMENT:
                followers = words.join([f"`{follower}`" for follower in facts["followers"]])
                return {"follower": quote(facts["follower"]), "followers": followers}
            case _:
                return super().refusal_facts(words, names, reason, facts)

    def read_board(self, words: Words, view: View, names: Names) -> str:
        """Describe the pieces on a tile with the tile, row by row; the fields follow, each with
        what it would give."""
        readable = shown_names(words, names)
        followers = {follower.spot.cell: follower for follower in view.followers}
        start = "spring" if view.options.river == "on" else "start"
        lines = [f"{words('tiles.board.rows')} {words(f'carcassonne.board.{start}')}"]
        for y in sorted({laid.cell[1] for laid in view.laid}):
            lines += ["", words("tiles.board.row", row=row_alias(-y))]
            row = [laid for laid in view.laid if laid.cell[1] == y]
            for laid in sorted(row, key=lambda tile: tile.cell):
                tile = view.catalogue.turned[laid.tile][laid.rotation]
                facts = {"cell": cell_alias(laid.cell), "tile": describe_tile(words, tile)}
                follower = followers.get(laid.cell)
                if follower is None:
                    lines.append(words("tiles.board.tile", **facts))
                    continue
                role = f"large_{follower.role}" if follower.large else follower.role
                occupant = words(
                    "tiles.board.follower",
                    role=words(f"carcassonne.role.{role}"),
                    name=readable[follower.seat],
                    place=name_segment(words, tile, follower.segment),
                )
                lines.append(words("tiles.board.tile_with", followers=occupant, **facts))
        return "\n".join([*lines, "", *describe_fields(words, view, readable)])


def _name_feature(
    words: Words, names: Names, reason: expert.Reason, values: Mapping[str, object]
) -> str:
    """Name a feature by whose it is and where: `the city of Ben on M50`."""
    facts = reason.facts
    is_own = "seat" not in facts or reason.name in OWN
    owner = facts.get("player") if is_own else facts["seat"]
    name = None
    if "place" not in facts:
        whose = "any"
    elif reason.name.endswith("-shared"):
        whose = "shared"
    elif owner is None:
        whose = "own"
    else:
        whose = "others"
        name = names[int(owner)]
    kind = facts["kind"]
    return words(f"carcassonne.hint.{whose}.{kind}", place=values.get("place"), name=name)


def _name_fields(words: Words, names: Names, reason: expert.Reason) -> str:
    """Name the fields that a reason is about by whose they are."""
    facts = reason.facts
    owner = facts["seat"] if reason.name.endswith("-theirs") else facts.get("player")
    name = None if owner is None else names[int(owner)]
    whose = "own" if owner is None else "others"
    return words(f"carcassonne.hint.{whose}.field", name=name)
