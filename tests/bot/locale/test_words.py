"""The bot's texts: what the code asks for exists in every language, and fits."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any, cast

import pytest
from discord import Locale

import bot
import render
from bot.discord.client import LocaleTranslator
from bot.discord.features.context import (
    COMMANDS,
    NAMED_BY_EACH_GAME,
    CommandGroup,
    callback_of,
    command_key,
    text,
)
from bot.discord.features.guide import SITUATIONS, help_text
from bot.locale import ENGLISH, FOLDERS, Words, languages, texts_of, words_of
from bot.match.computers import has_computers
from bot.match.game import Timeouts
from engine.games import GAMES
from engine.tutorials import TUTORIALS
from render import locale
from tests.texts import REFUSAL, facts, forms, strings_in, text_keys, text_of

CODE = [
    path
    for folder in (Path(bot.__file__).parent, Path(render.__file__).parent)
    for path in sorted(folder.rglob("*.py"))
]
TEXTS = texts_of(ENGLISH)
OTHERS = [language for language in languages() if language != ENGLISH]
# Families that the code puts together from two facts.
FACTS_OF_A_REFUSAL = {"status.*", "request.*", "pause.*", "right.*", "stage.*"}
OF_A_GAME = "commands.group.game.description"
OF_A_COMMAND = re.compile(r"(\w+\.)?commands\.")
OF_EVERY_GAME = [
    command for command in COMMANDS["game"] if command.__name__ not in NAMED_BY_EACH_GAME
]
GROUPS_OF_NO_GAME: tuple[CommandGroup, ...] = ("table", "league", "moderation")
ROOT = Path(bot.__file__).parent.parent
LONGEST_NAME = 32
LONGEST_DESCRIPTION = 100
LONGEST_CHOICE = 100
# How much of a button's label a phone shows next to other buttons.
LONGEST_BUTTON = 24
LONGEST_TEXT = 4000
# The most characters of a page that fits on the screen of a phone.
SHORT = 900


@cache
def first_arguments() -> Mapping[str, set[str]]:
    """The texts with which each function is called first in the code."""
    arguments = defaultdict[str, set[str]](set)
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                arguments[name].add(text_of(node.args[0]))
    return arguments


def first_given(*functions: str) -> set[str]:
    return set().union(*(first_arguments()[function] for function in functions))


def is_whole(key: str) -> bool:
    """Whether it is a complete key, and not one that is put together at run time."""
    return re.fullmatch(r"[a-z]+(\.\w+)+", key) is not None


def general(language: str) -> Mapping[str, object]:
    """The texts that belong to no game."""
    return {
        key: text
        for key, text in texts_of(language).items()
        if key.partition(".")[0] not in {*GAMES, "words"}
    }


def test_every_key_that_words_are_asked_for_is_there() -> None:
    called = first_given("words", "say", "text")
    asked = {key for key in called if is_whole(key)}
    refused = first_given("Mistake", "refusal")
    asked |= {f"{key}.{part}" for key in refused if is_whole(key) for part in REFUSAL}
    assert len(asked) > 50
    assert asked - TEXTS.keys() == set()


def test_no_text_is_there_for_nothing() -> None:
    strings = set().union(*map(strings_in, CODE))
    named = {text for text in strings if re.fullmatch(r"[a-z]+(\.[\w*]+)+", text)}
    named = text_keys(named, TEXTS)
    named |= {f"{prefix}.*" for prefix in first_given("fixed_choices") if prefix}
    named |= FACTS_OF_A_REFUSAL
    families = [re.compile(re.escape(text).replace(r"\*", r"[\w.]+")) for text in named]
    unused = {
        key for key in general(ENGLISH) if not any(family.fullmatch(key) for family in families)
    }
    assert unused == set()


def test_no_text_stands_in_two_places() -> None:
    counted = Counter(key for folder in FOLDERS for key in texts_of_one(folder, ENGLISH))
    assert [key for key, count in counted.items() if count > 1] == []


def texts_of_one(folder: Path, language: str) -> set[str]:
    return set(locale.texts_of(language, (folder,)))


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_same_files(language: str) -> None:
    for folder in FOLDERS:
        files = [{file.name for file in (folder / name).iterdir()} for name in (ENGLISH, language)]
        assert files[0] == files[1]


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_same_texts(language: str) -> None:
    texts = texts_of(language)
    assert TEXTS.keys() - texts.keys() == set()
    assert texts.keys() - TEXTS.keys() == set()


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_one_and_several_where_english_has(language: str) -> None:
    texts = texts_of(language)
    assert [key for key in TEXTS if forms(TEXTS[key]).keys() != forms(texts[key]).keys()] == []


@pytest.mark.parametrize("language", languages())
def test_a_text_takes_the_same_facts_in_every_language(language: str) -> None:
    """Only the singular form may leave out the number."""
    for key, its_text in texts_of(language).items():
        for form, content in forms(its_text).items():
            free = {"count"} if form == "one" else set()
            assert facts(content) - free == facts(forms(TEXTS[key])[form]) - free, key


@pytest.mark.parametrize("key", [key for key, text in TEXTS.items() if not isinstance(text, str)])
def test_all_forms_of_a_text_take_the_same_facts(key: str) -> None:
    """Those of one and none may leave out the number, and facts that only concern several."""
    singular = facts(forms(TEXTS[key])["one"])
    plural = facts(forms(TEXTS[key])["other"])
    assert singular <= plural | {"cell", "feature", "tiles"}
    assert plural <= singular | {"count"}
    assert facts(forms(TEXTS[key]).get("none", "")) <= plural


@pytest.mark.parametrize("language", languages())
def test_a_command_is_named_as_discord_takes_it(language: str) -> None:
    words = words_of(language)
    groups = [(COMMANDS["game"], kind) for kind in GAMES]
    groups += [(COMMANDS[group], "") for group in GROUPS_OF_NO_GAME]
    for commands, kind in groups:
        command_names = names(words, commands, kind)
        assert len(set(command_names)) == len(command_names)
        assert [name for name in command_names if not is_well_named(name)] == []
        for command in commands:
            key = f"commands.{word_of(command)}"
            parameters = list(signature(callback_of(command)).parameters)[1:]
            options = [words(f"{key}.options.{parameter}.name") for parameter in parameters]
            assert len(set(options)) == len(options), key
            assert [name for name in options if not is_well_named(name)] == []


def is_well_named(name: str) -> bool:
    fits = len(name) <= LONGEST_NAME
    return fits and name == name.lower() and re.fullmatch(r"[\w-]+", name) is not None


@pytest.mark.parametrize("language", languages())
def test_a_description_is_as_long_as_discord_takes_it(language: str) -> None:
    words = words_of(language)
    games = [words(f"{kind}.name") for kind in GAMES]
    keys = [key for key in TEXTS if OF_A_COMMAND.match(key) and key.endswith("description")]
    descriptions = [words(key, game=game) for key in keys for game in games]
    assert [text for text in descriptions if not 0 < len(text) <= LONGEST_DESCRIPTION] == []


@pytest.mark.parametrize("language", OTHERS)
async def test_discord_is_told_the_commands_in_each_language(language: str) -> None:
    translator = LocaleTranslator()
    words = words_of(language)
    nowhere = cast("Any", None)
    for key in (key for key in TEXTS if OF_A_COMMAND.match(key) and key != OF_A_GAME):
        translation = await translator.translate(text(key), Locale(language), nowhere)
        assert translation == words(key)
        assert await translator.translate(text(key), Locale.british_english, nowhere) is None
    for kind in GAMES:
        group = text(OF_A_GAME, game=f"{kind}.name")
        translation = await translator.translate(group, Locale(language), nowhere)
        assert translation == words(OF_A_GAME, game=words(f"{kind}.name"))


@pytest.mark.parametrize("language", languages())
def test_a_command_that_a_text_names_exists(language: str) -> None:
    existing = commands_of(language)
    for key, its_text in texts_of(language).items():
        for form in forms(its_text).values():
            named = set(re.findall(r"`/([\w{}-]+ [\w-]+)", form))
            league = words_of(language)("commands.group.league.name")
            named |= set(re.findall(rf"`/([\w{{}}-]+ {league} [\w-]+)", form))
            assert named <= existing, key


@pytest.mark.parametrize("language", languages())
def test_commands_without_a_group_belong_to_the_last_named_group(language: str) -> None:
    """As in: `/table games` lists your games, `history` the finished ones."""
    existing = commands_of(language)
    for key, its_text in texts_of(language).items():
        for line in "\n".join(forms(its_text).values()).splitlines():
            group = ""
            for slash, word in re.findall(r"`(/?)([\w{}-]+)[^`]*`", line):
                group = word if slash else group
                assert slash or not group or f"{group} {word}" in existing, (key, word)


def test_a_command_that_a_document_names_exists() -> None:
    existing = set().union(*map(commands_of, languages()))
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for document in documents:
        named = set(re.findall(r"`/([a-z-]+ [a-z-]+)", document.read_text("utf-8")))
        assert named <= existing, document.name


def commands_of(language: str) -> set[str]:
    """Every command with its group; `{kind}` stands for any game."""
    words = words_of(language)
    existing = {f"{kind} {name}" for kind in GAMES for name in names(words, COMMANDS["game"], kind)}
    existing |= {f"{{kind}} {name}" for name in names(words, OF_EVERY_GAME)}
    for group, commands in (("table", COMMANDS["table"]), ("moderation", COMMANDS["moderation"])):
        its_name = words(f"commands.group.{group}.name")
        existing |= {f"{its_name} {name}" for name in names(words, commands)}
    table = words("commands.group.table.name")
    league = words("commands.group.league.name")
    existing |= {f"{table} {league}"}
    existing |= {f"{table} {league} {name}" for name in names(words, COMMANDS["league"])}
    return existing


def word_of(command: Callable[..., Any]) -> str:
    return command.__name__.rstrip("_")


def names(words: Words, commands: Sequence[Callable[..., Any]], kind: str = "") -> list[str]:
    return [words(f"{command_key(word_of(command), kind)}.name") for command in commands]


@pytest.mark.parametrize("language", languages())
def test_general_words_name_the_commands_of_no_game(language: str) -> None:
    for key, its_text in general(language).items():
        for form in forms(its_text).values():  # type: ignore[arg-type]
            assert re.findall(rf"/(?:{'|'.join(GAMES)})\b", form) == [], key


# Texts about all games that have tiles and followers.
ABOUT_TILES = (
    "commands.me.options.follower.name",
    "commands.me.options.follower.description",
    "me.follower",
    "me.form.follower",
)


def test_general_words_speak_of_no_piece_of_one_game() -> None:
    pieces = re.compile(
        r"\b(tile|cell|castle|follower|tower|knight|city|cities|road|cloister|farmer|monk)s?\b",
        re.IGNORECASE,
    )
    texts_by_key = {
        key: [re.sub("`[^`]*`", "", form) for form in forms(its_text).values()]  # type: ignore[arg-type]
        for key, its_text in general(ENGLISH).items()
        if not key.startswith(("tiles.", "turning.")) and key not in ABOUT_TILES
    }
    assert [key for key, said in texts_by_key.items() if pieces.search(" ".join(said))] == []


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("language", languages())
def test_the_help_names_every_command(language: str, kind: str) -> None:
    words = words_of(language)
    timeouts = Timeouts()
    help_texts = "\n".join(help_text(words, kind, situation, timeouts) for situation in SITUATIONS)
    ours = {*names(words, COMMANDS["game"], kind), *names(words, COMMANDS["table"])}
    ours |= {*names(words, COMMANDS["moderation"])} - {words("commands.help.name")}
    if not GAMES[kind].has_supply:
        ours.discard(words(f"{kind}.commands.supply.name"))
    if not has_computers(kind, timeouts):
        ours -= {words("commands.hint.name"), words("commands.review.name")}
    if kind not in TUTORIALS:
        ours.discard(words("commands.learn.name"))
    unnamed = ours - set(re.findall(r"(\w+)`", help_texts))
    assert unnamed == {words("commands.help.name")}, "name them in [help.text] of words.toml"


@pytest.mark.parametrize("language", languages())
def test_a_page_of_the_help_fits_a_phone(language: str) -> None:
    words = words_of(language)
    for kind in GAMES:
        for situation in SITUATIONS:
            assert len(help_text(words, kind, situation, Timeouts())) < SHORT


@pytest.mark.parametrize("language", languages())
def test_what_stands_on_buttons_and_in_lists_is_short(language: str) -> None:
    words = words_of(language)
    buttons = [words(key) for key in TEXTS if key.startswith("button.")]
    buttons += [words(key) for key in TEXTS if re.fullmatch(r"\w+\.overlay\.\w+", key)]
    assert [text for text in buttons if len(text) > LONGEST_BUTTON] == []
    listed = [words(key) for key in TEXTS if re.match(r"(watch|first|who)\.\w+$", key)]
    listed += [words(key) for key in TEXTS if re.fullmatch(r"\w+\.topic\.[\w-]+\.title", key)]
    for kind, game in GAMES.items():
        listed += [
            words("game.option", name=words(f"{start}.name"), value=words(f"{start}.about"))
            for start in (f"{kind}.preset.{name}" for name in game.presets if game.option_values)
        ]
        listed += [
            "… "
            + words(
                "game.option", name=words(f"{start}.name"), value=words(f"{start}.value.{value}")
            )
            for name, values in game.option_values.items()
            for start in [f"{kind}.option.{name}"]
            for value in values
        ]
    assert [text for text in listed if len(text) > LONGEST_CHOICE] == []


@pytest.mark.parametrize("language", languages())
def test_a_text_fits_into_a_message(language: str) -> None:
    for its_text in texts_of(language).values():
        assert all(len(form) < LONGEST_TEXT for form in forms(its_text).values())
