"""The families of Castellan's words, and everything that its face can say."""

from bot.games.castellan import CASTELLAN_FACE
from bot.match.results import Statistics
from engine.castellan.cards import DECKS
from engine.castellan.events import LeadChanged, PiecesHandedOn
from engine.castellan.moves import OPTIONS, Expected, Reason
from engine.castellan.pieces import KINDS, Pieces
from engine.castellan.rules import castellan
from engine.errors import NotationError
from engine.players.castellan.reasons import NAMES as WHY
from render.castellan.board.overlays import Overlay
from tests.bot.games.castellan.kit import (
    division_for_nothing,
    endless_turn,
    ends,
    events_of,
    games,
    plies,
    table,
)
from tests.bot.games.castellan.test_choices import steps
from tests.bot.games.castellan.test_illegal_moves import REFUSALS
from tests.bot.games.castellan.test_moves import WIDE_HALL
from tests.bot.games.kit import NAMES
from tests.bot.games.words import (
    FaceWords,
    every_reason,
    learning_texts,
    shared_families,
    themes_of,
)
from tests.render.castellan.picture_words import TOLD
from tests.texts import Families, Listening

TOPICS = CASTELLAN_FACE.texts.topics
choices = CASTELLAN_FACE.choices
texts = CASTELLAN_FACE.texts

STEPS = ("card", "kind", "place", "double", "draw")

VALUES = [f"{name}.value.{value}" for name, values in OPTIONS.values.items() for value in values]

# The members of every family of keys that the code of this face puts together.
FAMILIES: Families = {
    "castellan.choice.draw.*": DECKS,
    "castellan.choice.draw_more.*": DECKS,
    "castellan.deed.*": ("closes", "divides", "adds"),
    "castellan.hint.*": WHY,
    "castellan.kind.*": KINDS,
    "castellan.line.deck.*": DECKS,
    "castellan.name.*": KINDS,
    "castellan.question.*": (*STEPS, *(f"more.{step}" for step in STEPS if step != "double")),
    "castellan.refusal.deck.*": DECKS,
    "castellan.tap.all.*": KINDS,
    "castellan.tap.further.*": (*KINDS, "any"),
    "castellan.tap.named.*": KINDS,
    "castellan.topic.*.text": TOPICS,
}

SHARED = shared_families("castellan", Reason, Expected)

OF_ANY_GAME = ("name", "beginner", "pitch", "more_choices", "help.choose")
# What commands and menus ask for, under the game's name.
OF_OTHERS: Families = {
    "castellan.*": (*OF_ANY_GAME, "predict", "supply"),
    "castellan.commands.supply.*": ("name", "description"),
    "castellan.how.*": ("predict",),
    "castellan.learn.*": learning_texts("castellan"),
    "castellan.option.*.about": OPTIONS.values,
    "castellan.option.*.name": OPTIONS.values,
    "castellan.option.*.value.*": VALUES,
    "castellan.overlay.*": Overlay,
    "castellan.preset.*.about": OPTIONS.presets,
    "castellan.preset.*.name": OPTIONS.presets,
    "castellan.theme.*": themes_of("castellan", WHY),
    "castellan.topic.*.title": TOPICS,
}


