"""Questions of a move step by step, each choice as the label of a button, and a move on one line,
`L52 ↻ 90° · knight, north city`."""

import re
from collections.abc import Sequence
from functools import lru_cache

from bot.games.choices import Variant
from bot.games.tiles import NONE, TileChoices, with_notation
from bot.locale import Words
from engine.carcassonne.events import Event, FollowersReturned
from engine.carcassonne.moves import LARGE, parse_cell
from engine.carcassonne.view import View
from engine.texts.words import with_minus
from engine.tiles.grid import Cell
from engine.tiles.tile import TurnedTile
from render.board.aliases import notation
from render.carcassonne.emojis import follower_emoji, tile_emoji
from render.carcassonne.sentences import name_segment
from render.carcassonne.tiles import (
    describe_tile,
    first_alike,
    group_name,
    tile_name,
    unseen_groups,
)
from render.picture.emojis import EmojiName

# A cell, which may be typed incompletely, or any other word.
_WORD = re.compile(r"(?<!\w)-?\d+(?: ?, ?-?\d*)?|(?<!\S)-$|[^\W_]+!?(?:@[^\W_]+)*")


ROTATIONS = {"r0", "r1", "r2", "r3"}


@lru_cache(maxsize=4096)
def _split(text: str) -> tuple[str, ...]:
    """Cached, since what is typed is compared with the words of every choice."""
    typed = with_notation(notation(with_minus(text.casefold())))
    return tuple(word.replace(" ", "") for word in _WORD.findall(typed))


def _is_large(token: str) -> bool:
    return LARGE in token


class CarcassonneChoices(TileChoices[View]):
    kind = "carcassonne"

    def in_notation(self, text: str) -> str:
        return notation(with_minus(text))

    def parse_cell(self, text: str) -> Cell:
        return parse_cell(text)

    def tile_emoji(self, tile: str, turns: int = 0) -> EmojiName | None:
        return tile_emoji(tile, turns)

    def follower_emoji(self, seat: int, role: str) -> EmojiName:
        return follower_emoji(seat, role)

    def first_alike(self, view: View, tile: str) -> Sequence[int]:
        return first_alike(view.catalogue, tile)

    def name_segment(self, words: Words, view: View, tile: TurnedTile, segment: int) -> str:
        return name_segment(words, tile, segment)

    def role_of(self, token: str) -> str:
        role = super().role_of(token)
        return f"large_{role.removesuffix(LARGE)}" if _is_large(token) else role

    def offered(self, step: str, tokens: Sequence[str], chosen: str | None) -> Sequence[str]:
        """Offer the small follower, and the large one where it is chosen or the only one."""
        if step != self.placing:
            return tokens
        small = [token for token in tokens if not _is_large(token)]
        large = [token for token in tokens if token == NONE or _is_large(token)]
        is_large = len(small) == 1 or (chosen is not None and _is_large(chosen))
        return large if is_large else small

    def variant(
        self, words: Words, step: str, tokens: Sequence[str], chosen: str
    ) -> Variant | None:
        """Find the same place of the large follower, or of a small one."""
        if step != self.placing or chosen == NONE:
            return None
        role, at, port = chosen.replace(LARGE, "").partition("@")
        is_large = _is_large(chosen)
        token = f"{role}{'' if is_large else LARGE}{at}{port}"
        if token not in tokens:
            return None
        return Variant(words("carcassonne.choice.large"), token, is_large)

    def own_cells(self, view: View) -> frozenset[Cell]:
        own = (
            feature
            for feature in view.features
            if view.seat is not None and feature.counts[view.seat]
        )
        return frozenset(cell for feature in own for cell in feature.missing)

    def returned(self, seat: int, events: Sequence[Event]) -> int:
        return sum(
            event.followers[seat] for event in events if isinstance(event, FollowersReturned)
        )

    def split_typed(self, view: View, text: str) -> tuple[str, ...]:
        """Replace each rotation by the one that is offered of those that look alike."""
        return tuple(
            self.representative(view, "rotation", word) if word in ROTATIONS else word
            for word in _split(text)
        )

    def kinds(self, words: Words, view: View) -> list[tuple[str, list[tuple[str, str]]]]:
        """List the types of tiles not drawn yet, grouped and numbered as on the sheet."""

        def describe(number: int, tile: str) -> str:
            sides = describe_tile(words, view.catalogue.turned[tile][0], pennants=False)
            named = tile_name(words, tile)
            return words("carcassonne.tile.kind", number=number, tile=named, sides=sides)

        return [
            (
                group_name(words, group),
                [(tile.lower(), describe(number, tile)) for number, tile in tiles],
            )
            for group, tiles in unseen_groups(view)
        ]
