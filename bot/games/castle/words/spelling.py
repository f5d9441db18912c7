"""Moves in a line, in the words of the panel: `A4 ↻0 · squire, south house`.

Its words can be typed as well as those of the notation, of which it is the reading: `↻0` is `r0`.
"""

import re
from collections.abc import Sequence

from bot.games.castle.choosing import label
from bot.games.castle.naming import segment_at, segment_named
from bot.locale import Words
from engine.castle.seen.view import View
from engine.castle.vocabulary.notation import NONE
from engine.tiles.ports import PORT_NAMES

TURNED = "↻"
_WORD = re.compile(r"[^\W_]+(?:[@.>][^\W_]+)*")


def spelled(words: Words, view: View, parts: Sequence[tuple[str, str]]) -> str:
    chosen: dict[str, str] = {}
    told: list[str] = []
    for step, token in parts:
        if step == "rotation":
            told[-1] += f" {TURNED}{token.removeprefix('r')}"
        elif token != NONE:
            told.append(_part(words, view, chosen, step, token))
        chosen[step] = token
    return " · ".join(told)


def _part(words: Words, view: View, chosen: dict[str, str], step: str, token: str) -> str:
    if step != "follower" or view.drawn is None:
        return label(words, view, chosen, step, token)
    role, _, port = token.partition("@")
    tile = view.catalogue.turned[view.drawn][int(chosen["rotation"].removeprefix("r"))]
    place = segment_named(words, tile, segment_at(tile, PORT_NAMES.index(port)))
    return f"{words(f'castle.role.{role}')}, {place}"


def typed(text: str) -> tuple[str, ...]:
    """The words of a move, in whichever of the two ways it is written."""
    return tuple(_WORD.findall(text.casefold().replace(TURNED, "r")))
