"""The families of words in the pictures of Carcassonne, and everything that these can say."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from engine.carcassonne.events import Event, FeatureScored
from engine.carcassonne.moves import OPTIONS, ROLES, Spot, Turn, move_text, parts
from engine.carcassonne.scoring import SOURCES
from engine.carcassonne.view import View
from engine.carcassonne.view import view as seen_by
from engine.recorded import Ending
from engine.seats import PlayerLeft
from engine.tiles.draws import TileDiscarded
from engine.tiles.tile import PORT_NAMES
from render.board.aliases import alias
from render.carcassonne import alt_text
from render.carcassonne.art.sprites import complete_catalogue
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.layout import JOINING
from render.carcassonne.board.overlays import Overlay
from render.carcassonne.final import final_scene
from render.carcassonne.primer import ADDED, CARDS, ON_A_TILE, expansion_scene, primer_scene
from render.carcassonne.tables import ADORNMENT, ORDER, POINT_SOURCES, ROLE_KINDS, course
from render.carcassonne.text_board import text_board
from render.carcassonne.tiles import (
    GROUPS,
    describe_tile,
    sheet_scene,
    tile_name,
)
from render.locale import Words
from render.picture.scene import Scene
from render.subject import Subject, subjects_of
from render.tables.adornment import TableStyle
from render.tables.chart import chart_scene
from render.tables.profile import Figures, GameLine, Overview, Profile, overview_alt, profile_alt
from render.tables.replay import Frame
from render.tables.sources import Source, sources_alt, sources_scene
from tests.engine.carcassonne.kit.boards import table
from tests.render.carcassonne.games import PICTURES, frames, rotations_scene
from tests.render.carcassonne.test_overlays import NO_CITY
from tests.render.words import SHARED_BY_TILES, PictureWords, texts_in
from tests.texts import FOREIGN, Families

COMPLETED = ("city", "road", "cloister")
JOINED = ("city", "road", "field")
THINGS = ("inn", "cathedral")
FINAL = (*COMPLETED, "fed", "field", *THINGS)
TILES = complete_catalogue().turned
# The members of every family of keys that the code of the pictures puts together.
FAMILIES: Families = {
    "carcassonne.complete.*": COMPLETED,
    "carcassonne.joined.*": JOINING,
    "carcassonne.alt.nothing.*": Overlay,
    "carcassonne.alt.thing.*": THINGS,
    "carcassonne.described.*": ("river", "spring", "lake"),
    "carcassonne.feature.*": ROLES,
    "carcassonne.fields.*": ("feeds", "incomplete"),
    "carcassonne.final.*": FINAL,
    "carcassonne.followers.*": ("knight", "highwayman", "farmer"),
    "carcassonne.kind.*": ROLES,
    "carcassonne.legend.*": (
        *Overlay,
        *("leads_at_stake", "leads_large"),
        *("leads_tied", "fields_gives", "fields_cities", "fields_growing", "open_last"),
        "final_farms",
    ),
    "carcassonne.news.shared.*": JOINED,
    "carcassonne.news.taken.*": JOINED,
    "carcassonne.part.*": JOINED,
    "carcassonne.placed.*": ROLES.values(),
    "carcassonne.placed_large.*": ROLES.values(),
    "carcassonne.picture.farms.*": OPTIONS.values["farms"],
    "carcassonne.picture.group.*": GROUPS,
    "carcassonne.picture.points_for.*": {*ORDER, *SOURCES},
    "carcassonne.picture.mostly.*": ROLES.values(),
    "carcassonne.picture.roles.*": ROLES.values(),
    "carcassonne.picture.small_city.*": OPTIONS.values["small_city"],
    "carcassonne.primer.*": ON_A_TILE,
    "carcassonne.primer.*.note": (*CARDS, *chain(*ADDED.values())),
    "carcassonne.primer.*.title": (*CARDS, *chain(*ADDED.values())),
    "carcassonne.text.*": ("key", "key_short"),
    "carcassonne.scored.*": {*ORDER, *SOURCES},
    "carcassonne.tile_name.*": TILES,
    "carcassonne.why.*": THINGS,
}
# Texts that are kept here for describing a game in words.
OF_OTHERS: Families = {
    "carcassonne.overlay.*": Overlay,
    "carcassonne.kind.*": ("field", "river"),
}
# What only reports and messages say.
TOLD: Families = {
    "carcassonne.*": ("cities", "news.counted", "pennants"),
    "carcassonne.board.*": ("spring", "start"),
    "carcassonne.event.*": ("back_with_large", "large_back", "more_features"),
    "carcassonne.event.completed.*": COMPLETED,
    "carcassonne.feature.*": ROLES,
    "carcassonne.fields.*": ("on_one_tile",),
    "carcassonne.fields.counted.*": OPTIONS.values["farms"],
    "carcassonne.final.*": FINAL,
    "carcassonne.followers.*": ("knight", "highwayman", "farmer"),
    "carcassonne.news.shared.*": JOINED,
    "carcassonne.news.taken.*": JOINED,
    "carcassonne.part.*": (*JOINED, "field_by_city"),
    "carcassonne.role.*": ROLES.values(),
    "carcassonne.why.*": (
        *("cloister", "each", "fields", "incomplete", "large", "player", "small_city"),
        *THINGS,
    ),
}

SHARED_ROAD = """
    fcccf fffff
    fffff fffff
    rr0rr rr1rr
    fffff fffff
    fffff fffff
