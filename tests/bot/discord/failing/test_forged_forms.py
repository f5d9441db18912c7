"""Forms that no real Discord client submits: whatever is in them, they are answered in a sentence,
and nothing in them is believed."""

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random

import pytest

from bot.discord.features.context import FORMS
from bot.discord.features.new_game import new_game_target
from bot.discord.features.new_game_form import (
    SWITCHES,
    USUAL_TIMES,
    parse_request,
    request_target,
)
from bot.discord.pages.forms import Form, TextField
from bot.discord.pages.page import LONGEST_ID, Target
from bot.locale import ENGLISH, words_of
from bot.match.actions import NewGame
from bot.match.league.season import Terms
from bot.match.requests import GameRequest, LeagueRequest, Request
from bot.match.rules import possible_seat_counts
from bot.process.allowance import Allowance
from engine.games import GAMES
from engine.players.search import LEVELS
from tests.bot.discord.failing.test_forged import LENGTHENED
from tests.bot.discord.kit.forging import send_form
from tests.bot.discord.kit.limits import beyond
from tests.bot.discord.kit.trouble import INCIDENT, TRACE
from tests.bot.discord.kit.world import World
from tests.bot.discord.pages.test_form_texts import every_form

ROUNDS = 60
NAMES = (
    "opponents",
    "others",
    "time",
    "preset",
    "switches",
    "seats",
    "takers",
    "first",
    "name",
    "until",
    "days",
    "division",
    "reminders",
    "quiet",
    "zone",
    "calls",
    "more",
    "text",
    "note",
    "nothing",
    *(name for rules in GAMES.values() for name in rules.option_values),
)
VALUES = (
    "",
    "0",
    "-1",
    "²",
    "9" * 18,
    "9" * 5000,
    "2147483648",
    "x" * 4001,
    "@everyone",
    "`",
    "\n",
    "open",
    "open0",
    "open9",
    "open²",
    "mixed",
    "own",
    "named",
    "anybody",
    "site",
    "on",
    *SWITCHES,
    *LEVELS,
    *USUAL_TIMES,
    *GAMES,
    "9999d",
    "1d+1h max 0h",
    "22-8",
    "25-1",
    "UTC",
)
RESTS = (
    "",
    "x",
    "0.",
    "9.castle",
    "²",
    "request=0",
    "request=2",
    "request=²",
    "draft=1",
    *(f"{kind}{more}" for kind in GAMES for more in ("", "~easy", "~123456789", f"~{2**63}", "~x")),
    "request=1",
    *(f"{number}~request=1" for number in "0129"),
)


# Values that a field is given, whatever kind it is.
HOSTILE: Mapping[str, Sequence[str]] = {
    "nothing": ["", ""],
    "very long": ["x" * 5000],
    "emojis": ["\N{GRINNING FACE}" * 2000],
    "from right to left": ["\u202e\u05d0\u05d1\u200f" * 50],
    "a null": ["a\0b"],
    "half a sign": ["\ud83d"],
    "as long as a form takes": ["\U0001f3f0" * 4000],
    "invisible": ["\u200b\u00ad\u2060"],
    "marks": ["e" + "\u0301" * 3000],
    "markdown": ["```\n@everyone <@1> [x](https://example.org)"],
    "a stranger": [str(10**18)],
    "no id": [str(2**64)],
    "nobody": ["0"],
    "unknown": ["no such option"],
    "several": ["no such option", str(10**18), "\0"],
}


def initial_values(form: Form) -> dict[str, list[str]]:
    """What a form holds when it opens."""
    held = dict[str, list[str]]()
    for label in form.modal().to_dict()["components"]:
        control = label["component"]
        options = control.get("options", ())
        chosen = [option["value"] for option in options if option.get("default")]
        held[control["custom_id"]] = [control["value"]] if control.get("value") else chosen
    return held


def is_friendly(said: str) -> bool:
    return bool(said) and not INCIDENT.search(said) and not TRACE.search(said)


async def nothing_is_half_begun(world: World) -> None:
    """Each thread has its game, and whoever opened a game sits at its table. As no form ends a
    game, it is enough to look after the last."""
    for thread in world.channel.threads:
        assert await world.table.games.open_in(thread.id) is not None
    for game in await world.table.games.open_in_server(world.guild.id):
        assert game.opener_id in {seat.user_id for seat in game.seats}
        assert len(game.seats) in GAMES[game.kind].seat_counts


