"""Questions of a move step by step, each choice as the label of a button, and a move on one line,
`A4 ↻ 0° · squire, south house`."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from bot.games.tiles import TileChoices, with_notation
from bot.locale import Words
from engine.castle.events import Event, FollowersReturned
from engine.castle.moves import AGAIN, NONE, parse_cell
from engine.castle.track import EXTRA_TURN
from engine.castle.view import View
from engine.questions import Part
from engine.tiles.grid import Cell
from engine.tiles.tile import PORT_NAMES, TurnedTile
from render.castle.emojis import follower_emoji, tile_emoji, wall_tile_emoji
from render.castle.sentences import name_segment, name_spot
from render.castle.tiles import describe_tile, first_alike, group_name, tile_name, unseen_groups
from render.picture.emojis import EmojiName
from render.tiles.board.features import beyond
from render.tiles.turnings import turns_of

LONGEST = 80
_WORD = re.compile(r"[^\W_]+(?:[@.>][^\W_]+)*")


class CastleChoices(TileChoices[View]):
    kind = "castle"

    def label(self, words: Words, view: View, before: Sequence[Part], step: str, token: str) -> str:
        match step:
            case "wall_tiles" if token != NONE:
                plays = []  # in notation if what each does is too long for a button
                for play, count in Counter(token.split()).items():
                    kind, _, target = play.partition("@")
                    if target == NONE:
                        plays.append(words("castle.choice.spent", count=count, kind=kind))
                    else:
                        facts = {"kind": kind, "feature": _name_spot(words, view, before, target)}
                        plays.append(words("castle.choice.play", count=count, **facts))
                text = "; ".join(plays)
                return f"{text[0].upper()}{text[1:]}" if len(text) <= LONGEST else token
            case "order" if token != NONE:
                spots = (_name_spot(words, view, before, spot) for spot in token.split(">"))
                text = words("castle.choice.then").join(spots)
                return text if len(text) <= LONGEST else token
            case "again":
                return words("castle.choice.again" if token == AGAIN else "castle.choice.end")
            case _:
                return super().label(words, view, before, step, token)

    def parse_cell(self, text: str) -> Cell:
        return parse_cell(text)

    def tile_emoji(self, tile: str, turns: int = 0) -> EmojiName | None:
        return tile_emoji(tile, turns)

    def follower_emoji(self, seat: int, role: str) -> EmojiName:
        return follower_emoji(seat, role)

    def emoji(self, view: View, before: Sequence[Part], step: str, token: str) -> EmojiName | None:
        match step:
            case "wall_tiles" if token != NONE:
                return wall_tile_emoji(int(token[0]))
            case "again" if token == AGAIN:
                return wall_tile_emoji(EXTRA_TURN)
            case _:
                return super().emoji(view, before, step, token)

    def first_alike(self, view: View, tile: str) -> Sequence[int]:
        return first_alike(view.catalogue, tile)

    def name_segment(self, words: Words, view: View, tile: TurnedTile, segment: int) -> str:
        return name_segment(words, tile, tile.segments[segment])

    def own_cells(self, view: View) -> frozenset[Cell]:
        laid = {tile.cell for tile in view.laid}
        own = (
            feature
            for feature in view.features
            if view.seat is not None and feature.counts[view.seat]
        )
        spots = [spot for feature in own for spot in feature.open]
        ahead = {beyond(cell, port // 3) for cell, port in spots if cell in laid}
        return frozenset(ahead.union(cell for cell, _ in spots) - laid)

    def returned(self, seat: int, events: Sequence[Event]) -> int:
        return sum(
            event.followers[seat] for event in events if isinstance(event, FollowersReturned)
        )

    def split_typed(self, view: View, text: str) -> tuple[str, ...]:
        return _split(text)

    def kinds(self, words: Words, view: View) -> list[tuple[str, list[tuple[str, str]]]]:
        """List the tiles not drawn yet, grouped and numbered as on the sheet."""

        def describe(number: int, tile: str) -> str:
            sides = describe_tile(words, view.catalogue.turned[tile][0])
            named = tile_name(words, tile)
            return words("castle.tile.kind", number=number, tile=named, sides=sides)

        return [
            (group_name(words, sides), [(tile, describe(number, tile)) for number, tile in tiles])
            for sides, tiles in unseen_groups(view)
        ]


@lru_cache(maxsize=4096)
def _split(text: str) -> tuple[str, ...]:
    """Cached, since what is typed is compared with the words of every choice."""
    return tuple(_WORD.findall(with_notation(text.casefold())))


def _name_spot(words: Words, view: View, before: Sequence[Part], spot: str) -> str:
    """Name a feature, from a spot such as `E5.NNE`, on a laid tile or on the drawn one where the
    earlier steps put it."""
    (name, _, port) = spot.partition(".")
    chosen = dict(before)
    cell = parse_cell(name)
    turned = view.catalogue.turned
    laid = {laid_tile.cell: turned[laid_tile.tile][laid_tile.rotation] for laid_tile in view.laid}
    if view.drawn is not None and {"cell", "rotation"} <= {*chosen}:
        laid[parse_cell(chosen["cell"])] = turned[view.drawn][turns_of(chosen["rotation"])]
    return name_spot(words, laid[cell], cell, PORT_NAMES.index(port))
