"""Everything that can be looked at in every state of a game and a lobby, within Discord's limits:
with the longest names, in every language."""

from collections.abc import AsyncIterator, Mapping
from random import Random
from typing import Any

import pytest
import simcord

from bot.discord.features import league_moderation, leagues, seasons
from bot.discord.features.context import FORMS, VERBS
from bot.locale import languages
from bot.match.actions import (
    Accept,
    Action,
    Join,
    OfferKind,
    Propose,
    Refuse,
    Resume,
    Undo,
)
from bot.match.game import Status
from bot.match.own_notes import LONGEST_NOTE
from bot.match.rules import rules_of
from bot.match.time_limits import read_limit
from bot.process.allowance import Allowance
from bot.process.clock import DAY, HOUR
from bot.table.housekeeping import Timers
from bot.table.thinking import Thinking
from engine.games import GAMES
from engine.players.players import EXPERTS
from engine.questions import Part
from tests.bot.discord.kit import forms
from tests.bot.discord.kit.limits import beyond
from tests.bot.discord.kit.party import Party
from tests.bot.discord.kit.world import World
from tests.bot.discord.pages.walking import Walk
from tests.bot.thinking import CarelessExpert, Here

# As long as Discord allows: wide, or with signs that each have to be escaped.
NAMES = ("_*" * 16, "\ufdfd" * 32, "W" * 32, "\N{FAMILY}" * 32, "~|" * 16, "@e" * 16)
OFFERS: Mapping[OfferKind, Action] = {
    "end": Propose("end"),
    "time": Propose("time"),
    "undo": Undo(),
}
# Those of exercises, every page of which test_learning.py looks at.
IN_TUTORIALS = ("learn", "learndo", "learnlist", "learnpage", "learntry")
# The one that ends the explanations of first games: see test_first_game.py.
IN_FIRST_GAMES = ("unexplained",)
# Those of puzzles, every page of which test_puzzles.py looks at.
IN_PUZZLES = ("puzzle", "puzzlebest", "puzzledo", "puzzlepage", "puzzletry")
# Those about pages of seats, which a bot without PUBLIC_URL does not have: see test_web_pages.py.
ABOUT_PAGES = ("openboard", "endpages")
# Those of a request that its rules do not allow: see test_new_game.py.
IN_REQUESTS = ("seatall",)
# That of posts of 1.0.0: see test_guide.py.
IN_OLD_POSTS = ("minute",)
# The buttons that a walk comes by in every game.
MET = (
    "play",
    "try",
    "do",
    "hint",
    "idea",
    "note",
    "guess",
    "guesstry",
    "guessdo",
    "how",
    "board",
    "overlay",
    "supply",
    "log",
    "score",
    "replay",
    "since",
    "steps",
    "step",
    "present",
    "join",
    "decline",
    "cancel",
    "accept",
    "refuse",
    "goon",
    "resume",
    "resign",
    "rematch",
    "review",
    "history",
    "stats",
    "ranks",
    "profile",
    "topic",
    "situation",
    "solo",
    "waitover",
    "waiton",
    "opennotes",
    "page",
    "guesspage",
    "guesses",
    "setup",
    "setmore",
    "setrules",
    "me",
)


LOBBY_CHANGES = (
    "situations",
    "topics",
    "rated",
    "decline",
    "cancel",
    "new",
    "opennow",
    "thread",
    "join",
)
# In a lobby for more than two.
OPEN_SEATS = ("resign", "computer", "start")
GAME_CHANGES = (
    "snooze",
    "snoozefor",
    "waiton",
    "claim",
    "past",
    "solo",
    "rematch",
    "rethread",
    "cancel",
    "erase",
    "eraseall",
)
# Those that change something, or are seldom seen, and are pressed one after the other.
ORDER_CHANGES = ("orders", "order", "ordertry", "orderpage", "ordertry", "orderdo", "orderdrop")
# Those of leagues.
LEAGUE = (
    "enter",
    "stepout",
    "season",
    "standings",
    "quitseason",
    "quitsure",
    "league",
    "substitute",
    "replace",
    "moretime",
    "voidgame",
    "voidwhich",
    "voidsure",
    "lastseason",
    "endseason",
    "offsure",
    "endsure",
)
# In a message to one person, who was entered again in a league.
IN_MESSAGES = ("leavenext",)
# Below the digest of a day.
IN_DIGESTS = ("running",)
# Below a question to a moderator of a hidden channel.
IN_SETTINGS = ("publish",)
# Where a server has had more seasons than a menu holds.
IN_LONG_LISTS = ("seasons",)
OF_LEAGUES = {module.__name__ for module in (leagues, league_moderation, seasons)}


