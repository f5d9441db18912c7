"""Every word of Carcassonne is in the file, none is there for nothing, and all facts are filled in.

The keys that the code can ask for are read from its source; the members of each family of keys that
is put together there are counted up here from the game itself.
"""

import ast
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

import bot.games.carcassonne
import engine.carcassonne.vocabulary.notation
from bot.games.carcassonne import choices, texts
from bot.games.carcassonne.texts import refusing
from bot.games.carcassonne.texts.fields import fields_in_short
from bot.games.carcassonne.texts.rulebook import TOPICS
from bot.locale import FOLDERS, Text, texts_of
from bot.match.results.statistics import Statistics
from engine import carcassonne
from engine.carcassonne.state import State
from engine.carcassonne.vocabulary.moves import ROLES
from engine.carcassonne.vocabulary.options import OPTION_VALUES, PRESETS
from engine.carcassonne.vocabulary.reasons import Reason
from engine.errors import NotationError
from render import locale
from render.carcassonne.board.overlays import Overlay
from render.carcassonne.tables import ORDER
from tests.bot.games.carcassonne.kit import NAMES, endless_turn, games, listening, plies, tables
from tests.bot.games.carcassonne.test_choices import steps
from tests.bot.games.carcassonne.test_refusing import TOLD
from tests.bot.games.words import shared_families
from tests.engine.carcassonne.kit.boards import table
from tests.engine.carcassonne.seen.test_fields import FIELDS
from tests.texts import Families, Listening, keys_in_code, members, said_in, told_by

FOLDER = Path(bot.games.carcassonne.__file__).parent
TEXTS: Mapping[str, Text] = {
    key: text
    for key, text in locale.texts_of("en", FOLDERS[-1:]).items()
    if key.startswith("carcassonne.")
}
SCORED = ("city", "road", "cloister")
STEPS = ("cell", "rotation", "follower")
FARMS = OPTION_VALUES["farms"]
VALUES = [f"{name}.value.{value}" for name, values in OPTION_VALUES.items() for value in values]

FAMILIES: Families = {
    "carcassonne.choice.follower.*": ROLES.values(),
    "carcassonne.direction.*": ("N", "NE", "E", "SE", "S", "SW", "W", "NW", "middle"),
    "carcassonne.feature.*": (*ROLES, "more_cells"),
    "carcassonne.fields.counted.*": FARMS,
    "carcassonne.final.*": (*SCORED, "fed", "field"),
    "carcassonne.followers.*": ("knight", "highwayman", "farmer"),
    "carcassonne.foretold.*": SCORED,
    "carcassonne.kind.*": ROLES,
    "carcassonne.option.*.value.*": VALUES,
    "carcassonne.part.*": ("city", "road", "field"),
    "carcassonne.question.*": STEPS,
    "carcassonne.role.*": ROLES.values(),
    "carcassonne.told.complete.*": SCORED,
    "carcassonne.told.farms.*": FARMS,
    "carcassonne.told.laid_with.*": ROLES.values(),
    "carcassonne.topic.*.text": TOPICS,
}
"""The members of every family of keys that the code of this face puts together."""

SHARED = shared_families("carcassonne", Reason, refusing.EXPECTED.values(), ORDER)

OF_OTHERS: Families = {
    "carcassonne.*": ("name", "predict", "supply", "more_choices", "help.choose"),
    "carcassonne.option.*.about": OPTION_VALUES,
    "carcassonne.option.*.name": OPTION_VALUES,
    "carcassonne.orders.*": ("about", "choose"),
    "carcassonne.overlay.*": Overlay,
    "carcassonne.preset.*.about": PRESETS,
    "carcassonne.preset.*.name": PRESETS,
    "carcassonne.topic.*.title": TOPICS,
}
"""What the start command, the menus, the lobby and the list of options ask for, by the name of the
game."""


def keys() -> set[str]:
    return keys_in_code(FOLDER.rglob("*.py"), "carcassonne")


def asked() -> set[str]:
    literal = told_by({key for key in keys() if "*" not in key}, TEXTS)
    return literal | members(FAMILIES) | members(SHARED) | members(OF_OTHERS)


