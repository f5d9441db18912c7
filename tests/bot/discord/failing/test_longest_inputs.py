"""Whatever a person can send, at its longest and worst: no callback on the event loop takes long.

What can be sent is found by walking what the bot offers: every option of every command, every verb
of an id, every file. Measured in function calls, which are the same on any machine, and in the
processor time of single calls into C.
"""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from random import Random
from typing import Any

import pytest
import simcord
from discord import AppCommandOptionType, AppCommandType, app_commands
from discord.app_commands import Command, Parameter
from simcord.http import router

from bot.discord.features import registry
from bot.discord.features.context import VERBS
from bot.discord.features.looks import LARGEST_RECORD
from bot.discord.pages.page import LONGEST_ID, Target, parse_id
from bot.presentation.choice_links import BETWEEN, Link
from bot.presentation.studio import Studio
from bot.process.allowance import Allowance
from bot.table.choosing import Questions
from engine.castellan.moves import BUILD
from engine.games import GAMES
from engine.questions import Part, Question
from render.pictures import Drawing
from tests.bot.discord.answering.test_event_loop import MOST
from tests.bot.discord.failing.hostile_records import hostile_records
from tests.bot.discord.kit.forging import command, press, type_into
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.party import Party
from tests.bot.discord.kit.trouble import Unpainted
from tests.bot.discord.kit.world import SEED, World
from tests.town.uninterrupted import Uninterrupted, uninterrupted_work
from tests.town.watch import Gauge, Work, watching

# The most characters that Discord takes in an option without a maximum.
LONGEST_OPTION = 6000
# The longest call into C, in milliseconds of processor time: four times what the loop may be held
# up, for slow machines.
LONGEST_CALL = 60.0
# How often what took too long is measured again: the least counts.
TRIES = 4
SEATS = {"castle": 2, "carcassonne": 4, "castellan": 4}
# Of 32 characters, Discord's limit, or nearly.
NAMES = (
    "e\u0323\u0301" * 10 + "e",
    "\u202e**`_~|\\@everyone<@1>",
    "\u05d0\ufdfa" * 16,
    "\N{FAMILY}\u200d" * 16,
)
# What hostile texts repeat.
UNITS = (
    "T ",
    "9",
    "9 ",
    "- ",
    "-1,",
    "x,",
    "=,",
    "a=b,",
    " ",
    " \t,",
    "\u3000",
    "\u200b",
    "1d+",
    "[",
    '{"a":',
    "(?:",
    "e\u0301\u0323",
    "\u202e",
    "@everyone ",
    "`*_~|",
    "\u0390",
    "\ufdfa",
    "2@E5.N ",
    "A1>",
    "E5.",
    "t0,0 ",
    ": ",
    "; ",
    "T1:",
    "\x00",
    "\N{FAMILY}\u200d",
)

# Sends something to the bot.
Send = Callable[[], Awaitable[object]]


class PaintedElsewhere(Unpainted):
    """As if by another process: a page is made in one callback, and sent in another."""

    async def paint(
        self, drawing: Drawing, key: Hashable = None, person: int | None = None
    ) -> bytes:
        await asyncio.sleep(0)
        return await super().paint(drawing, key, person)


@pytest.fixture
def studio() -> Studio:
    return PaintedElsewhere()


@pytest.fixture
async def party(request: pytest.FixtureRequest, friends: World) -> Party:
    """People with terrible names, late in a game."""
    kind: str = request.param
    friends.anna, friends.ben, friends.carla, dora = map(friends.new_person, NAMES)
    party = Party(kind, friends, dora)
    game = await party.sit_down(SEATS[kind])
    await friends.play_on(game, late(kind))
    await friends.deliver()
    return party