@pytest.fixture
def thinkers(monkeypatch: pytest.MonkeyPatch) -> Here:
    """Computer players that take no time."""
    for kind in GAMES:
        monkeypatch.setitem(EXPERTS, kind, CarelessExpert(kind))
    return Here()


@pytest.fixture(params=languages())
async def walk(
    request: pytest.FixtureRequest, thinkers: Here, friends: World
) -> AsyncIterator[Walk]:
    """Through a server of people with the longest names, who have this language."""
    language = request.param
    people = map(friends.new_person, NAMES)
    friends.anna, friends.ben, friends.carla, dora, emil, spectator = people
    friends.equip(allowance=Allowance(at_once=100_000))
    thinking = Thinking(thinkers.count, thinkers.run)
    friends.table.hints.thinking = thinking
    friends.table.reviews.thinking = thinking
    await friends.table.channels.set(friends.guild.id, friends.channel.id, {"language": language})
    emit = friends.env.backend.emit

    def emit_in_language(event: str, payload: Mapping[str, Any]) -> None:
        in_language = {"locale": language} if event == "INTERACTION_CREATE" else {}
        emit(event, {**payload, **in_language})

    friends.env.backend.emit = emit_in_language  # type: ignore[method-assign]
    yield Walk(Party("", friends, dora, further=[emil]), spectator)
    thinking.close()


async def act(walk: Walk, person: simcord.MemberActor, action: Action) -> None:
    await walk.party.act(person, action)
    await walk.world.deliver()


async def play(walk: Walk, until: int | None = None) -> None:
    """Play on at random, up to this ply, or to the last move."""
    party = walk.party
    chance = Random(1)
    rules = rules_of(party.kind)
    state = await party.state()
    moves = list[str]()
    played = (await party.game()).ply
    while (seat := rules.to_act(state)) is not None:
        parts = list[Part]()
        while (asked := rules.question(state, parts)) is not None:
            parts.append((asked.step, chance.choice(asked.choices)))
        move = rules.assemble(parts)
        moves.append(rules.move_text(move))
        state, _ = rules.apply(state, seat, move)
    last = len(moves) - 1 if until is None else until - played
    await walk.world.play_on(await party.game(), moves[:last])
    await walk.world.deliver()


def within_limits(walk: Walk) -> None:
    """Of everything that was sent since this was asked last."""
    requests = walk.world.env.http_requests
    assert beyond(requests) == []
    requests.clear()


async def invite(walk: Walk) -> None:
    """A lobby with time limits and hints, in which one seat is open if the game has more than
    two."""
    party = walk.party
    seats = most_seats(walk.party.kind)
    invited = party.everybody[1 : max(seats - 1, 2)]
    await party.open(invited, seats=seats, time_limit=read_limit("1d"), rated=False)


def most_seats(kind: str) -> int:
    return max(rules_of(kind).seat_counts)