def test_every_family_of_keys_in_the_code_is_counted_up_here() -> None:
    assert {key for key in keys() if "*" in key} == set(FAMILIES)


def test_every_key_in_the_code_has_its_text() -> None:
    assert asked() - texts_of("en").keys() == set()


def test_no_text_is_there_for_nothing() -> None:
    assert TEXTS.keys() - asked() == set()


def test_no_english_stands_in_the_code() -> None:
    """A text of more than one word is a docstring, or it is not shown to anybody."""
    known = {*refusing.EXPECTED, "one of *", "at most * characters"}
    assert [
        found
        for found in said_in(FOLDER)
        if re.search(r"[a-z]{2,} [a-z]{2,}", found[1]) and found[1] not in known
    ] == []


def test_what_the_notation_expects_is_known_in_its_own_words() -> None:
    notation = engine.carcassonne.vocabulary.notation
    raising = {"need", "error", "NotationError"}
    with pytest.raises(NotationError) as too_long:
        notation.parse_move(" " * (notation.LONGEST + 1))
    expected = {too_long.value.expected}
    for node in ast.walk(ast.parse(Path(notation.__file__).read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in raising and not isinstance(node.args[-1], ast.Name):
                code = compile(ast.Expression(node.args[-1]), "expected", "eval")
                expected.add(eval(code, vars(notation)))
    assert expected == set(refusing.EXPECTED)


def say_everything(words: Listening) -> None:
    """All that the face says about whole games and drawn tables."""
    for number, ply in enumerate(plies()):
        texts.told(words, ply.names, ply.events)
        texts.waits(words, ply.seen)
        texts.foretold(words, ply.seen, ply.names, ply.events)
        if number % 40 == 0:
            say_choices(words, ply.before)
    for game, state in zip(games(), tables(), strict=True):
        seen, names = carcassonne.view(state, None), game[0].names
        texts.scored(words, names, [ply.events for ply in game])
        texts.aloud(words, seen, names)
        texts.told(words, names, carcassonne.begin("", {}, 0, len(names))[1])
        fields_in_short(words, seen, names)
    texts.aloud(words, carcassonne.view(table(FIELDS), 0), NAMES[:2])
    say_choices(words, table(FIELDS, "B"))
    texts.told(words, NAMES, carcassonne.leave(game_of_three(), 1)[1])
    texts.told(words, NAMES, endless_turn())
    texts.foretold(words, seen, NAMES, endless_turn())
    texts.scored(words, NAMES, [])
    texts.tallied(words, Statistics())
    texts.tally_note(words)
    say_refusals(words)
    for topic in TOPICS:
        texts.rules(words, topic, carcassonne.presets["current"])
        texts.rules(words, topic, carcassonne.presets["classic"])


def game_of_three() -> State:
    return carcassonne.begin("", {}, 0, 3)[0]


def say_refusals(words: Listening) -> None:
    for reason, (facts, _, _) in TOLD.items():
        texts.refusal(words, NAMES, reason, facts)
    for kind, role in ROLES.items():
        facts = {"role": role, "kind": kind, "expected": role}
        texts.refusal(words, NAMES, Reason.WRONG_ROLE, facts)
    for expected in refusing.EXPECTED:
        texts.unreadable(words, NotationError("E5", "E5", expected))
        texts.unreadable(words, NotationError("", "", expected))


def say_choices(words: Listening, state: State) -> None:
    view = carcassonne.view(state, state.seat)
    for before, step, tokens in steps(state):
        choices.question(words, step)
        for token in tokens:
            choices.label(words, view, before, step, token)
    choices.question(words, "cell")
    choices.kinds(words, view)


SAID_ELSEWHERE = {"carcassonne.told.nobody", "carcassonne.waits.unknown"}
"""What does not come up in these games; other tests have it said."""


def test_every_text_is_said_with_all_its_facts() -> None:
    words = listening()
    say_everything(words)
    assert TEXTS.keys() - words.said - members(OF_OTHERS) <= SAID_ELSEWHERE
