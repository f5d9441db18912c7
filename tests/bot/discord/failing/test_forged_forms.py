"""Forms that no real Discord client submits: whatever is in them, they are answered in a sentence,
and nothing in them is believed."""

from random import Random

import pytest

from bot.discord.features.context import FORMS
from bot.discord.features.new_game_form import SWITCHES, USUAL_TIMES, Request
from bot.match.actions import NewGame
from engine.games import GAMES
from engine.players.search import LEVELS
from tests.bot.discord.kit.forging import send_form
from tests.bot.discord.kit.trouble import INCIDENT, TRACE
from tests.bot.discord.kit.world import World

ROUNDS = 60
NAMES = (
    *("opponents", "others", "time", "preset", "switches", "seats", "takers", "first"),
    *("reminders", "quiet", "zone", "calls", "more", "text", "note", "nothing"),
    *(name for rules in GAMES.values() for name in rules.option_values),
)
VALUES = (
    *("", "0", "-1", "²", "9" * 18, "9" * 5000, "2147483648", "x" * 4001, "@everyone", "`", "\n"),
    *("open", "open0", "open9", "open²", "mixed", "own", "named", "anybody", "site", "on"),
    *(*SWITCHES, *LEVELS, *USUAL_TIMES, *GAMES, "9999d", "1d+1h max 0h", "22-8", "25-1", "UTC"),
)
REQUESTS = [Request(NewGame(kind, 0, 0)).target().rest for kind in GAMES]
RESTS = (
    "",
    "x",
    "0.",
    "9.castle",
    "²",
    *REQUESTS,
    *(f"{n}.{one}" for n in "0129" for one in REQUESTS),
)


def is_friendly(said: str) -> bool:
    return bool(said) and not INCIDENT.search(said) and not TRACE.search(said)


@pytest.mark.parametrize("verb", sorted(FORMS))
async def test_whatever_a_form_holds_it_is_answered(friends: World, verb: str) -> None:
    chance = Random(verb)
    people = [str(one.id) for one in (friends.anna, friends.ben, friends.carla)]
    assert friends.bot.user is not None
    values = (*VALUES, *people, str(friends.bot.user.id), str(2**63), str(2**63 - 1))
    for _ in range(ROUNDS):
        names = chance.sample(NAMES, chance.randint(0, 6))
        given = {name: chance.choices(values, k=chance.randint(0, 6)) for name in names}
        rest = chance.choice(RESTS)
        said = await send_form(friends, friends.anna, f"{verb}:0:0:0:{rest}", given)
        assert is_friendly(said), (rest, given, said)


async def test_a_form_leads_to_no_game_of_another_server(friends: World) -> None:
    for verb in FORMS:
        said = await send_form(friends, friends.anna, f"{verb}:999:0:0:", {})
        assert "This game no longer exists." in said, verb


@pytest.mark.parametrize("kind", GAMES)
async def test_more_people_than_a_game_seats_do_not_fit(friends: World, kind: str) -> None:
    crowd = [str(10**18 + number) for number in range(20)]
    request = Request(NewGame(kind, 0, 0)).target()
    given = {"opponents": crowd, "switches": ("more", "hints")}
    said = await send_form(friends, friends.anna, request.id("new"), given)
    assert is_friendly(said)
    assert said.count("<@") == max(GAMES[kind].seat_counts) - 1