@cache
def late(kind: str) -> Sequence[str]:
    """The moves of a game up to where a move has the most to choose from."""
    if kind == "castle":
        return eager_moves(3)[:46]
    rules = GAMES[kind]
    chance = Random(2)
    state, _ = rules.begin(SEED, rules.settle_options({}), 0, SEATS[kind])
    moves: list[str] = []
    most = 0
    until = 0
    while rules.to_act(state) is not None:
        parts: list[Part] = []
        while (asked := rules.question(state, parts)) is not None:
            parts.append((asked.step, _choose(state, asked, chance)))
        first = rules.question(state, ())
        assert first is not None
        move = rules.assemble(parts)
        choices = len(parts) if kind == "castellan" else len(first.choices)
        if choices > most:
            most = choices
            until = len(moves)
        moves.append(rules.move_text(move))
        state, _ = rules.apply(state, state.seat, move)
    return moves[:until]


def _choose(state: Any, asked: Question, chance: Random) -> str:
    """At random; in Castellan the first player hurries and the others save their cards, so that
    they have long last turns."""
    if not asked.step.startswith("card"):
        return chance.choice(asked.choices)
    cards = [token for token in asked.choices if token != BUILD]
    if state.seat == 0 or state.phase == "last":
        return cards[0] if cards else BUILD
    return BUILD if BUILD in asked.choices else cards[0]


async def questions_of(party: Party) -> Questions:
    actor = await party.to_act()
    return await party.world.table.drafts.questions(party.game_id, actor.id)


def whole_turn(questions: Questions) -> tuple[Part, ...]:
    """A legal move with as many parts as there can be."""
    parts: tuple[Part, ...] = ()
    while (asked := questions.ask(parts)) is not None:
        longest = [token for token in asked.choices if token != BUILD] or [BUILD]
        parts += ((asked.step, longest[-1]),)
    return parts


def commands(party: Party) -> Iterator[Command[Any, ..., Any]]:
    """This game's, and those of no game."""
    for group in party.world.bot.tree.get_commands(type=AppCommandType.chat_input):
        assert isinstance(group, app_commands.Group)
        if group.name not in GAMES or group.name == party.kind:
            for slash_command in group.walk_commands():
                if isinstance(slash_command, app_commands.Command):
                    yield slash_command


def free_texts(slash_command: Command[Any, ..., Any]) -> Iterator[Parameter]:
    for option in slash_command.parameters:
        if option.type is AppCommandOptionType.string and not option.choices:
            yield option


def fill(unit: str, length: int) -> str:
    return (unit * length)[:length]


def hostile(length: int) -> list[str]:
    return [fill(unit, length) for unit in UNITS]


def moves_meant(questions: Questions, longest: int) -> list[str]:
    """Texts that are nearly moves, or made of what moves are made of."""
    first = questions.ask(())
    assert first is not None
    move = questions.text(whole_turn(questions))
    return [
        *(fill(f"{token} ", longest) for token in (first.choices[0], first.choices[-1])),
        fill(f"{' '.join(first.choices)} ", longest),
        fill(f"{move} ", longest),
        move[:longest],
        f"{move[:-1]}x"[:longest],
        f"{move} {' '.join(first.choices)}"[:longest],
        " ".join(reversed(move.split()))[:longest],
        fill(f"{first.choices[0]} r0 knight ", longest),
    ]


@dataclass
class Measured:
    """The worst that was measured."""

    calls: float = 0
    longest: float = 0.0

    def problems(self, sent: str, work: Work, inside: Uninterrupted) -> Iterator[str]:
        if self.calls > MOST:
            yield f"{sent}: {work}"
        if self.longest > LONGEST_CALL:
            yield f"{sent}: {self.longest:.0f} ms in {inside.after}"


async def problems_with(party: Party, inside: Uninterrupted, sent: str, send: Send) -> list[str]:
    """What takes too long when this is sent, each time it is sent."""
    problems: list[str] = []
    least = Measured(float("inf"), float("inf"))
    for _ in range(TRIES):
        party.world.equip(allowance=Allowance())
        inside.longest = 0.0
        gc.disable()
        try:
            async with watching(Gauge(lambda: inside.calls, "calls")) as watch:
                await send()
        finally:
            gc.enable()
        work = watch.slowest[0]
        least = Measured(min(least.calls, work.own), min(least.longest, inside.longest))
        problems = list(least.problems(sent, work, inside))
        if not problems:
            break
    return problems