async def take_notes(walk: Walk) -> None:
    """The longest there can be, which are opened as soon as the game is over."""
    game = await walk.party.game()
    own_notes = walk.world.table.own_notes
    for person in (walk.party.anna, walk.party.ben, walk.spectator):
        await own_notes.write(game.id, person.id, game.ply, "_*" * (LONGEST_NOTE // 2))
        if game.status is Status.FINISHED:
            await own_notes.open(game.id, person.id)


async def look_at_turn(walk: Walk) -> None:
    """As the player to act, as one who waits, and as a spectator, each of whom notes something."""
    await take_notes(walk)
    acting = await walk.party.to_act()
    waiting = next(person for person in (walk.party.ben, walk.party.anna) if person is not acting)
    await walk.look_around(acting)
    for person in (waiting, walk.spectator):
        await walk.look_around(person, typing=False)
    within_limits(walk)


@pytest.mark.parametrize("kind", GAMES)
async def test_every_state_of_a_game_is_within_limits(walk: Walk, kind: str) -> None:
    party = walk.party
    party.kind = kind
    anna = party.anna
    ben = party.ben
    others = party.everybody[1 : most_seats(kind)]
    await walk.look_around(anna)
    within_limits(walk)

    await invite(walk)
    for person in (anna, ben, walk.spectator):
        await walk.look_around(person, typing=person is anna)
    within_limits(walk)

    for person in others:
        await act(walk, person, Join())
        await walk.look_around(person, typing=False)
    await look_at_turn(walk)
    for ply in (1, 2):
        await play(walk, ply)
    await look_at_turn(walk)
    walk.world.clock.turn(2 * DAY)
    await Timers(walk.world.database, walk.world.table, walk.world.clock).look()
    await walk.world.deliver()
    for person in (anna, ben, walk.spectator):
        await walk.look_around(person, typing=False)
    within_limits(walk)
    for offer, action in OFFERS.items():
        await act(walk, anna, action)
        await walk.look_around(ben, typing=False)
        await act(walk, ben, Refuse(offer))
    within_limits(walk)

    await play(walk, 24)
    await look_at_turn(walk)
    await act(walk, anna, Propose("adjourn"))
    for person in others:
        await act(walk, person, Accept("adjourn", (await party.game()).ply))
    assert (await party.game()).paused_at is not None
    await look_at_turn(walk)
    await act(walk, ben, Resume(walk.world.channel.id))

    await play(walk)
    await look_at_turn(walk)
    await play(walk, 1000)
    assert (await party.game()).status is Status.FINISHED
    await look_at_timers(walk, 1)
    await take_notes(walk)
    for person in (anna, walk.spectator):
        await walk.look_around(person)
    within_limits(walk)

    assert {*walk.verbs} >= {*MET}
    of_leagues = {verb for verb, form in FORMS.items() if form.handle.__module__ in OF_LEAGUES}
    assert {*FORMS} - {*walk.forms} <= of_leagues
    assert walk.world.env.errors == []


async def look_at_timers(walk: Walk, hours: int) -> None:
    walk.world.clock.turn(hours * HOUR)
    await Timers(walk.world.database, walk.world.table, walk.world.clock).look()
    await walk.world.deliver()


async def give(walk: Walk, person: simcord.MemberActor, command: str, **options: Any) -> None:
    await person.slash(walk.world.channel, command, **options)
    await walk.world.deliver()


@pytest.mark.parametrize("kind", GAMES)
async def test_whatever_changes_a_lobby_is_within_limits(walk: Walk, kind: str) -> None:
    anna = walk.party.anna
    ben = walk.party.ben
    spectator = walk.spectator
    await walk.world.offer_threads()
    await give(walk, anna, "table help", share=True)
    await give(walk, anna, f"{kind} rules", share=True)
    await walk.press(spectator, "situations", "topics")
    await give(walk, anna, f"{kind} new", opponent=ben, time="1d")
    await walk.press(anna, "rated")
    await walk.press(ben, "decline")
    await walk.press(anna, "cancel")
    await give(walk, anna, "table help", topic="start")
    await walk.press(anna, "new", "new", "opennow", "cancel")
    await give(walk, anna, f"{kind} new", opponent=ben)
    await walk.press(ben, "join")
    await give(walk, spectator, f"{kind} new", opponent=walk.party.carla)
    await walk.press(spectator, "thread", "cancel")
    within_limits(walk)
    changes = {*LOBBY_CHANGES}
    if most_seats(kind) > 2:
        changes |= {*OPEN_SEATS}
        await give(walk, ben, f"{kind} resign")
        await walk.press(ben, "resign")
        await give(walk, anna, f"{kind} new", opponent=ben, seats=4)
        await walk.press(ben, "join")
        await walk.press(anna, "computer", "start")
        within_limits(walk)
    assert {*walk.pressed} >= changes
    assert walk.world.env.errors == []


@pytest.mark.parametrize("kind", GAMES)
async def test_whatever_changes_a_game_is_within_limits(walk: Walk, kind: str) -> None:
    party = walk.party
    anna = walk.party.anna
    ben = walk.party.ben
    spectator = walk.spectator
    party.kind = kind
    changes = {*GAME_CHANGES}
    await party.open([ben], time_limit=read_limit("1d"), rated=False)
    await act(walk, ben, Join())
    if rules_of(kind).orders is not None:
        changes |= {*ORDER_CHANGES}
        await give(walk, ben, f"{kind} play")
        await walk.press(ben, *ORDER_CHANGES)
    await give(walk, anna, "table me", where="direct", reminders="6")
    await play(walk, 2)
    await look_at_timers(walk, 12)
    await walk.press(anna, "snooze", "snoozefor")
    await look_at_timers(walk, 48)
    await walk.press(ben, "waiton")
    await look_at_timers(walk, 96)
    within_limits(walk)
    await give(walk, ben, f"{kind} play")
    await walk.press(ben, "claim")
    await look_at_timers(walk, 0)
    await give(walk, ben, "table history")
    await walk.press(ben, "past")
    await give(walk, spectator, "table help", topic="start")
    await walk.press(spectator, "solo")
    await walk.world.offer_threads()
    await walk.press(anna, "rematch", "rethread", "cancel")
    for person in (spectator, ben):
        await give(walk, person, "table export", what="me")
        await walk.press(person, "erase")
    await walk.press(ben, "eraseall")
    within_limits(walk)
    assert {*walk.pressed} >= changes
    assert walk.world.env.errors == []


async def test_a_league_is_within_limits(walk: Walk) -> None:
    world = walk.world
    anna = walk.party.anna
    moderator = world.new_moderator("W" * 32)
    for name in ("~|" * 30, "_*" * 30):
        form = await anna.slash(world.channel, "table league new", game="castle")
        await forms.submit(anna, form, name=name)
        await world.deliver()
        await give(walk, anna, "table league show")
        if name.startswith("~"):
            await walk.press(anna, "endseason", "offsure")
    for person in walk.party.everybody[:4]:
        await walk.press(person, "enter")
    await walk.press(anna, "stepout", "enter")
    await look_at_timers(walk, 7 * 24)
    for _ in range(10):
        await look_at_timers(walk, 0)
    await give(walk, anna, "table league show")
    await walk.press(anna, "standings", "season")
    await give(walk, moderator, "table-admin league")
    await walk.press(moderator, "league", "substitute", "replace", "replace")
    await walk.press(moderator, "moretime", "moretime", "lastseason")
    await walk.press(moderator, "voidgame", "voidwhich", "voidsure")
    await give(walk, anna, "table league show")
    await walk.press(anna, "quitseason", "quitsure")
    await give(walk, moderator, "table-admin league")
    await walk.press(moderator, "endseason", "endsure")
    for _ in range(20):
        await look_at_timers(walk, 0)
    await give(walk, anna, "table league show")
    await give(walk, anna, "table league cup", game="carcassonne")
    within_limits(walk)
    assert {*walk.pressed} == {*LEAGUE}
    opened = {verb for verb, form in FORMS.items() if form.handle.__module__ in OF_LEAGUES}
    assert {*walk.forms} | {"league", "cup"} >= opened
    assert walk.world.env.errors == []


def test_no_button_is_left_out() -> None:
    changes = {*LOBBY_CHANGES, *OPEN_SEATS, *GAME_CHANGES, *ORDER_CHANGES}
    others = {*IN_MESSAGES, *IN_DIGESTS, *IN_SETTINGS, *IN_LONG_LISTS, *IN_TUTORIALS}
    others |= {*ABOUT_PAGES, *IN_FIRST_GAMES, *IN_OLD_POSTS, *IN_PUZZLES, *IN_REQUESTS}
    assert {*VERBS} == {*MET, *changes, *LEAGUE, *others}
