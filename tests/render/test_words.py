"""Every word of the pictures is in the files, none is there for nothing, and none in the code."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import get_args

import render
from engine.castle.catalogue import standard_catalogue
from engine.castle.events import FinalKind
from engine.castle.moves import ROLES, Turn
from engine.castle.notation import COLUMNS, move_text
from engine.tiles.ports import PORT_NAMES, SIDES
from render import alt_text
from render.castle import Look, board_scene
from render.chart import chart_scene
from render.final import final_scene
from render.leaderboard import leaderboard_alt, leaderboard_scene
from render.locale import ENGLISH as LANGUAGE
from render.locale import Words, texts_of
from render.overlays import Overlay
from render.replay import Moment, moment_scene
from render.rotations import rotations_scene
from render.scene import Badge, Inset, Scene, Text
from render.sheet import sheet_scene
from render.sources import sources_alt, sources_scene
from render.text_board import text_board
from tests.render.games import ENGLISH, leaderboards, moments, sources
from tests.texts import FOREIGN, Families, Listening, foreign, keys_in_code, members

FOLDER = Path(render.__file__).parent
COMPLETED = ("path", "tower", "house")
POINTS = (*COMPLETED, *get_args(FinalKind))
SAID = ("another_turn", "extra_turn", "shared_win", "to_play", "wins", "winner")
FAMILIES: Families = {
    "castle.alt.complete.*": COMPLETED,
    "castle.alt.posted.*": ROLES.values(),
    "castle.alt.share.*": POINTS,
    "castle.direction.*": SIDES,
    "castle.kind.*": ROLES,
    "castle.picture.*": SAID,
    "castle.picture.path_sides.*": range(len(SIDES) + 1),
    "castle.picture.points_for.*": POINTS,
}
"""The members of every family of keys that the code of the pictures puts together."""
OF_OTHERS: Families = {
    "castle.direction.*": ("NE", "SE", "SW", "NW", "middle"),
    "castle.role.*": ROLES.values(),
    "words.*": ("and",),
}
"""What is kept here for whoever tells of a game in words."""

GAMES = ("0", "1", "2", "6", "7", "30")
"""Between them they bring up almost all that there is to say."""
NAMES = (FOREIGN * 5, "")
TILES = sorted(standard_catalogue().turned, key=len, reverse=True)
PORT = "|".join(sorted(PORT_NAMES, key=len, reverse=True))
NOTATION = re.compile(
    rf"(?<![^\W_])({'|'.join(map(re.escape, TILES))}|[{COLUMNS}][1-9]?(\.({PORT}))?-?|r[0-3]+"
    r"|[THCthcpqrx/*0-9]+)(?![^\W_])"
)
"""What is written the same in every language: tiles, cells, rotations, the sides of tiles."""


def keys() -> set[str]:
    return keys_in_code(FOLDER.glob("*.py"), "(?:castle|words)")


def asked() -> set[str]:
    literal = {key for key in keys() if "*" not in key}
    return literal | members(FAMILIES) | members(OF_OTHERS)


def test_every_family_of_keys_in_the_code_is_counted_up_here() -> None:
    assert {key for key in keys() if "*" in key} == set(FAMILIES)


def test_every_key_in_the_code_has_its_text() -> None:
    assert asked() - texts_of(LANGUAGE).keys() == set()


def test_no_text_is_there_for_nothing() -> None:
    assert texts_of(LANGUAGE).keys() - asked() == set()


def scenes(words: Words, past: list[Moment]) -> Iterator[Scene]:
    """Every kind of picture of a position, with all that led there."""
    view, events = past[-1].view, past[-1].events
    look = Look(overlays=tuple(Overlay), compact=True, words=words)
    told = [moment.events for moment in past]
    turned = rotations_scene(words, view)
    preview = Turn(view.placements[0]) if view.placements else None
    yield board_scene(view, NAMES, events=events, look=look)
    yield board_scene(view, NAMES, preview=preview, look=look)
    yield moment_scene(past[-1], NAMES, look)
    yield sheet_scene(words, view)
    yield chart_scene(words, told, NAMES)
    if turned is not None:
        yield turned
    if view.phase == "over":
        yield final_scene(words, view, NAMES, list(chain(*told)))


def texts_in(scene: Scene) -> Iterator[str]:
    for item in scene.items:
        match item:
            case Text(text=text, instead=instead):
                yield text
                yield instead
            case Badge(text=text):
                yield text
            case Inset(scene=inner):
                yield from texts_in(inner)
            case _:
                pass


def alts(words: Words, past: list[Moment]) -> Iterator[str]:
    view, events = past[-1].view, past[-1].events
    told = [moment.events for moment in past]
    overlays = tuple(Overlay)
    yield alt_text.board_alt(words, view, NAMES, events=events, overlays=overlays)
    if view.placements:
        preview = Turn(view.placements[0])
        alt = alt_text.board_alt(words, view, NAMES, preview=preview)
        assert move_text(preview) in alt
        yield alt
    yield alt_text.rotations_alt(words, view)
    yield alt_text.sheet_alt(words, view)
    yield alt_text.chart_alt(words, told, NAMES)
    yield alt_text.replay_alt(words, past, NAMES)
    if view.phase == "over":
        yield alt_text.final_alt(words, view, NAMES, list(chain(*told)))


def everything(words: Words) -> Iterator[str]:
    """All that pictures say of whole games."""
    for seed in GAMES:
        game = list(moments(seed))
        for number, moment in enumerate(game):
            seldom = moment.view.phase != "place" or moment.view.extra
            if not seldom and number % 20:
                continue
            past = game[: number + 1]
            for scene in scenes(words, past):
                yield from texts_in(scene)
            yield from alts(words, past)
            yield text_board(words, moment.view, NAMES)
    yield from texts_in(sources_scene(words, sources(NAMES)))
    yield sources_alt(words, sources(NAMES))
    for shown in leaderboards(NAMES):
        board = replace(shown, server=FOREIGN)
        yield from texts_in(leaderboard_scene(words, board))
        yield leaderboard_alt(words, board)


def test_in_another_language_nothing_is_left_of_english() -> None:
    words = foreign(ENGLISH)
    left = {NOTATION.sub("", text) for text in everything(words)}
    assert {text for text in left if re.search("[A-Za-z]", text)} == set()
    assert any(FOREIGN in text for text in left)


NEVER_SAID = {
    "castle.alt.fits_nowhere",
    "castle.alt.no_shares",
    "castle.picture.no_keep",
    "castle.text.key_short",
}
"""What comes up in strange games only."""


def test_every_text_is_said_with_all_its_facts() -> None:
    words = Listening(LANGUAGE, ENGLISH.texts, set())
    assert len(list(everything(words))) > 1000
    assert ENGLISH.texts.keys() - words.said - members(OF_OTHERS) == NEVER_SAID
