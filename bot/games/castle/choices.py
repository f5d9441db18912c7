"""Implements `bot.games.choices.Choices`: the questions of a move step by step, each choice as the
label of a button, and a move on one line, `A4 ↻ 0° · squire, south house`.

A choice is a token of the notation. Two choices of one step never have the same label. The words of
such a line can be typed just like those of the notation, which it spells out: `↻ 0°` is `r0`.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from bot.games.castle.naming import segment_named, spot_named
from bot.games.tiles.places import numbered, segment_at
from bot.games.tiles.turnings import degrees_of, turns_of, with_notation
from bot.locale import Words
from engine.castle.moves import AGAIN, NONE, Spot, parse_cell
from engine.castle.view import View
from engine.questions import Part
from engine.tiles.grid import Cell
from engine.tiles.tile import PORT_NAMES, TurnedTile
from render.castle.rotations import first_alike
from render.castle.sheet import group_named, unseen_groups
from render.castle.tile_words import tile_described, tile_named
from render.tiles.turnings import turning_name

LONGEST = 80
_WORD = re.compile(r"[^\W_]+(?:[@.>][^\W_]+)*")


def question(words: Words, step: str) -> str:
    return words(f"castle.question.{step}")


def label(words: Words, view: View, before: Sequence[Part], step: str, token: str) -> str:
    if token == NONE:
        return words(f"castle.choice.none.{step}")
    board = _Board(words, view, dict(before))
    match step:
        case "cell":
            return token
        case "rotation":
            return _rotation(words, token)
        case "follower":
            return _follower(words, board, token)
        case "wall_tiles":
            return _wall_tiles(words, board, token)
        case "order":
            return _order(words, board, token)
        case "again":
            return words("castle.choice.again" if token == AGAIN else "castle.choice.end")
        case _:
            raise ValueError(f"The Castle has no step {step!r}")


class _Board:
    """The laid tiles, plus the drawn one where the earlier steps put it."""

    def __init__(self, words: Words, view: View, chosen: Mapping[str, str]) -> None:
        self._words = words
        turned = view.catalogue.turned
        self._tiles: dict[Cell, TurnedTile] = {
            tile.cell: turned[tile.tile][tile.rotation] for tile in view.laid
        }
        if view.drawn is not None and "cell" in chosen and "rotation" in chosen:
            self.cell = parse_cell(chosen["cell"])
            self._tiles[self.cell] = turned[view.drawn][turns_of(chosen["rotation"])]

    @property
    def laid(self) -> TurnedTile:
        return self._tiles[self.cell]

    def named(self, name: str) -> str:
        """The name of a feature, from a spot such as `E5.NNE`."""
        cell, port = _spot(name)
        return spot_named(self._words, self._tiles[cell], cell, port)


def _spot(name: str) -> Spot:
    cell, _, port = name.partition(".")
    return Spot(parse_cell(cell), PORT_NAMES.index(port))


def _rotation(words: Words, token: str) -> str:
    """A rotation, named as in the picture of the rotations."""
    turns = turns_of(token)
    if not turns:
        return words("castle.choice.as_drawn")
    return words("castle.choice.turned", turned=turning_name(words, turns))


def representative(view: View, step: str, token: str) -> str:
    """Rotations of the drawn tile that look and act alike are one choice: the first of them."""
    if step != "rotation" or view.drawn is None:
        return token
    return f"r{first_alike(view.catalogue, view.drawn)[turns_of(token)]}"


def _follower(words: Words, board: _Board, token: str) -> str:
    role, _, port = token.partition("@")
    segment = segment_at(board.laid, PORT_NAMES.index(port))
    place = segment_named(words, board.laid, segment)
    choice = words(f"castle.choice.follower.{role}", place=place)
    return numbered(choice, board.laid, board.laid.segments.index(segment))


def _wall_tiles(words: Words, board: _Board, token: str) -> str:
    """What each wall tile is played on; in notation if that is too long for a button."""
    parts = []
    for play, count in Counter(token.split()).items():
        kind, _, target = play.partition("@")
        if target == NONE:
            parts.append(words("castle.choice.spent", count=count, kind=kind))
        else:
            named = board.named(target)
            parts.append(words("castle.choice.play", count=count, kind=kind, feature=named))
    told = "; ".join(parts)
    return f"{told[0].upper()}{told[1:]}" if len(told) <= LONGEST else token


def _order(words: Words, board: _Board, token: str) -> str:
    spots = token.split(">")
    told = words("castle.choice.then").join(board.named(spot) for spot in spots)
    return told if len(told) <= LONGEST else token


def spell_out(words: Words, view: View, parts: Sequence[Part]) -> str:
    told: list[str] = []
    for at, (step, token) in enumerate(parts):
        if step == "rotation":
            told[-1] += f" {degrees_of(token)}"
        elif token != NONE:
            told.append(_part(words, view, parts[:at], step, token))
    return " · ".join(told)


def _part(words: Words, view: View, before: Sequence[Part], step: str, token: str) -> str:
    if step != "follower" or view.drawn is None:
        return label(words, view, before, step, token)
    role, _, port = token.partition("@")
    tile = view.catalogue.turned[view.drawn][turns_of(dict(before)["rotation"])]
    place = segment_named(words, tile, segment_at(tile, PORT_NAMES.index(port)))
    return f"{words(f'castle.role.{role}')}, {place}"


def split_typed(view: View, text: str) -> tuple[str, ...]:
    """The words of a move, written in either of the two ways."""
    return tuple(_WORD.findall(with_notation(text.casefold())))


def kinds(words: Words, view: View) -> list[tuple[str, list[tuple[str, str]]]]:
    """The tiles not drawn yet, grouped and numbered as on the sheet."""
    return [
        (group_named(words, sides), [_kind(words, view, number, tile) for number, tile in tiles])
        for sides, tiles in unseen_groups(view)
    ]


def _kind(words: Words, view: View, number: int, tile: str) -> tuple[str, str]:
    sides = tile_described(words, view.catalogue.turned[tile][0])
    named = tile_named(words, tile)
    return tile, words("castle.tile.kind", number=number, tile=named, sides=sides)