@contextmanager
def discord_uncounted(inside: Uninterrupted) -> Iterator[None]:
    """What the simulated Discord does with a request is not the bot's work."""
    dispatch = router.dispatch

    def dispatched(*args: Any, **more: Any) -> Any:
        before = inside.calls
        try:
            return dispatch(*args, **more)
        finally:
            inside.calls = before

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(router, "dispatch", dispatched)
        yield


async def check(party: Party, inputs: AsyncIterator[tuple[str, Send]]) -> int:
    """Send everything; returns how much that was."""
    problems = list[str]()
    count = 0
    with uninterrupted_work() as inside, discord_uncounted(inside):
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())
        async for sent, send in inputs:
            problems += await problems_with(party, inside, sent, send)
            count += 1
    assert not problems, "\n".join(problems)
    return count


EVERY_GAME = pytest.mark.parametrize("party", list(GAMES), indirect=True)


@EVERY_GAME
async def test_no_typed_text_holds_the_event_loop(party: Party) -> None:
    own = (
        slash_command
        for slash_command in commands(party)
        if slash_command.parent and slash_command.parent.name == party.kind
    )
    assert await check(party, typed_texts(party, own)) > 300


@pytest.mark.parametrize("party", ["castle"], indirect=True)
async def test_no_text_typed_outside_of_a_game_holds_the_event_loop(party: Party) -> None:
    others = (
        slash_command
        for slash_command in commands(party)
        if slash_command.parent and slash_command.parent.name not in GAMES
    )
    assert await check(party, typed_texts(party, others)) > 200


