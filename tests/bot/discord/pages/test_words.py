"""What the bot says about any game: every key has its text, every text is used, in any language."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from shutil import copytree
from typing import Any, get_args

import pytest
import simcord.interactions

import bot
from bot.discord.answering import error_messages
from bot.discord.features.agreements import PROPOSALS
from bot.discord.features.exports import EXPORTS
from bot.discord.features.guide import SITUATIONS
from bot.discord.features.league_moderation import STATES
from bot.discord.features.moderation import UNNAMED
from bot.discord.features.new_game_form import FIRST, SWITCHES
from bot.discord.features.preference_form import MORE
from bot.discord.features.reminders import SNOOZES
from bot.discord.features.seasons import SIDES
from bot.discord.pages.notices import WORDED_FOR_SEVERAL
from bot.discord.pages.wording import computer_levels
from bot.games.faces import FACES
from bot.locale import ENGLISH, FOLDERS, Text, languages, texts_of, words_of
from bot.match.actions import Done, OfferKind, Right, Watch
from bot.match.announcing import ENDS
from bot.match.errors import Refused, Why
from bot.match.game import ENDED, Pause, Status
from bot.match.league.actions import SeasonDone
from bot.match.league.messages import News
from bot.match.league.season import Stage
from bot.match.preferences import Cadence, PageName, Reading, Route, Unasked
from bot.match.results import Outcome
from bot.table.channels import SWITCHED, VALUES, ChannelSettings, Who
from bot.web.server import SCRIPT_WORDS
from engine.errors import IllegalMove
from engine.games import GAMES
from engine.players.review import Mark
from engine.players.search import LEVELS
from render import locale as pictures
from render.picture.palette import SEATS
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.world import World, labels, texts
from tests.texts import REFUSAL, Families, facts, forms, keys_in_code, members, text_keys

FOLDER = Path(bot.__file__).parent
SECTIONS = set(tomllib.loads((FOLDER / "locale/en/words.toml").read_text("utf-8")))
TEXTS: Mapping[str, Text] = {
    key: text for key, text in texts_of(ENGLISH).items() if key.split(".")[0] in SECTIONS
}
OF_PICTURES = set(pictures.texts_of(ENGLISH))
FILES = (".png", ".gif", ".txt", ".json", ".jsonl", ".html", ".css", ".js")
# Said in the templates of web pages, or put together there.
TEMPLATES = sorted((FOLDER / "web").glob("*.html"))
OVER = (*ENDED, Status.CANCELLED)
UNTOLD = {
    Done.OPENED,
    Done.IMPORTED,
    Done.SETTLED,
    Done.SNOOZED,
    Done.ORDER_LEFT,
    Done.ORDER_DELETED,
    Done.REPLACED,
}
# What a notice or a direct message says.
TOLD = [done for done in Done if done not in UNTOLD]

# Keys that the code puts together, and all the values it can insert.
FAMILIES: Families = {
    "ask.*": [f"{switch}{about}" for switch in SWITCHES for about in ("", "_about")],
    "button.accept_*": get_args(OfferKind),
    "cadence.*": get_args(Cadence),
    "unasked.*": get_args(Unasked),
    "computer.*": [
        "name",
        *LEVELS,
        *(f"{name}_about" for name, level in LEVELS.items() if not level.beginner),
    ],
    "done.accepted_*": get_args(OfferKind),
    "export.*": EXPORTS,
    "first.*": FIRST,
    "help.text.*": SITUATIONS,
    "help.part.*": ("computer", "hints", "reviews"),
    "league.apart.*": {"among_tied", "strength", "difference"},
    "league.button.*": {"endsure", "offsure", "voidsure"},
    "league.every.*": {"1", "2", "3", "days"},
    "league.done.*": set(SeasonDone) - {SeasonDone.OPENED},
    "league.news.*": [*News, "begun_cup", "ended_cup"],
    "league.withdrawal.*": {"void", "lost", "tables"},
    "league.state.*": set(Stage) - {Stage.SIGN_UP},
    "league.decided.*": {"late", "left", "withdrawn"},
    "league.void.*": {"voided", "never_begun", "nobody"},
    "league.games_of.*": STATES,
    "league.group.*": {"running", "to_come", "played"},
    "league.side.*": SIDES,
    "live.*": SWITCHED,
    "me.form.*": MORE,
    "page.*": VALUES["page"],
    "page_name.*": get_args(PageName),
    "posts.*": VALUES["posts"],
    "reading.*": get_args(Reading),
    "threads.*": VALUES["threads"],
    "history.early.*": set(ENDED) - {Status.FINISHED},
    "history.outcome.*": get_args(Outcome),
    "lobby.first.*": ("chance", "chosen", "joining"),
    "notice.*": [
        *TOLD,
        "expired_lobby",
        "expired_unmoved",
        "request_withdrawn",
        "a_moderator",
        "somebody",
        "resumed_by_moderator",
        "resumed_elsewhere",
        "resumed_here",
        "taken_back_agreed",
        "taken_back_agreed_by_all",
        "timed_out_several",
        "timed_out_in_season",
        "time_given_by_moderator",
        *(f"{done}_several" for done in WORDED_FOR_SEVERAL),
    ],
    "place.*": get_args(Route),
    "propose.*": PROPOSALS,
    "snooze.hours_*": SNOOZES,
    "outcome.*": [f"{how}.{won}" for how in OVER for won in ("won", "nobody")],
    "pause.*": get_args(Pause),
    "refused.*": [f"{why}.{part}" for why in Why for part in REFUSAL],
    "request.*": get_args(OfferKind),
    "review.mark.*": get_args(Mark),
    "review.marked.*": get_args(Mark),
    "right.*": [*get_args(Right), "season"],
    "stage.*": Stage,
    "language.*": languages(),
    "settings.*": [*(VALUES.keys() - set(UNNAMED)), "language", "zone"],
    "situation.*": SITUATIONS,
    "status.*": Status,
    "verify.*": ("holds", "broken"),
    "watch.*": [*get_args(Watch), *(f"done_{what}" for what in get_args(Watch))],
    "web.season.*": [str(stage) for stage in Stage],
    "web.*": [*SCRIPT_WORDS, *(f"colour.{seat}" for seat in range(len(SEATS)))],
    "who.*": get_args(Who),
}


@pytest.fixture
def translated() -> bool:
    return True


def keys() -> set[str]:
    """Keys that are in the code as they are, without prefixes and file names."""
    of_games = {"games", "store"}
    code = [path for path in FOLDER.rglob("*.py") if not of_games & set(path.parts)]
    code += [FOLDER / "games" / name for name in ("texts.py", "tiles.py", "reports.py")]
    patterns = keys_in_code(code, f"({'|'.join(SECTIONS)})")
    patterns |= {
        key for page in TEMPLATES for key in re.findall(r"words\([\"']([\w.]+)", page.read_text())
    }
    whole = {key for key in patterns if "*" not in key and not key.endswith(("_", *FILES))}
    return text_keys(whole, TEXTS)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_key_that_is_put_together_has_its_text(family: str) -> None:
    assert members({family: FAMILIES[family]}) - TEXTS.keys() == set()


def test_every_key_in_the_code_has_its_text() -> None:
    assert keys() - TEXTS.keys() == set()
    assert len(keys()) > 80


def test_no_text_is_there_for_nothing() -> None:
    assert TEXTS.keys() - keys() - members(FAMILIES) - OF_PICTURES == set()


def test_every_end_has_its_notice() -> None:
    assert {f"notice.{done}" for done in ENDS} <= TEXTS.keys()


def beyond_english(language: Mapping[str, Text]) -> list[str]:
    """What a translation has too much of: keys that English lacks, facts that a text is not
    given."""
    english = texts_of(ENGLISH)
    wrong = [key for key in language if key not in english]
    for key in language.keys() & english.keys():
        wanted = {fact for text in forms(english[key]).values() for fact in facts(text)}
        wanted |= set() if isinstance(english[key], str) else {"count"}
        used = {fact for text in forms(language[key]).values() for fact in facts(text)}
        used |= set() if isinstance(language[key], str) else {"count"}
        if not used <= wanted:
            wrong.append(key)
    return wrong


LANGUAGES = sorted({file.parent.name for folder in FOLDERS for file in folder.glob("*/*.toml")})


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_no_keys_or_facts_beyond_english(language: str) -> None:
    assert beyond_english(texts_of(language)) == []


@pytest.mark.parametrize(
    ("key", "text", "fits"),
    [
        ("look.state", "{players}: {state}", True),
        ("look.state", "{players} {nobody}", False),
        ("no.such.key", "x", False),
        ("log.head", {"one": "{count}", "other": "{players}"}, True),
        ("log.head", "{count}", True),
        ("look.state", {"one": "{players}", "other": "{state}"}, False),
    ],
)
def test_a_translation_that_does_not_fit_is_found(key: str, text: Text, fits: bool) -> None:
    assert (beyond_english({key: text}) == []) is fits


FRENCH = {
    "words.toml": """
        [button]
        play = "Jouer"
        accept = "Participer"
        [done]
        joined = "Vous participez."
        [game]
        turn_of = "à {name} de jouer"
    """,
    "castle.toml": """
        name = "Carcassonne : Le Château"
        [overlay]
        legal = "Emplacements possibles"
    """,
    "commands.toml": """
        [group.game]
        description = "Jouer à {game} dans ce salon"
        [group.table]
        name = "tablée"
        [new]
        name = "nouveau"
        description = "Inviter quelqu'un"
        options.opponent.name = "adversaire"
        options.opponent.description = "Qui vous invitez"
        [watch]
        name = "suivre"
    """,
}


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """English and another language, with few texts; everybody's Discord is set to the other."""
    alone = [tmp_path / str(number) for number in range(len(FOLDERS))]
    for folder, complete in zip(alone, FOLDERS, strict=True):
        copytree(complete / ENGLISH, folder / ENGLISH)
    folder = tmp_path / "locale" / "fr"
    folder.mkdir(parents=True)
    for name, text in FRENCH.items():
        (folder / name).write_text(text, "utf-8")
    monkeypatch.setattr("bot.locale.FOLDERS", (*alone, folder.parent))
    original = simcord.interactions.base_payload

    def in_french(*arguments: Any, **named: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = original(*arguments, **named)
        return record, {**payload, "locale": "fr"}

    monkeypatch.setattr(simcord.interactions, "base_payload", in_french)


@pytest.mark.usefixtures("french")
def test_what_a_language_lacks_is_told_in_english() -> None:
    words = words_of("fr")
    assert words("button.play") == "Jouer"
    assert words("button.board") == "Board"
    assert words_of("fr-CA")("button.play") == "Jouer"
    assert words_of("ja")("button.play") == "Play"


async def test_commands_have_their_names_in_each_language(french: None, friends: World) -> None:
    def in_french(node: Mapping[str, Any], what: str) -> object:
        return (node.get(f"{what}_localizations") or {}).get("fr")

    synced = _registrations(friends.env.http_requests)
    castle = next(command for command in synced if command["name"] == "castle")
    by_name = {command["name"]: command for command in castle["options"]}
    new = by_name["new"]
    watch = by_name["watch"]
    board = by_name["board"]
    assert str(in_french(castle, "description")).startswith("Jouer à Carcassonne")
    table = next(command for command in synced if command["name"] == "table")
    assert in_french(table, "name") == "tablée"
    assert in_french(new, "name") == "nouveau"
    assert in_french(new, "description") == "Inviter quelqu'un"
    assert in_french(new["options"][0], "name") == "adversaire"
    assert in_french(watch, "name") == "suivre"
    assert in_french(watch, "description") is None
    assert in_french(board, "name") is None


async def test_private_answers_are_in_the_language_of_the_person(
    french: None, friends: World
) -> None:
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    assert labels(friends.last_post)[:2] == ["Accept", "Decline"]
    answer = await friends.ben.click(friends.last_post, label="Accept")
    assert texts(answer.response) == "Vous participez."
    await friends.deliver()
    look = await friends.carla.slash(friends.channel, "castle board")
    assert "de jouer (move 0)" in texts(look.response)
    assert labels(look.response)[0] == "Emplacements possibles"


async def test_public_posts_are_in_the_language_of_the_channel(
    french: None, friends: World
) -> None:
    settings = ChannelSettings(language="fr")
    await friends.table.channels.set(friends.guild.id, friends.channel.id, asdict(settings))
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    assert labels(friends.last_post)[:2] == ["Participer", "Decline"]
    assert texts(friends.last_post).startswith("## Carcassonne : Le Château")
    await friends.ben.click(friends.last_post, label="Participer")
    await friends.deliver()
    assert labels(friends.last_post) == ["Jouer", "Board", "Tiles left", "Log", "Predict"]


async def test_completions_are_in_the_persons_language(french: None, friends: World) -> None:
    offered = await friends.anna.autocomplete(friends.channel, "castle board", "overlay", "possi")
    choices = [(choice["name"], choice["value"]) for choice in offered]
    assert choices == [("Emplacements possibles", "legal")]


async def test_unknown_channel_languages_fall_back_to_english(friends: World) -> None:
    settings = ChannelSettings(language="xx")
    await friends.table.channels.set(friends.guild.id, friends.channel.id, asdict(settings))
    await friends.start()
    assert labels(friends.last_post) == ["Play", "Board", "Tiles left", "Log", "Predict"]
    help_ = answer_of(await friends.anna.slash(friends.channel, "table help"))
    assert texts(help_).startswith("## It is your turn")


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_order_is_advised_only_in_games_that_take_them(language: str, kind: str) -> None:
    words = words_of(language)
    play = f"`/{kind} {words('commands.play.name')}`"
    for out_of_turn in (Refused(Why.NOT_YOUR_TURN, seat=0), IllegalMove("not_your_turn", seat=0)):
        advice = error_messages.explain_error(
            words, kind, FACES[kind].texts, ["Anna", "Ben"], out_of_turn
        ).next
        assert (play in advice) is (GAMES[kind].orders is not None)


async def test_the_help_mentions_computers_only_where_there_are_any(
    friends: World,
) -> None:
    async def read_help() -> str:
        pages = [
            await friends.anna.slash(friends.channel, "table help", topic=situation)
            for situation in SITUATIONS
        ]
        return "".join(map(texts, map(answer_of, pages)))

    named = ("computer", "hint", "review")
    with_computers = (await read_help()).casefold()
    assert all(name in with_computers for name in named)
    friends.table.timeouts = replace(friends.table.timeouts, computer=None)
    without = (await read_help()).casefold()
    assert not any(name in without for name in named)
    assert "{" not in without


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_within_the_limits_of_discord(language: str) -> None:
    for key, text in texts_of(language).items():
        longest = 80 if key.startswith("button.") else 3500
        assert all(len(form) <= longest for form in forms(text).values()), key


@pytest.mark.parametrize("kind", GAMES)
def test_every_game_says_how_its_beginner_plays(kind: str) -> None:
    abouts = {value: about for _, value, about in computer_levels(words_of(ENGLISH), kind)}
    assert abouts.keys() == LEVELS.keys()
    assert ("no farmers" in abouts["easy"]) == (kind == "carcassonne")


def _registrations(requests: Sequence[simcord.HttpLogEntry]) -> list[dict[str, Any]]:
    return [command for request in requests for command in _commands(request)]


def _commands(request: simcord.HttpLogEntry) -> Iterator[dict[str, Any]]:
    if request.method == "PUT" and re.fullmatch(r"/applications/\d+/commands", request.path):
        commands: Iterable[dict[str, Any]] = request.json or ()
        yield from commands