"""
NAMES = (FOREIGN * 5, "", *4 * [FOREIGN])
GAMES = (("words", 6, "big"), ("words", 3, "classic"), ("words", 2, "current"))
PORT = "|".join(sorted(PORT_NAMES, key=len, reverse=True))
# What is written the same in every language: rotations, cells, the sides of tiles.
NOTATION = re.compile(
    r"(?<![^\W_])(r[0-3]+"
    rf"|[CcDdrqpfghijwxM*^+/0-9]+M?(=[1-6]!?@({PORT}|M|f))?"
    rf"|([A-X]|(ic|river)-\d\d?)[0-3](=[1-6]!?@({PORT}|M|f))?"
    r"|[A-Z]\d{0,2})(?![^\W_])"
)


def scenes(words: Words, past: list[Frame[View, Event]]) -> Iterator[Scene]:
    """Every kind of picture of a position, with everything that led there."""
    view = past[-1].view
    events = past[-1].events
    names = NAMES[: len(view.scores)]
    event_lists = [frame.events for frame in past]
    look = Look(overlays=tuple(Overlay), words=words, legend=True)
    preview = parts(Turn(view.placements[0])) if view.placements else ()
    yield board_scene(Subject(view, names, events), look)
    yield board_scene(Subject(view, names, parts=preview), look)
    yield from PICTURES.replay_scenes(words, subjects_of(past[-1:], names))
    yield sheet_scene(words, view)
    yield chart_scene(TableStyle(words, ADORNMENT), course(event_lists), names)
    if view.drawn is not None:
        yield rotations_scene(words, view)
    if view.phase == "over":
        yield final_scene(words, Subject(view, names, list(chain(*event_lists))))


def alts(words: Words, past: list[Frame[View, Event]]) -> Iterator[str]:
    view = past[-1].view
    events = past[-1].events
    names = NAMES[: len(view.scores)]
    event_lists = [frame.events for frame in past]
    for overlay in Overlay:
        yield alt_text.board_alt(words, Subject(view, names, events), overlays=[overlay])
    if view.placements:
        preview = Turn(view.placements[0])
        alt = alt_text.board_alt(words, Subject(view, names, parts=parts(preview)))
        assert alias(move_text(preview)) in alt
        yield alt
    yield PICTURES.rotations_alt(words, view)
    yield alt_text.sheet_alt(words, view)
    yield alt_text.chart_alt(words, event_lists, names)
    yield alt_text.replay_alt(words, subjects_of(past, names))
    if view.phase == "over":
        yield alt_text.final_alt(words, Subject(view, names, list(chain(*event_lists))))


def everything(words: Words) -> Iterator[str]:
    """Everything that pictures say about whole games."""
    for game in GAMES:
        story = list(frames(*game))
        for number, frame in enumerate(story):
            names = NAMES[: len(frame.view.scores)]
            yield alt_text.board_alt(words, Subject(frame.view, names, frame.events))
            yield text_board(words, Subject(frame.view, names))
            for placement in frame.view.placements:
                preview = parts(Turn(placement))
                yield alt_text.board_alt(words, Subject(frame.view, names, parts=preview))
            if number % 20 and frame is not story[-1]:
                continue
            past = story[: number + 1]
            for scene in scenes(words, past):
                yield from texts_in(scene)
            yield from alts(words, past)
    for turned in TILES.values():
        yield f"{tile_name(words, turned[0].tile.id)}: {describe_tile(words, turned[0])}"
    yield from texts_in(primer_scene(words))
    yield PICTURES.introduction.primer_alt(words)
    for expansion in ADDED:
        yield from texts_in(expansion_scene(words, expansion))
    yield words("carcassonne.showcase.alt")
    yield from seldom(words, story[-2])
    source = Source(FOREIGN, 3, dict.fromkeys(SOURCES, 30))
    yield from texts_in(sources_scene(TableStyle(words, ADORNMENT), [source], POINT_SOURCES))
    yield sources_alt(words, [source], POINT_SOURCES)
    figures = Figures(FOREIGN, None, 1, 1, (), (), ())
    roles: dict[str, int] = dict.fromkeys(ROLES.values(), 1)
    profile = Profile(figures, figures.games, 100, None, (), {}, roles)
    yield profile_alt(words, profile, POINT_SOURCES, ROLE_KINDS)
    lines = [GameLine(FOREIGN, 1, 1, None, (), role.mostly, 25) for role in ROLE_KINDS]
    yield overview_alt(words, Overview(figures, 1, lines))


def seldom(words: Words, frame: Frame[View, Event]) -> Iterator[str]:
    """What most games do not get to."""
    alone = table(NO_CITY, "U")
    yield alt_text.board_alt(
        words, Subject(seen_by(alone, None), NAMES[:2]), overlays=[Overlay.FIELDS]
    )
    names = NAMES[:2]
    tied = table(SHARED_ROAD, "U")
    yield alt_text.board_alt(words, Subject(seen_by(tied, None), names), overlays=[Overlay.LEADS])
    view = frame.view
    for ending in [
        Ending("resigned", (0,)),
        Ending("agreed"),
        Ending("timeout", (1,)),
        Ending("timeout"),
    ]:
        yield from texts_in(board_scene(Subject(view, names, ending=ending), Look(words=words)))
        yield alt_text.board_alt(words, Subject(view, names, ending=ending))
        yield text_board(words, Subject(view, names, ending=ending))
    left = replace(view, gone=(1,))
    yield from texts_in(board_scene(Subject(left, names), Look(words=words)))
    yield alt_text.board_alt(words, Subject(left, names))
    yield text_board(words, Subject(left, names))
    over = replace(view, phase="over", to_act=None, drawn=None)
    shared = replace(over, scores=(30, 30), leaders=(0, 1))
    yield from texts_in(board_scene(Subject(shared, names), Look(words=words)))
    yield alt_text.board_alt(words, Subject(shared, names))
    yield alt_text.final_alt(words, Subject(shared, names))
    both = FeatureScored("road", Spot((0, 0), 4), ((0, 0), (1, 0)), 0, (1, 1), (0, 1), 2, 1, False)
    events: list[Event] = [TileDiscarded("C"), PlayerLeft(1, (0, 0)), both]
    yield alt_text.board_alt(words, Subject(view, names, events))


WORDS = PictureWords(
    kind="carcassonne",
    families=FAMILIES,
    of_others=OF_OTHERS,
    told=TOLD,
    everything=everything,
    notation=NOTATION,
    shared=SHARED_BY_TILES,
    # What only occurs in strange games.
    never_said={
        "carcassonne.alt.nothing.fields",
        "carcassonne.alt.large",
        "carcassonne.picture.group.field",
    },
)
