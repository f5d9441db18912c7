"""The families of words in the pictures of Castellan, and everything that these can say."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from engine.castellan.cards import DECKS
from engine.castellan.events import (
    CourtyardGrew,
    CourtyardMade,
    Event,
    PiecesHandedOn,
    PiecesPassed,
)
from engine.castellan.moves import Turn, parts
from engine.castellan.pieces import KINDS as PIECES
from engine.castellan.pieces import NOTHING, Pieces
from engine.castellan.scoring import ROLES, SOURCES
from engine.castellan.view import View, try_turn
from engine.castellan.view import view as seen_by
from engine.recorded import Ending
from engine.seats import PlayerLeft
from render.castellan import alt_text
from render.castellan.board.board import Look, board_scene
from render.castellan.board.overlays import Overlay
from render.castellan.cards import hand_scene, sheet_scene
from render.castellan.final import final_scene
from render.castellan.little_castle import castle_of
from render.castellan.pictures import CastellanPictures, castellan_painter
from render.castellan.primer import CARDS, NAMED, primer_scene
from render.castellan.tables import ADORNMENT, POINT_SOURCES, ROLE_KINDS, course
from render.castellan.text_board import text_board
from render.castellan.words import describe_decks, describe_plan
from render.locale import Words
from render.picture.scene import Scene
from render.subject import Mark, Subject, subjects_of
from render.tables.adornment import TableStyle
from render.tables.chart import chart_scene
from render.tables.profile import Figures, GameLine, Overview, Profile, overview_alt, profile_alt
from render.tables.replay import Frame
from render.tables.sources import Source, sources_alt, sources_scene
from tests.render.castellan.frames import frames
from tests.render.castellan.games import play_game
from tests.render.words import SHARED_BY_ALL, PictureWords, texts_in
from tests.texts import FOREIGN, Families

FOOTER = (
    "courtyards",
    "decks",
    "hand",
    "lost",
    "passed",
    "pieces",
    "points",
)
# The members of every family of keys that the code of the pictures puts together.
FAMILIES: Families = {
    "castellan.alt.*": ("courtyards", "no_courtyards"),
    "castellan.alt.nothing.*": Overlay,
    "castellan.board.*": FOOTER,
    "castellan.deck.*": DECKS,
    "castellan.direction.*": "NESW",
    "castellan.legend.*": Overlay,
    "castellan.line.deck.*": DECKS,
    "castellan.name.*": PIECES,
    "castellan.picture.*": ("decks", "hand"),
    "castellan.picture.points_for.*": SOURCES,
    "castellan.picture.mostly.*": ROLES,
    "castellan.picture.roles.*": ROLES,
    "castellan.piece.*": PIECES,
    "castellan.plan.*": ("joins", "open", "tower", "tower_alone"),
    "castellan.position.*": ("last_turn", "to_play"),
    "castellan.position.double.*": ("left", "used"),
    "castellan.primer.*": NAMED,
    "castellan.primer.*.note": CARDS,
    "castellan.primer.*.title": CARDS,
    "castellan.scored.*": SOURCES,
    "castellan.text.*": ("key", "key_list", "key_short"),
    "castellan.text.letter.*": {*PIECES, *DECKS},
    "castellan.text.list.*": ("long", "open_ends", "short", "towers"),
}
# Texts that are kept here for those who choose an overlay.
OF_OTHERS: Families = {"castellan.overlay.*": Overlay}
# What only reports and messages say.
TOLD: Families = {
    "castellan.*": ("to_come",),
    "castellan.courtyard.*": ("before", "more"),
    "castellan.event.*": ("drawn", "known", "last_draws", "last_turns", "received"),
    "castellan.news.*": ("divided", "divided_for_nothing", "lead_by_keeps"),
}
NAMES = (FOREIGN * 5, "", FOREIGN, FOREIGN * 2)
GAMES = (("goldens", 4), ("goldens", 2))
# What is written the same in every language: cards, pieces, places, towers in a plan of text.
NOTATION = re.compile(
    r"(?<![^\W_])([WT][1-7]|[tsl]?[A-Z]{1,3}[0-9]{2,3}[EN]?|[A-Z]{1,3}[en]?|[0-9]+x2=[0-9]+|[wt]+"
    r"|O+)(?![^\W_])"
)


def scenes(words: Words, past: list[Frame[View, Event]]) -> Iterator[Scene]:
    """Every kind of picture of a position, with everything that led there."""
    seen = past[-1].view
    events = past[-1].events
    names = NAMES[: len(seen.scores)]
    event_lists = [frame.events for frame in past]
    yield board_scene(
        Subject(seen, names, events), Look(overlays=tuple(Overlay), words=words, legend=True)
    )
    yield from CastellanPictures(castellan_painter).replay_scenes(
        words, subjects_of(past[-1:], names)
    )
    yield sheet_scene(words, seen, names)
    yield chart_scene(TableStyle(words, ADORNMENT), course(event_lists), names)
    if seen.phase == "over":
        yield final_scene(words, Subject(seen, names))


def alts(words: Words, past: list[Frame[View, Event]]) -> Iterator[str]:
    seen = past[-1].view
    events = past[-1].events
    names = NAMES[: len(seen.scores)]
    event_lists = [frame.events for frame in past]
    for overlay in Overlay:
        yield alt_text.board_alt(words, Subject(seen, names, events), overlays=[overlay])
    yield alt_text.sheet_alt(words, seen, names)
    yield alt_text.chart_alt(words, event_lists, names)
    yield alt_text.replay_alt(words, subjects_of(past, names))
    yield from describe_plan(words, seen, names)
    if seen.phase == "over":
        yield alt_text.final_alt(words, Subject(seen, names))


def own(words: Words, seed: str, seats: int) -> Iterator[str]:
    """What only the player to act sees."""
    names = NAMES[:seats]
    plies = play_game(seed, seats)
    for (_, state, _), (move, _, _) in [*pairwise(plies)][::6]:
        assert isinstance(move, Turn)
        seen = replace(seen_by(state, state.seat), received=Pieces(1, 2, 3))
        chosen = parts(move)
        look = Look(words=words)
        for number in (1, len(move.cards) + 2, len(chosen)):
            begun = chosen[:number]
            yield alt_text.board_alt(words, Subject(seen, names, parts=begun))
            yield alt_text.hand_alt(words, seen, begun)
            yield from texts_in(board_scene(Subject(seen, names, parts=begun), look))
        marks = [Mark("1", chosen[len(move.cards) + 1 :][:2])] if move.build else []
        yield from alt_text.marks_alt(words, try_turn(seen, chosen[: len(move.cards) + 1]), marks)
        whole = board_scene(Subject(replace(seen, received=NOTHING), names, parts=chosen), look)
        yield from texts_in(whole)
        hand = hand_scene(words, seen, move.cards)
        assert hand is not None
        yield from texts_in(hand)
        yield text_board(words, Subject(seen, names))
        yield text_board(words, Subject(seen_by(state, None), names))


def everything(words: Words) -> Iterator[str]:
    """Everything that pictures say about whole games."""
    for seed, seats in GAMES:
        story = list(frames(seed, seats))
        names = NAMES[:seats]
        for number, frame in enumerate(story):
            yield alt_text.board_alt(words, Subject(frame.view, names, frame.events))
            if number % 12 and frame is not story[-1]:
                continue
            past = story[: number + 1]
            for scene in scenes(words, past):
                yield from texts_in(scene)
            yield from alts(words, past)
        yield from own(words, seed, seats)
        last = next(frame.view for frame in story if frame.view.phase == "last")
        yield from texts_in(board_scene(Subject(last, names), Look(words=words)))
        yield text_board(words, Subject(story[-1].view, names))
    yield from texts_in(primer_scene(words))
    yield CastellanPictures.introduction.primer_alt(words)
    yield words("castellan.showcase.alt")
    yield from seldom(words, frames(*GAMES[1])[9])
    source = Source(FOREIGN, 3, dict.fromkeys(SOURCES, 30))
    yield from texts_in(sources_scene(TableStyle(words, ADORNMENT), [source], POINT_SOURCES))
    yield sources_alt(words, [source], POINT_SOURCES)
    figures = Figures(FOREIGN, None, 1, 1, (), (), ())
    roles = dict.fromkeys(ROLES, 1)
    profile = Profile(figures, figures.games, 100, None, (), {}, roles)
    yield profile_alt(words, profile, POINT_SOURCES, ROLE_KINDS)
    lines = [GameLine(FOREIGN, 1, 1, None, (), role.mostly, 25) for role in ROLE_KINDS]
    yield overview_alt(words, Overview(figures, 1, lines))


def seldom(words: Words, frame: Frame[View, Event]) -> Iterator[str]:
    """What most games do not get to."""
    names = NAMES[:2]
    seen = frame.view
    yield describe_decks(words, (0, 0))
    yield describe_decks(words, (1, 2))
    for ending in (
        Ending("resigned", (0,)),
        Ending("agreed"),
        Ending("timeout", (1,)),
        Ending("timeout"),
    ):
        yield from texts_in(board_scene(Subject(seen, names, ending=ending), Look(words=words)))
        yield alt_text.board_alt(words, Subject(seen, names, ending=ending))
        yield text_board(words, Subject(seen, names, ending=ending))
    left = replace(seen, gone=(1,), to_act=0)
    over = replace(seen, phase="over", to_act=None, received=NOTHING, scores=(30, 30), keeps=(2, 2))
    over = replace(over, leaders=(0, 1))
    decided = replace(over, keeps=(3, 2), leaders=(0,))
    bare = replace(over, plan=seen.plan.with_courtyards(()))
    for position in (left, over, decided, bare):
        yield from texts_in(final_scene(words, Subject(position, names)))
        yield from texts_in(sheet_scene(words, position, names))
        yield from texts_in(board_scene(Subject(position, names), Look(words=words)))
        yield alt_text.final_alt(words, Subject(position, names))
        yield alt_text.board_alt(words, Subject(position, names))
        yield text_board(words, Subject(position, names))
    wide = " ".join(f"t{x},0 l{x},0E s{x},0N" for x in range(0, 60, 2))
    angled = " ".join(
        (*(f"t{x},0 s{x},0N" for x in range(0, 18, 2)), *(f"t16,{y}" for y in range(2, 62, 2)))
    )
    for pieces in ("t0,0", "l0,0E", wide, angled):
        position = replace(seen, plan=castle_of((0, pieces)))
        yield from describe_plan(words, position, names)
        yield text_board(words, Subject(position, names))
        yield from (
            alt_text.board_alt(words, Subject(position, names), overlays=[overlay])
            for overlay in Overlay
        )
    yield alt_text.hand_alt(words, replace(seen, seat=0, hand=()))
    events: list[Event] = [
        CourtyardMade(0, ((3, 1),), 7, True, 14, divided=True),
        CourtyardGrew(1, ((0, 0),), 5, False, 5, gained=1, more=1),
        PiecesPassed(0, 1, Pieces(1, 0, 0)),
        PiecesPassed(0, None, Pieces(0, 1, 0)),
        PiecesHandedOn(1, Pieces(0, 1, 0)),
        PlayerLeft(1, (0, 0)),
    ]
    begun = [event for event in frame.events if type(event).__name__ == "CardsPlayed"]
    yield alt_text.board_alt(words, Subject(seen, names, [*begun, *events]))
    yield from texts_in(board_scene(Subject(seen, names, [*begun, *events]), Look(words=words)))


WORDS = PictureWords(
    kind="castellan",
    families=FAMILIES,
    of_others=OF_OTHERS,
    told=TOLD,
    everything=everything,
    notation=NOTATION,
    shared=SHARED_BY_ALL,
)
