"""The families of Carcassonne's words, and everything that its face can say."""

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Literal

from bot.games.carcassonne import CARCASSONNE_FACE
from bot.games.carcassonne.fields import short_fields
from bot.games.carcassonne.texts import WHOSE
from bot.match.results import Statistics
from engine.carcassonne.catalogue import THINGS, Thing
from engine.carcassonne.events import FeatureScored, FeaturesJoined, FinalScored, FollowersReturned
from engine.carcassonne.moves import ROLES, Expected, Reason, Spot
from engine.carcassonne.placing import legal_moves
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State
from engine.errors import NotationError
from engine.players.carcassonne.reasons import NAMES as WHY
from render.carcassonne.board.overlays import Overlay
from tests.bot.games.carcassonne.kit import endless_turn, games, plies, tables
from tests.bot.games.carcassonne.test_illegal_moves import REFUSALS
from tests.bot.games.kit import NAMES, paths
from tests.bot.games.words import (
    SHARED_BY_TILES,
    FaceWords,
    every_reason,
    learning_texts,
    shared_families,
    themes_of,
)
from tests.engine.carcassonne.kit.boards import table
from tests.engine.carcassonne.test_fields import FIELDS
from tests.render.carcassonne.picture_words import TOLD
from tests.texts import Families, Listening

TOPICS = CARCASSONNE_FACE.texts.topics
choices = CARCASSONNE_FACE.choices
texts = CARCASSONNE_FACE.texts

SCORED = ("city", "road", "cloister")
SHAREABLE = ("city", "road")
WITH_THINGS = ("cathedral_city", "inn_road")
JOINED = ("city", "road", "field")
NAMES_OF_SIX = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fred")
STEPS = ("cell", "rotation", "follower")
OPTION_VALUES = carcassonne.option_values
FARMS = OPTION_VALUES["farms"]
VALUES = [f"{name}.value.{value}" for name, values in OPTION_VALUES.items() for value in values]

SIZED_ROLES = [size + role for size in ("", "large_") for role in ROLES.values()]

# The members of every family of keys that the code of this face puts together.
FAMILIES: Families = {
    "carcassonne.board.*": ("spring", "start"),
    "carcassonne.choice.none.*": ("follower",),
    "carcassonne.choice.follower.*": SIZED_ROLES,
    "carcassonne.choice.role.*": SIZED_ROLES,
    "carcassonne.event.completed.*": SCORED,
    "carcassonne.fields.counted.*": FARMS,
    "carcassonne.hint.*": [re.sub(WHOSE, "", name) for name in WHY],
    "carcassonne.hint.*.*": [
        *(
            f"{whose}.{kind}"
            for whose in ("any", "others", "own")
            for kind in (*SCORED, *WITH_THINGS)
        ),
        *(f"shared.{kind}" for kind in (*SHAREABLE, *WITH_THINGS)),
    ],
    "carcassonne.hint.*.field": ("others", "own"),
    "carcassonne.hint.thing.*": THINGS,
    "carcassonne.kind.*": (*ROLES, "river"),
    "carcassonne.option.*.value.*": VALUES,
    "carcassonne.question.*": STEPS,
    "carcassonne.role.*": SIZED_ROLES,
    "carcassonne.topic.*.text": TOPICS,
}

SHARED = shared_families("carcassonne", Reason, Expected)

OF_ANY_GAME = ("name", "beginner", "pitch", "more_choices", "help.choose")
# What the start command, the menus, the lobby and the list of options ask for, under the game's
# name.
OF_OTHERS: Families = {
    "carcassonne.*": (*OF_ANY_GAME, "predict", "supply"),
    "carcassonne.commands.supply.*": ("name", "description"),
    "carcassonne.how.*": ("orders", "predict"),
    "carcassonne.learn.*": learning_texts("carcassonne"),
    "carcassonne.option.*.about": OPTION_VALUES,
    "carcassonne.option.*.name": OPTION_VALUES,
    "carcassonne.orders.*": ("about", "choose"),
    "carcassonne.overlay.*": Overlay,
    "carcassonne.preset.*.about": carcassonne.presets,
    "carcassonne.preset.*.name": carcassonne.presets,
    "carcassonne.theme.*": themes_of("carcassonne", WHY),
    "carcassonne.topic.*.title": TOPICS,
}


