"""The families of The Castle's words, and everything that its face can say."""

from collections.abc import Mapping
from typing import get_args

from bot.games.castle import CASTLE_FACE
from bot.match.results import Statistics
from engine.castle.events import FeaturesJoined, FinalKind
from engine.castle.moves import OPTIONS, ROLES, Expected, Reason, Turn
from engine.castle.view import View
from engine.errors import NotationError
from engine.players.castle.reasons import NAMES as WHY
from render.castle.board.overlays import Overlay
from tests.bot.games.castle.kit import NAMES, WIDE_NAMES, endless_turn, games, plies, steps
from tests.bot.games.castle.test_illegal_moves import REFUSALS
from tests.bot.games.words import (
    SHARED_BY_TILES,
    FaceWords,
    every_reason,
    learning_texts,
    shared_families,
    themes_of,
)
from tests.render.castle.picture_words import TOLD
from tests.texts import Families, Listening

choices = CASTLE_FACE.choices
texts = CASTLE_FACE.texts
TOPICS = CASTLE_FACE.texts.topics

COMPLETED = ("path", "tower", "house")
STEPS = ("cell", "rotation", "follower", "wall_tiles", "order", "again")
FINAL = get_args(FinalKind)
VALUES = [f"{name}.value.{value}" for name, values in OPTIONS.values.items() for value in values]

HINTED = [
    *(f"any.{kind}" for kind in ROLES),
    *(f"{whose}.{kind}" for whose in ("own", "others") for kind in (*ROLES, "keep")),
]

# The members of every family of keys that the code of this face puts together.
FAMILIES: Families = {
    "castle.choice.follower.*": ROLES.values(),
    "castle.choice.role.*": ROLES.values(),
    "castle.choice.none.*": ("follower", "wall_tiles", "order"),
    "castle.hint.*": [name.removesuffix("-theirs") for name in WHY],
    "castle.hint.*.*": HINTED,
    "castle.kind.*": ROLES,
    "castle.question.*": STEPS,
    "castle.role.*": ROLES.values(),
    "castle.event.completed.*": COMPLETED,
    "castle.event.spent.*": (1, 2, 3),
    "castle.topic.*.text": TOPICS,
}

SHARED = shared_families("castle", Reason, Expected)

OF_ANY_GAME = ("name", "beginner", "pitch", "more_choices", "help.choose")
# What the start command, the menus, the lobby and the list of options ask for, under the game's
# name.
OF_OTHERS: Families = {
    "castle.*": (*OF_ANY_GAME, "predict", "supply"),
    "castle.commands.supply.*": ("name", "description"),
    "castle.how.*": ("orders", "predict"),
    "castle.learn.*": learning_texts("castle"),
    "castle.option.*.about": OPTIONS.values,
    "castle.option.*.name": OPTIONS.values,
    "castle.option.*.value.*": VALUES,
    "castle.orders.*": ("about", "choose"),
    "castle.overlay.*": Overlay,
    "castle.preset.*.about": OPTIONS.presets,
    "castle.preset.*.name": OPTIONS.presets,
    "castle.theme.*": themes_of("castle", WHY),
    "castle.topic.*.title": TOPICS,
}


def say_everything(words: Listening) -> None:
    """Everything that the face says about whole games, including rigged ones."""
    for ply in plies():
        seen = ply.seen
        texts.report(words, NAMES, ply.events)
        texts.prompt(words, seen)
        texts.describe_supply(words, seen)
        if ply.seen.phase == "over" or len(ply.seen.laid) % 20 == 1:
            texts.for_screen_reader(words, seen, NAMES)
        texts.describe_preview(words, seen, NAMES, ply.events)
    for events in (endless_turn(), endless_turn([None])):
        texts.report(words, WIDE_NAMES, events)
        texts.describe_preview(words, seen, NAMES, events)
    for kind in ROLES:
        for owner in (None, 1):
            joined = FeaturesJoined(0, kind, ((0, 0),), (1, 1), owner)
            texts.report(words, NAMES, [joined])
    for game in games():
        texts.describe_scores(words, NAMES, [ply.events for ply in game])
    texts.describe_scores(words, NAMES, [])
    for step in STEPS:
        choices.question(words, step)
    for reason, facts in REFUSALS.items():
        texts.refusal(words, NAMES, reason, facts)
    for role in ROLES.values():
        facts = {"role": role, "kind": "path", "expected": role}
        texts.refusal(words, NAMES, Reason.WRONG_ROLE, facts)
    for expected in Expected:
        texts.syntax_refusal(words, NotationError("E5", "E5", expected))
        texts.syntax_refusal(words, NotationError("", "", expected))
    for topic in TOPICS:
        texts.rules(words, topic, {"extra_turn": "any"})
    say_reasons(words)
    say_choices(words)
    texts.describe_tally(words, Statistics())


def say_reasons(words: Listening) -> None:
    counts = ("tiles", "points", "fits", "markets", "space", "followers", "seat")
    every = list(every_reason(WHY, kind=[*ROLES], **dict.fromkeys(counts, (1,))))
    for why in (*every, *texts.reasons_of_other(every, 0)):
        texts.explain(words, NAMES, why)


def say_choices(words: Listening) -> None:
    """Where there is an order or another turn to choose, and now and then elsewhere."""
    for number, ply in enumerate(plies()):
        seldom = any(not isinstance(move, Turn) or move.order for move in ply.legal)
        if seldom or number % 25 == 0:
            label_all(words, ply.seen, steps(ply.legal))
            choices.kinds(words, ply.seen)


def label_all(
    words: Listening,
    seen: View,
    steps: Mapping[tuple[tuple[str, str], ...], Mapping[str, set[str]]],
) -> None:
    for before, offered in steps.items():
        for step, tokens in offered.items():
            for token in tokens:
                choices.label(words, seen, before, step, token)
                if token != "none":
                    choices.marked_label(words, step, token)


# What does not occur in these games; other tests cover it.
SAID_ELSEWHERE = {
    "castle.tally.note",
    "castle.event.nobody_again",
    "sentence.begun",
    "tiles.waits.unknown",
}

WORDS = FaceWords(
    kind="castle",
    families=FAMILIES,
    shared=SHARED,
    of_others=OF_OTHERS,
    say_everything=say_everything,
    shared_code=SHARED_BY_TILES,
    never=["castle.rules.in_this_game"],
    told=TOLD,
    said_elsewhere=SAID_ELSEWHERE,
)