@pytest.mark.parametrize("verb", sorted(FORMS))
async def test_whatever_a_form_holds_it_is_answered(friends: World, verb: str) -> None:
    chance = Random(verb)
    people = [str(person.id) for person in (friends.anna, friends.ben, friends.carla)]
    assert friends.bot.user is not None
    values = (*VALUES, *people, str(friends.bot.user.id), str(2**63), str(2**63 - 1))
    for _ in range(ROUNDS):
        request = GameRequest(NewGame(chance.choice(list(GAMES)), 0, 0))
        kept = await friends.table.requests.keep(friends.anna.id, request)
        names = chance.sample(NAMES, chance.randint(0, 6))
        answers = {name: chance.choices(values, k=chance.randint(0, 6)) for name in names}
        rest = chance.choice(RESTS).replace("request=1", f"request={kept}")
        said = await send_form(friends, friends.anna, f"{verb}:0:0:0:{rest}", answers)
        assert is_friendly(said), (rest, answers, said)
    await nothing_is_half_begun(friends)


async def target_of(friends: World, form: Form) -> Target:
    """The target of a form, with a request that it is about if it needs one."""
    revision, number = parse_request(form.target.rest)
    if not revision:
        return form.target
    names = {field.name for field in form.fields}
    kinds = [kind for kind, rules in GAMES.items() if names & rules.option_values.keys()]
    request: Request = GameRequest(NewGame(kinds[0] if kinds else "castle", 0, 0))
    if form.verb == "league":
        request = LeagueRequest("castle", 2, 3, Terms().time_limit, ())
    kept = await friends.table.requests.keep(friends.anna.id, request)
    return request_target(kept, number if form.verb == "setrules" else None)


@pytest.mark.parametrize("verb", sorted(FORMS))
async def test_whatever_a_field_holds_it_is_answered(friends: World, verb: str) -> None:
    game = await friends.start()
    note = Form(
        "savenote", Target(game.id, rest="board."), "", [TextField(name="text", label="", most=9)]
    )
    forms = [form for form in (*every_form(words_of(ENGLISH)), note) if form.verb == verb]
    assert forms
    friends.equip(allowance=Allowance(at_once=100_000))
    for form in {tuple(field.name for field in form.fields): form for form in forms}.values():
        usual = initial_values(form)
        for field in form.fields:
            values = {**HOSTILE, "twice": usual[field.name] * 2}
            changed = [{**usual, field.name: [*hostile]} for hostile in values.values()]
            missing = {name: value for name, value in usual.items() if name != field.name}
            for answers in (*changed, missing):
                target = await target_of(friends, form)
                said = await send_form(friends, friends.anna, target.id(verb), answers)
                assert is_friendly(said), (field.name, answers, said)
    await nothing_is_half_begun(friends)
    assert beyond(friends.env.http_requests) == []


@pytest.mark.parametrize("verb", sorted(FORMS))
async def test_however_long_the_id_of_a_form_is_it_is_answered(friends: World, verb: str) -> None:
    game = await friends.start()
    lengths = range(LONGEST_ID - 5, LONGEST_ID + 1)
    for length, (beginning, more) in product(lengths, LENGTHENED):
        friends.equip(allowance=Allowance())
        form_id = f"{verb}:{game.id}:0:0:{beginning}".ljust(length, more)
        for answers in ({}, {"text": ["x"], "time": ["soon"]}):
            said = await send_form(friends, friends.anna, form_id, answers)
            assert is_friendly(said), (form_id, answers, said)
    await nothing_is_half_begun(friends)


async def test_a_form_leads_to_no_game_of_another_server(friends: World) -> None:
    for verb in FORMS:
        said = await send_form(friends, friends.anna, f"{verb}:999:0:0:", {})
        assert "This game no longer exists." in said, verb


@pytest.mark.parametrize("kind", GAMES)
async def test_more_people_than_a_game_seats_do_not_fit(friends: World, kind: str) -> None:
    crowd = [str(10**18 + number) for number in range(20)]
    request = new_game_target(NewGame(kind, 0, 0))
    answers = {"opponents": crowd, "switches": ("more", "hints")}
    said = await send_form(friends, friends.anna, request.id("new"), answers)
    assert is_friendly(said)
    assert said.count("<@") == possible_seat_counts(kind)[-1] - 1
