"""Implements `bot.games.choices.Choices`: the questions of a move step by step, each choice as the
label of a button, and a move on one line, `-1,2 ↻ 90° · knight, north city`.

A choice is a token of the notation. Two choices of one step never have the same label. The words of
such a line can be typed just like those of the notation, which it spells out: `↻ 90°` is `r1`.
"""

import re
from collections.abc import Sequence

from bot.games.carcassonne.naming import segment_named
from bot.games.tiles.places import numbered
from bot.games.tiles.turnings import degrees_of, turns_of, with_notation
from bot.games.wording.typing import plain
from bot.locale import Words
from engine.carcassonne.moves import NONE, posting_text
from engine.carcassonne.view import View
from engine.questions import Part
from engine.tiles.tile import TurnedTile
from render.carcassonne.rotations import first_alike
from render.carcassonne.sheet import group_named, unseen_groups
from render.carcassonne.tile_words import tile_described, tile_named
from render.tiles.turnings import turning_name

_WORD = re.compile(r"(?<!\w)-?\d+(?: ?, ?-?\d*)?|(?<!\S)-$|[^\W_]+(?:@[^\W_]+)*")
"""A cell, which may be typed incompletely, or any other word."""


def question(words: Words, step: str) -> str:
    return words(f"carcassonne.question.{step}")


def label(words: Words, view: View, before: Sequence[Part], step: str, token: str) -> str:
    match step:
        case "cell":
            return token
        case "rotation":
            return _rotation(words, token)
        case "follower" if token == NONE:
            return words("carcassonne.choice.no_follower")
        case "follower":
            tile, segment = _posted_on(view, before, token)
            place = segment_named(words, view.catalogue, tile, segment)
            choice = words(f"carcassonne.choice.follower.{_role(token)}", place=place)
            return numbered(choice, tile, segment)
        case _:
            raise ValueError(f"Carcassonne has no step {step!r}")


def _rotation(words: Words, token: str) -> str:
    """A rotation, named as in the picture of the rotations."""
    turns = turns_of(token)
    if not turns:
        return words("carcassonne.choice.as_drawn")
    return words("carcassonne.choice.turned", turned=turning_name(words, turns))


def _role(token: str) -> str:
    return token.partition("@")[0]


def _posted_on(view: View, before: Sequence[Part], token: str) -> tuple[TurnedTile, int]:
    """The drawn tile, as it lies, and the segment that this follower would stand on."""
    assert view.drawn is not None
    catalogue, rotation = view.catalogue, turns_of(dict(before)["rotation"])
    postings = map(posting_text, catalogue.postings[view.drawn][rotation])
    return catalogue.turned[view.drawn][rotation], list(postings).index(token)


def representative(view: View, step: str, token: str) -> str:
    """Rotations of the drawn tile that look alike are one choice: the first of them."""
    if step != "rotation" or view.drawn is None:
        return token
    return f"r{first_alike(view.catalogue, view.drawn)[turns_of(token)]}"


def spell_out(words: Words, view: View, parts: Sequence[Part]) -> str:
    told: list[str] = []
    for at, (step, token) in enumerate(parts):
        if step == "rotation":
            told[-1] += f" {degrees_of(token)}"
        elif step == "cell":
            told.append(token)
        elif token != NONE:
            role = words(f"carcassonne.role.{_role(token)}")
            place = segment_named(words, view.catalogue, *_posted_on(view, parts[:at], token))
            told.append(f"{role}, {place}")
    return " · ".join(told)


def split_typed(view: View, text: str) -> tuple[str, ...]:
    """The words of a move, written in either of the two ways. Of rotations that look alike, the one
    that is offered."""
    told = with_notation(plain(text))
    return tuple(_offered(view, word.replace(" ", "")) for word in _WORD.findall(told))


def _offered(view: View, word: str) -> str:
    return representative(view, "rotation", word) if word in {"r0", "r1", "r2", "r3"} else word


def kinds(words: Words, view: View) -> list[tuple[str, list[tuple[str, str]]]]:
    """The types of tiles not drawn yet, grouped and numbered as on the sheet."""
    return [
        (group_named(words, group), [_kind(words, view, number, tile) for number, tile in tiles])
        for group, tiles in unseen_groups(view)
    ]


def _kind(words: Words, view: View, number: int, tile: str) -> tuple[str, str]:
    sides = tile_described(words, view.catalogue.turned[tile][0], pennants=False)
    told = words("carcassonne.tile.kind", number=number, tile=tile_named(words, tile), sides=sides)
    return tile.lower(), told