def say_everything(words: Listening) -> None:
    """Everything that the face says about whole games and drawn tables."""
    for number, ply in enumerate(plies()):
        texts.report(words, ply.names, ply.events)
        texts.prompt(words, ply.seen)
        texts.describe_supply(words, ply.seen)
        texts.describe_preview(words, ply.seen, ply.names, ply.events)
        if number % 40 == 0:
            say_choices(words, ply.before)
    for game, state in zip(games(), tables(), strict=True):
        seen = carcassonne.view(state, None)
        names = game[0].names
        texts.describe_scores(words, names, [ply.events for ply in game])
        texts.for_screen_reader(words, seen, names)
        texts.report(words, names, carcassonne.begin("", {}, 0, len(names))[1])
        short_fields(words, seen, names)
    texts.for_screen_reader(words, carcassonne.view(table(FIELDS), 0), NAMES[:2])
    say_choices(words, table(FIELDS, "B"))
    texts.report(words, NAMES, carcassonne.leaving.continue_without(game_of_three(), 1)[1])
    texts.report(words, NAMES, endless_turn())
    texts.describe_preview(words, seen, NAMES, endless_turn())
    for kind in JOINED:
        for owners in ((0,), (0, 1)):
            texts.report(words, NAMES, [FeaturesJoined(0, kind, ((0, 0),), (2, 1), owners, (1,))])
    texts.report(
        words,
        NAMES[:2],
        [
            FeatureScored(kind, Spot((0, 0), 4), ((0, 0),), 0, (1, 1), (0, 1), 1, 1, False)
            for kind in ("city", "road")
        ],
    )
    texts.report(
        words,
        NAMES[:2],
        [FeatureScored("cloister", Spot((0, 0), None), ((0, 0),), 0, (0, 0), (), 0, 1, False)],
    )
    texts.describe_scores(words, NAMES, [])
    say_expansions(words)
    say_reasons(words)
    texts.describe_tally(words, Statistics())
    texts.tally_note(words)
    say_refusals(words)
    for topic in TOPICS:
        texts.rules(words, topic, carcassonne.presets["current"])
        texts.rules(words, topic, carcassonne.presets["classic"])


def say_expansions(words: Listening) -> None:
    """What large followers, inns and cathedrals add, and a river that cannot be laid on."""
    state, _ = carcassonne.begin("words", carcassonne.presets["big"], 0, 6)
    chance = Random(1)
    while (seat := carcassonne.to_act(state)) is not None:
        view = carcassonne.view(state, seat)
        if state.dealt % 6 == 0:
            say_choices(words, state)
        moves = [*legal_moves(state)]
        if state.dealt < 60:  # everybody keeps the large follower for a while
            moves = [move for move in moves if move.follower is None]
        state, events = carcassonne.apply(state, seat, chance.choice(moves))
        texts.report(words, NAMES_OF_SIX, events)
        texts.describe_preview(words, view, NAMES_OF_SIX, events)
    texts.for_screen_reader(words, carcassonne.view(state, None), NAMES_OF_SIX)
    things: Mapping[Literal["city", "road"], Thing] = {"city": "cathedral", "road": "inn"}
    for kind, thing in things.items():
        spot = Spot((0, 0), 4)
        cells = ((0, 0),)
        for large in ((), (1, 0)):
            counts = (1, 1)
            scored = FeatureScored(kind, spot, cells, 0, counts, (0,), 3, 3, False, thing, large)
            worthless = FinalScored(kind, spot, cells, 0, counts, (0,), 0, 0, thing, large)
            texts.report(words, NAMES[:2], [scored])
            texts.report(words, NAMES[:2], [worthless])
            texts.describe_scores(words, NAMES[:2], [[scored], [worthless]])
            texts.report(
                words, NAMES[:2], [FeaturesJoined(0, kind, cells, counts, (0,), (1,), large)]
            )
    texts.report(words, NAMES[:2], [FollowersReturned((1, 2), (1, 1))])


def say_reasons(words: Listening) -> None:
    counted = (
        *("points", "tiles", "chance", "cities", "soon", "own", "others", "number", "seat"),
        *("yours", "theirs", "each"),
    )
    values: dict[str, Sequence[str | int]] = dict.fromkeys(counted, (1,))
    values |= {"place": ("0,0",), "thing": tuple(THINGS)}
    shared = {name: facts for name, facts in WHY.items() if name.endswith("-shared")}
    others = {name: facts for name, facts in WHY.items() if name not in shared}
    every = [
        *every_reason(others, kind=(*SCORED, *WITH_THINGS), **values),
        *every_reason(shared, kind=(*SHAREABLE, *WITH_THINGS), **values),
    ]
    for why in (*every, *texts.reasons_of_other(every, 0)):
        texts.explain(words, NAMES, why)


def game_of_three() -> State:
    return carcassonne.begin("", {}, 0, 3)[0]


def say_refusals(words: Listening) -> None:
    for reason, facts in REFUSALS.items():
        texts.refusal(words, NAMES, reason, facts)
    river_meets = {"cell": "0,1", "side": "S", "kind": "river", "beside": "field"}
    texts.refusal(words, NAMES, Reason.SIDES_DIFFER, river_meets)
    for kind, role in ROLES.items():
        facts = {"role": role, "kind": kind, "expected": role}
        texts.refusal(words, NAMES, Reason.WRONG_ROLE, facts)
    for expected in Expected:
        texts.syntax_refusal(words, NotationError("E5", "E5", expected))
        texts.syntax_refusal(words, NotationError("", "", expected))


def say_choices(words: Listening, state: State) -> None:
    view = carcassonne.view(state, state.seat)
    for before, step, tokens in paths(carcassonne, state):
        choices.question(words, step)
        for token in tokens:
            choices.label(words, view, before, step, token)
            choices.variant(words, step, tokens, token)
            choices.spell_out(words, view, (*before, (step, token)))
            if token != "none":
                choices.marked_label(words, step, token)
    choices.question(words, "cell")
    choices.kinds(words, view)


WORDS = FaceWords(
    kind="carcassonne",
    families=FAMILIES,
    shared=SHARED,
    of_others=OF_OTHERS,
    say_everything=say_everything,
    shared_code=SHARED_BY_TILES,
    told=TOLD,
)