def say_everything(words: Listening) -> None:
    """Everything that the face says about whole games, and about made-up turns for what is rare."""
    for number, ply in enumerate(plies()):
        texts.report(words, ply.names, ply.events)
        texts.prompt(words, ply.seen)
        texts.describe_supply(words, ply.seen)
        texts.describe_preview(words, ply.seen, ply.names, castellan.known_in_advance(ply.events))
        for before, asked in steps(ply) if number % 4 == 0 else ():
            choices.question(words, asked.step)
            choices.describe_state(words, ply.seen, before, ())
            choices.describe_state(words, ply.seen, before, ply.events)
            for token in asked.choices:
                choices.label(words, ply.seen, before, asked.step, token)
                choices.button_label(words, ply.seen, before, asked.step, token)
            for page in (0, 1):
                choices.taps(words, ply.seen, before, asked, page)
    for game, state in zip(games(), ends(), strict=True):
        texts.for_screen_reader(words, castellan.view(state, 0), game[0].names)
        texts.describe_scores(words, game[0].names, events_of(game))
        texts.report(words, game[0].names, events_of(game)[0])
    texts.describe_scores(words, NAMES, [])
    say_what_is_rare(words)
    for reason, facts in REFUSALS.items():
        texts.refusal(words, NAMES, reason, facts)
    none_left = {"piece": "t1,0", "left": {"tower": 0, "short": 0, "long": 0}}
    texts.refusal(words, NAMES, Reason.NOT_TO_PLACE, none_left)
    texts.refusal(words, NAMES, Reason.NO_DOUBLE_HERE, {"cell": "9,9", "cells": []})
    texts.refusal(
        words, NAMES, Reason.DECK_EMPTY, {"deck": "wall", "left": {"wall": 0, "tower": 0}}
    )
    for expected in Expected:
        texts.syntax_refusal(words, NotationError("E5", "E5", expected))
        texts.syntax_refusal(words, NotationError("", "", expected))
    for topic in TOPICS:
        texts.rules(words, topic, {})
        texts.rules(words, topic, {"trial_building": "off"})
    numbers = dict.fromkeys(("number", "points", "courtyards"), (2,))
    for why in every_reason(WHY, seat=(1,), place=("0,0",), pieces=(1,), **numbers):
        texts.explain(words, NAMES, why)
    texts.describe_tally(words, Statistics())
    texts.tally_note(words)


def say_what_is_rare(words: Listening) -> None:
    texts.report(
        words, NAMES, castellan.leaving.continue_without(castellan.begin("", {}, 0, 3)[0], 1)[1]
    )
    texts.report(words, NAMES, [PiecesHandedOn(0, Pieces(tower=1))])
    texts.report(words, NAMES, endless_turn())
    texts.report(words, NAMES, endless_turn()[:1])
    texts.report(words, NAMES, division_for_nothing())
    for seats in ((0,), (0, 1)):
        texts.report(words, NAMES, [LeadChanged(seats, (8, 8), by_keeps=True)])
    first = table(turn=0)._replace(received=Pieces(long=1))
    last = table()._replace(phase="last")
    texts.prompt(words, castellan.view(first, 0))
    texts.prompt(words, castellan.view(last, 0))
    texts.brief_prompt(words, castellan.view(last, 0))
    for state, move in (
        (table("t0,0 s0,0E"), "T1: t1,0; wt"),
        (table("t0,0 s0,0E")._replace(phase="last"), "T1: t1,0"),
        (table("t0,0 s0,0E")._replace(received=Pieces(long=1)), "T1: t1,0 l1,0E t3,0; wt"),
        (table(f"{WIDE_HALL} s1,0N s2,0E"), "T2: t1,1 t3,0 l3,0E; w"),
        (table(WIDE_HALL, "W7 W1 T1 T2"), "W7: l1,0N; tt"),
    ):
        _, events = castellan.apply(state, 0, castellan.parse_move(move))
        texts.report(words, NAMES, events)
        view = castellan.view(state, 0)
        texts.describe_preview(words, view, NAMES, castellan.known_in_advance(events))
    view = castellan.view(table(WIDE_HALL), 0)
    choices.label(words, view, [("kind", "long")], "place", "1,0N")
    inside = castellan.view(table(f"{WIDE_HALL} s1,0N"), 0)
    choices.label(words, inside, [("kind", "tower")], "place", "1,1")
    for step in ("draw", "draw2"):
        choices.question(words, step)
        for deck in DECKS:
            choices.label(words, view, [], step, deck)


# The panel of a turn says it, which other tests cover.
SAID_ELSEWHERE = {"castellan.choice.drawing"}

WORDS = FaceWords(
    kind="castellan",
    families=FAMILIES,
    shared=SHARED,
    of_others=OF_OTHERS,
    say_everything=say_everything,
    told=TOLD,
    said_elsewhere=SAID_ELSEWHERE,
)
