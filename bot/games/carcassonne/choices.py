"""The questions of a move step by step, each choice as the label of a button, and a move on one
line, `L52 ↻ 90° · knight, north city`."""

import re
from collections.abc import Sequence
from functools import lru_cache

from bot.games.carcassonne.naming import name_segment
from bot.games.tiles import FollowerPlace, TileChoices, with_notation
from bot.locale import Words
from engine.carcassonne.moves import NONE, parse_cell, posting_text
from engine.carcassonne.view import View
from engine.questions import Part
from engine.texts.words import with_minus
from render.board.aliases import alias, notation
from render.carcassonne.emojis import follower_emoji, tile_emoji
from render.carcassonne.tiles import (
    describe_tile,
    first_alike,
    group_name,
    tile_name,
    unseen_groups,
)
from render.tiles.turnings import turns_of

_WORD = re.compile(r"(?<!\w)-?\d+(?: ?, ?-?\d*)?|(?<!\S)-$|[^\W_]+(?:@[^\W_]+)*")
"""A cell, which may be typed incompletely, or any other word."""


ROTATIONS = {"r0", "r1", "r2", "r3"}


@lru_cache(maxsize=4096)
def _split(text: str) -> tuple[str, ...]:
    """Cached, since what is typed is compared with the words of every choice."""
    typed = with_notation(notation(with_minus(text.casefold())))
    return tuple(word.replace(" ", "") for word in _WORD.findall(typed))


class CarcassonneChoices(TileChoices[View]):
    kind = "carcassonne"

    def label(self, words: Words, view: View, before: Sequence[Part], step: str, token: str) -> str:
        match step:
            case "cell":
                return alias(token)
            case "rotation":
                return self.rotation_label(words, token)
            case "follower" if token == NONE:
                return words("carcassonne.choice.no_follower")
            case "follower":
                return self.follower_label(words, view, before, token)
            case _:
                raise ValueError(f"Carcassonne has no step {step!r}")

    def in_notation(self, text: str) -> str:
        return notation(with_minus(text))

    parse_cell = staticmethod(parse_cell)
    tile_emoji, follower_emoji = staticmethod(tile_emoji), staticmethod(follower_emoji)

    def first_alike(self, view: View, tile: str) -> Sequence[int]:
        return first_alike(view.catalogue, tile)

    def place(self, words: Words, view: View, before: Sequence[Part], token: str) -> FollowerPlace:
        assert view.drawn is not None
        catalogue, rotation = view.catalogue, turns_of(dict(before)["rotation"])
        postings = [*map(posting_text, catalogue.postings[view.drawn][rotation])]
        tile, segment = catalogue.turned[view.drawn][rotation], postings.index(token)
        return FollowerPlace(tile, segment, name_segment(words, catalogue, tile, segment))

    def split_typed(self, view: View, text: str) -> tuple[str, ...]:
        """Of rotations that look alike, the one that is offered."""
        return tuple(
            self.representative(view, "rotation", word) if word in ROTATIONS else word
            for word in _split(text)
        )

    def kinds(self, words: Words, view: View) -> list[tuple[str, list[tuple[str, str]]]]:
        """The types of tiles not drawn yet, grouped and numbered as on the sheet."""

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
