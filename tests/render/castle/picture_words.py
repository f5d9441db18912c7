"""The families of words in the pictures of The Castle and of any game, and what they can say."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import get_args

from engine.castle.catalogue import WALL_TILE_KINDS, standard_catalogue
from engine.castle.events import Event, FinalKind
from engine.castle.moves import COLUMNS, ROLES, Turn, move_text, parts
from engine.castle.view import View
from engine.recorded import Ending
from engine.tiles.tile import PORT_NAMES, SIDES
from render.board.comparison import comparison_alt, comparison_scene
from render.castle import alt_text
from render.castle.board.board import Look, board_scene
from render.castle.board.cells import JOINING
from render.castle.board.overlays import Overlay
from render.castle.final import final_scene
from render.castle.primer import CARDS, primer_scene
from render.castle.tables import ADORNMENT, POINT_SOURCES, ROLE_KINDS, course
from render.castle.text_board import text_board
from render.castle.tiles import describe_tile, family, sheet_scene, tile_name
from render.locale import Words
from render.picture.scene import Scene
from render.subject import Subject, subjects_of
from render.tables.adornment import TableStyle
from render.tables.chances import (
    SIGNS,
    MarkedMove,
    MarkedTurn,
    WinningChances,
    chances_alt,
    chances_scene,
)
from render.tables.chart import chart_scene
from render.tables.leaderboard import leaderboard_alt, leaderboard_scene
from render.tables.profile import (
    Figures,
    GameLine,
    Overview,
    Profile,
    Rival,
    Win,
    overview_alt,
    overview_scene,
    profile_alt,
    profile_scene,
)
from render.tables.replay import Frame
from render.tables.sources import sources_alt, sources_scene
from render.tables.standings import (
    Moves,
    Outcome,
    Standings,
    crosstable_alt,
    crosstable_scene,
    standings_alt,
    standings_scene,
)
from tests.render.castle.games import (
    PICTURES,
    crosstable,
    frames,
    leaderboards,
    rotations_scene,
    sources,
    standings,
)
from tests.render.words import SHARED_BY_TILES, PictureWords, texts_in
from tests.texts import FOREIGN, Families

COMPLETED = ("path", "tower", "house")
WHY = (
    "each",
    "empty_cells",
    "empty_starts",
    "enlarged",
    "majority",
    "markets",
    "more_a_market",
    "raised",
    "twice",
    "wall_tiles",
    "with_fountain",
)
POINTS = (*COMPLETED, *get_args(FinalKind))
TILES = standard_catalogue().turned
ENDED_EARLY = ("abandoned", "agreed", "resigned", "timeout")
# The members of every family of keys that the code of the pictures puts together.
FAMILIES: Families = {
    "castle.complete.*": COMPLETED,
    "castle.joined.*": JOINING,
    "castle.alt.nothing.*": Overlay,
    "castle.feature.*": COMPLETED,
    "castle.final.*": get_args(FinalKind),
    "castle.followers.*": [ROLES[kind] for kind in COMPLETED],
    "ended.*": ENDED_EARLY,
    "castle.kind.*": ROLES,
    "castle.legend.*": (*Overlay, "leads_court", "leads_tied", "empty_keep", "landing_towers"),
    "castle.news.even.*": ROLES,
    "castle.news.majority.*": ROLES,
    "castle.part.*": ROLES,
    "castle.picture.path_sides.*": range(len(SIDES) + 1),
    "castle.picture.points_for.*": POINTS,
    "castle.picture.mostly.*": ROLES.values(),
    "castle.picture.roles.*": ROLES.values(),
    "compared.alt.*": ("played", "better"),
    "castle.placed.*": ROLES.values(),
    "castle.primer.*": ROLES.values(),
    "castle.primer.*.note": CARDS,
    "castle.primer.*.title": CARDS,
    "castle.scored.*": POINTS,
    "castle.wall_tile.*": WALL_TILE_KINDS,
    "castle.tile_name.*": {family(tile)[0] for tile in TILES},
    "chart.mark.*": SIGNS,
    "status.ended.*": ENDED_EARLY,
    "tiles.direction.*": (*SIDES, "NE", "SE", "SW", "NW", "middle"),
    "standings.*": (*(outcome.value for outcome in Outcome), Moves.UP.value, Moves.DOWN.value),
}
# Texts that are kept here for describing a game in words.
OF_OTHERS: Families = {
    "castle.overlay.*": Overlay,
    "words.*": ("and", "thousands"),
}
# What only reports and messages say.
TOLD: Families = {
    "castle.board.*": ("empty", "start"),
    "castle.event.*": ("again", "contested", "keep", "more_features", "nobody_again", "not_again"),
    "castle.event.completed.*": COMPLETED,
    "castle.event.spent.*": (1, 2, 3),
    "castle.final.*": get_args(FinalKind),
    "castle.followers.*": [ROLES[kind] for kind in COMPLETED],
    "castle.news.even.*": ROLES,
    "castle.news.majority.*": ROLES,
    "castle.part.*": ROLES,
    "castle.role.*": ROLES.values(),
    "castle.size.*": ("starts",),
    "castle.wall_tile.*": WALL_TILE_KINDS,
    "castle.why.*": WHY,
    "sentence.*": ("begun", "lead", "name", "you"),
    "tiles.*": ("a_tile", "more_cells"),
    "tiles.board.*": ("follower", "row", "rows", "tile", "tile_with", "turned"),
    "tiles.event.*": (
        "back",
        "because",
        "ends",
        "final",
        "last_round",
        "last_tile",
        "more_tiles",
        "nobody",
        "nothing",
        "returned",
    ),
    "tiles.direction.*": ("middle",),
    "tiles.waits.*": ("cells", "lay", "unknown"),
}

# Together they bring up almost everything there is to say.
GAMES = ("0", "1", "2", "6", "7", "30")
NAMES = (FOREIGN * 5, "")
CHANCES = WinningChances(
    [(0.5, 0.5)] * 4,
    [MarkedMove(turn, 0, mark) for turn, mark in enumerate(SIGNS, 1)],
    [MarkedTurn(3, 0)],
)
FIGURES = Figures(
    NAMES[0],
    2026,
    2,
    1,
    [Win(NAMES[1], "98–87", 40)],
    (80.0, 90.0),
    (1.0, -2.0),
    [2] * 12,
    Rival(NAMES[1], 2, 1),
    [FOREIGN] * 5,
)
ROLES_TAKEN: dict[str, int] = dict.fromkeys(ROLES.values(), 1)
PROFILE = Profile(FIGURES, FIGURES.games, 900, 3, (1000, 1040), {"path": 9}, ROLES_TAKEN)
OF_A_NEWCOMER = replace(FIGURES, year=None, accuracy=(80.0,), luck=(1.0,))
PROFILES = (PROFILE, replace(PROFILE, figures=OF_A_NEWCOMER, place=None))
LINES = [
    GameLine(FOREIGN, 2, 1, place, [(0.0, 1000), (1.0, 1040)], role.mostly, 25)
    for role, place in zip(ROLE_KINDS, (1, None, None, None), strict=True)
]
OVERVIEW = Overview(FIGURES, 2, LINES)
PORT = "|".join(sorted(PORT_NAMES, key=len, reverse=True))
# What is written the same in every language: cells, rotations, the sides of tiles.
NOTATION = re.compile(
    rf"(?<![^\W_])([{COLUMNS}][1-9]?(\.({PORT}))?-?|r[0-3]+"
    r"|[THCthcpqrx/*0-9]+|again|end)(?![^\W_])"
)


def scenes(words: Words, past: list[Frame[View, Event]]) -> Iterator[Scene]:
    """Every kind of picture of a position, with everything that led there."""
    view = past[-1].view
    events = past[-1].events
    look = Look(overlays=tuple(Overlay), compact=True, words=words, legend=True)
    event_lists = [frame.events for frame in past]
    preview = parts(Turn(view.placements[0])) if view.placements else ()
    yield board_scene(Subject(view, NAMES, events), look)
    yield board_scene(Subject(view, NAMES, parts=preview), look)
    yield from PICTURES.replay_scenes(words, subjects_of(past[-1:], NAMES))
    yield sheet_scene(words, view)
    yield chart_scene(TableStyle(words, ADORNMENT), course(event_lists), NAMES)
    if view.drawn is not None:
        yield rotations_scene(words, view)
    if view.phase == "over":
        yield final_scene(words, Subject(view, NAMES, list(chain(*event_lists))))


def alts(words: Words, past: list[Frame[View, Event]]) -> Iterator[str]:
    view = past[-1].view
    events = past[-1].events
    event_lists = [frame.events for frame in past]
    overlays = tuple(Overlay)
    yield alt_text.board_alt(words, Subject(view, NAMES, events), overlays=overlays)
    if view.placements:
        preview = Turn(view.placements[0])
        alt = alt_text.board_alt(words, Subject(view, NAMES, parts=parts(preview)))
        assert move_text(preview) in alt
        yield alt
    yield PICTURES.rotations_alt(words, view)
    yield alt_text.sheet_alt(words, view)
    yield alt_text.chart_alt(words, event_lists, NAMES)
    yield alt_text.replay_alt(words, subjects_of(past, NAMES))
    if view.phase == "over":
        yield alt_text.final_alt(words, Subject(view, NAMES, list(chain(*event_lists))))


def everything(words: Words) -> Iterator[str]:
    """Everything that pictures say about whole games."""
    for seed in GAMES:
        game = list(frames(seed))
        for number, frame in enumerate(game):
            seldom = frame.view.phase != "place" or frame.view.extra
            if not seldom and number % 20:
                continue
            past = game[: number + 1]
            for scene in scenes(words, past):
                yield from texts_in(scene)
            yield from alts(words, past)
            yield text_board(words, Subject(frame.view, NAMES))
    for tile, turned in TILES.items():
        yield f"{tile_name(words, tile)}: {describe_tile(words, turned[0])}"
    yield from texts_in(primer_scene(words))
    yield PICTURES.introduction.primer_alt(words)
    yield words("castle.showcase.alt")
    primer = partial(primer_scene, words)
    yield from texts_in(comparison_scene(words, primer, primer))
    yield comparison_alt(words, FOREIGN, FOREIGN)
    yield from of_early_ends(words, game[-2].view)
    yield from texts_in(sources_scene(TableStyle(words, ADORNMENT), sources(NAMES), POINT_SOURCES))
    yield sources_alt(words, sources(NAMES), POINT_SOURCES)
    yield from texts_in(chances_scene(TableStyle(words, ADORNMENT), CHANCES, NAMES))
    yield chances_alt(words, CHANCES, NAMES)
    for profile in PROFILES:
        what = (profile, POINT_SOURCES, ROLE_KINDS)
        yield from texts_in(profile_scene(TableStyle(words, ADORNMENT), *what))
        yield profile_alt(words, *what)
    yield from texts_in(overview_scene(TableStyle(words, ADORNMENT), OVERVIEW))
    yield overview_alt(words, OVERVIEW)
    for leaderboard in leaderboards(NAMES):
        board = replace(leaderboard, server=FOREIGN)
        yield from texts_in(leaderboard_scene(TableStyle(words, ADORNMENT), board))
        yield leaderboard_alt(words, board)
    yield from of_leagues(words)


def of_leagues(words: Words) -> Iterator[str]:
    division = standings(NAMES)
    games = crosstable(NAMES)
    lines = tuple(replace(line, reason=FOREIGN) for line in division.lines)
    certain = replace(lines[0], first=1, last=1)
    for listed in (lines, (certain,)):
        table = Standings(FOREIGN, FOREIGN, listed, (FOREIGN,))
        yield from texts_in(standings_scene(TableStyle(words, ADORNMENT), table))
        yield standings_alt(words, table)
    cross = replace(games, league=FOREIGN, below=FOREIGN)
    yield from texts_in(crosstable_scene(TableStyle(words, ADORNMENT), cross))
    yield crosstable_alt(words, cross)


def of_early_ends(words: Words, view: View) -> Iterator[str]:
    for ending in [
        Ending("resigned", (0,)),
        Ending("agreed"),
        Ending("timeout", (1,)),
        Ending("timeout"),
    ]:
        yield from texts_in(board_scene(Subject(view, NAMES, ending=ending), Look(words=words)))
        yield alt_text.board_alt(words, Subject(view, NAMES, ending=ending))
        yield text_board(words, Subject(view, NAMES, ending=ending))


WORDS = PictureWords(
    kind="castle",
    families=FAMILIES,
    of_others=OF_OTHERS,
    told=TOLD,
    everything=everything,
    notation=NOTATION,
    shared=SHARED_BY_TILES,
    # What only occurs in strange games.
    never_said={
        "castle.alt.nothing.empty",
        "tiles.event.discarded",
        "tiles.waits.fits_nowhere",
        "castle.picture.no_keep",
        "scored.nothing",
        # What other games say.
        "ended.resigned",
        "result.won",
        "sentence.gone",
        "status.left",
        "sentence.left",
    },
    general="(?:chart|compared|ended|primer|profile|ranks|result|scored|sentence|sources|standings"
    "|status|tiles|turning|words)",
)