async def typed_texts(
    party: Party, commands: Iterator[Command[Any, ..., Any]]
) -> AsyncIterator[tuple[str, Send]]:
    actor = await party.to_act()
    world = party.world
    questions = await questions_of(party)
    for slash_command in commands:
        for option in free_texts(slash_command):
            name = option.display_name
            called = slash_command.qualified_name
            assert option.max_value is not None, f"{called}: {name} has no maximum"
            longest = int(option.max_value)
            texts = hostile(longest)
            if slash_command.name == "move":
                texts += moves_meant(questions, longest)
            for text in (*texts, "T " * (LONGEST_OPTION // 2)):
                sent = f"{called} {name}:{text[:40]}"
                if option.autocomplete:
                    yield f"into {sent}", partial(type_into, world, actor, called, name, text)
                options = {**required_choices(slash_command), name: text}
                yield sent, partial(command, world, actor, called, **options)


def required_choices(slash_command: Command[Any, ..., Any]) -> dict[str, Any]:
    """A value for each option that cannot be left out, and has to be chosen from a list."""
    required = (option for option in slash_command.parameters if option.required and option.choices)
    return {option.display_name: option.choices[0].value for option in required}


class WatchedTarget(Target):
    """Knows whether a handler reads what follows the position in an id."""

    rest_was_read = False

    def __getattribute__(self, name: str) -> object:
        if name == "rest":
            WatchedTarget.rest_was_read = True
        return super().__getattribute__(name)


@EVERY_GAME
async def test_no_id_holds_the_event_loop(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verb that never reads the rest of its id is sent one: all do the same work."""

    def parse_watched(custom_id: str) -> tuple[str, Target]:
        verb, target = parse_id(custom_id)
        return verb, WatchedTarget(target.game, target.branch, target.ply, target.rest)

    monkeypatch.setattr(registry, "parse_id", parse_watched)
    assert await check(party, ids(party)) > 2 * len(VERBS)


async def ids(party: Party) -> AsyncIterator[tuple[str, Send]]:
    actor = await party.to_act()
    world = party.world
    game = await party.game()
    questions = await questions_of(party)
    tokens = [token for _, token in whole_turn(questions)]
    links = [
        fill(f"{BETWEEN}{tokens[0]}", LONGEST_ID),
        f"+0{BETWEEN}{BETWEEN.join(tokens)}",
        fill("9", LONGEST_ID),
        f"tap=0.0{BETWEEN}{BETWEEN.join(tokens)}",
        f"tap=0.0{BETWEEN}draft=1",
        f"{party.kind}.{fill('z-', LONGEST_ID)}",
    ]
    for verb in VERBS:
        start = f"{verb}:{game.id}:{game.branch}:{game.ply}:"
        for link in links:
            pressed = f"{start}{link}"[:LONGEST_ID]
            WatchedTarget.rest_was_read = False
            yield pressed, partial(press, world, actor, pressed)
            if not WatchedTarget.rest_was_read:
                break
        else:
            chosen = (links[0][:LONGEST_ID],)
            menu = f"={start}"
            yield f"{menu} {chosen[0]}", partial(press, world, actor, menu, values=chosen)


@EVERY_GAME
async def test_the_longest_turn_does_not_hold_the_event_loop(party: Party) -> None:
    assert await check(party, panels(party)) > 3


async def panels(party: Party) -> AsyncIterator[tuple[str, Send]]:
    """The panel with a whole turn that was begun, step by step and back."""
    actor = await party.to_act()
    world = party.world
    game = await party.game()
    questions = await questions_of(party)
    parts = whole_turn(questions)
    tokens = tuple(token for _, token in parts)
    for count in (len(tokens), len(tokens) * 2 // 3, len(tokens) // 3):
        begun = tokens[:count]
        for verb, further in (
            ("play", None),
            ("try", Link()),
            ("try", Link(back=1)),
            ("try", Link(tap=(0, 0))),
        ):
            revision = await world.table.drafts.keep(questions.position, begun)
            link = replace(further, draft=revision).text if further else ""
            pressed = f"{verb}:{game.id}:{game.branch}:{game.ply}:{link}"
            yield f"{count} of {len(tokens)}: {pressed}", partial(press, world, actor, pressed)


@EVERY_GAME
async def test_no_file_holds_the_event_loop(party: Party) -> None:
    assert await check(party, files(party)) > 20


async def files(party: Party) -> AsyncIterator[tuple[str, Send]]:
    world = party.world
    record = await world.table.games.record(party.game_id)
    for slash_command in commands(party):
        for option in slash_command.parameters:
            if option.type is AppCommandOptionType.attachment:
                for name, text in hostile_records(record, LARGEST_RECORD).items():
                    options: dict[str, Any] = {option.display_name: ("game.json", text.encode())}
                    send = partial(
                        world.carla.slash, world.channel, slash_command.qualified_name, **options
                    )
                    yield f"{slash_command.qualified_name} {name}", send


@EVERY_GAME
async def test_nothing_that_is_shown_holds_the_event_loop(party: Party) -> None:
    assert await check(party, commands_alone(party)) > 20


async def commands_alone(party: Party) -> AsyncIterator[tuple[str, Send]]:
    """Every command that needs no option, and the others with every value that they offer."""
    actor = await party.to_act()
    world = party.world
    for slash_command in commands(party):
        for options in offered_options(slash_command, world.ben):
            send = partial(command, world, actor, slash_command.qualified_name, **options)
            yield f"{slash_command.qualified_name} {options}", send


def offered_options(
    slash_command: Command[Any, ..., Any], person: simcord.MemberActor
) -> Iterator[Any]:
    people = {
        option.display_name: person
        for option in slash_command.parameters
        if option.type is AppCommandOptionType.user
    }
    needed = [option for option in slash_command.parameters if option.required]
    if all(option.display_name in people for option in needed):
        yield people
    for option in slash_command.parameters:
        if option.type is AppCommandOptionType.string:
            yield from ({**people, option.display_name: choice.value} for choice in option.choices)
