"""Opening a game: in the channel, in a thread of its own, or as a rematch."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from inspect import signature

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Choice, Range

from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import (
    HERE,
    HandleCommand,
    Typed,
    autocompletion,
    button,
    choices,
    fixed_choices,
    kind_of,
    last_game,
    text,
    with_options,
)
from bot.discord.features.lobby import cancel_button
from bot.discord.features.new_game_ids import Unreadable, decode_request, encode_request
from bot.discord.pages.page import PageButton, Target, page, shorten
from bot.discord.pages.wording import (
    code_text,
    describe_option,
    describe_time_limit,
    escape,
    pairing,
    plain_text,
)
from bot.locale import Words, words_of
from bot.match.actions import Actor, Answer, Done, NewGame, Rematch
from bot.match.computers import USUAL_LEVEL, has_computers
from bot.match.errors import Refused, Why
from bot.match.game import ENDED, Status, Timeouts
from bot.match.rules import rules_of
from bot.match.time_limits import OFF, format_limit, read_limit
from engine.games import GAMES
from engine.players.players import EXPERTS
from engine.players.search import LEVELS

USUAL_TIMES = (OFF, "1d", "2d", "3d", "7d", "14d", "5d+24h", "10d+36h", "10d+36h max 20d")
FIRST = {"me": 0, "opponent": 1, "chance": None}
OPPONENTS = ("opponent", "opponent2", "opponent3", "opponent4")
"""The options of `new` that name opponents; a game gets as many as it can seat."""
LONGEST_PART = 60
LONGEST_OPTIONS = max(
    sum(len(f"{name} = {max(values, key=len)}, ") for name, values in rules.option_values.items())
    for rules in GAMES.values()
)
"""The most characters in all options of a game."""
TypedOptions = Range[str, None, LONGEST_OPTIONS]
LONGEST_THREAD_NAME = 100


@autocompletion
async def _presets(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    kind, words = kind_of(interaction), words_of(str(interaction.locale))
    presets = []
    for name in rules_of(kind).presets:
        key = f"{kind}.preset.{name}"
        label = words("game.option", name=words(f"{key}.name"), value=words(f"{key}.about"))
        presets.append((label, name))
    return choices(presets, typed)


@autocompletion
async def _options(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """The options given so far, followed by each one that is still missing."""
    kind, words = kind_of(interaction), words_of(str(interaction.locale))
    *given, last = [part.strip() for part in typed.split(",")]
    before = "".join(f"{part}, " for part in given)
    chosen = {part.partition("=")[0] for part in given}
    missing = []
    for name, values in rules_of(kind).option_values.items():
        for value in values:
            if name not in chosen and last.casefold() in f"{name}={value}":
                label = describe_option(words, kind, name, value)
                missing.append((f"{'… ' if before else ''}{label}", f"{before}{name}={value}"))
    return choices(missing)


@autocompletion
async def _times(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """The typed limit, in words, followed by the usual limits."""
    words = words_of(str(interaction.locale))
    usual = [(describe_time_limit(words, read_limit(time)), time) for time in USUAL_TIMES]
    own: list[tuple[str, str]] = []
    with suppress(Refused):
        limit = read_limit(typed)
        own = [] if limit is None else [(describe_time_limit(words, limit), format_limit(limit))]
    return [*choices(own), *choices([one for one in usual if one not in own], typed)]


async def new(  # noqa: PLR0917  # the options, which people give by name
    visit: Visit,
    opponent: discord.Member | None = None,
    opponent2: discord.Member | None = None,
    opponent3: discord.Member | None = None,
    opponent4: discord.Member | None = None,
    seats: int | None = None,
    first: str = "chance",
    preset: Typed | None = None,
    options: TypedOptions = "",
    thread: bool = False,
    time: Typed = OFF,
    level: str | None = None,
    rated: bool | None = None,
    hints: bool = True,
) -> None:
    kind = kind_of(visit.interaction)
    named = [one for one in (opponent, opponent2, opponent3, opponent4) if one is not None]
    if seats is not None and seats <= len(named):
        raise Mistake("new.too_few_seats", seats=seats, players=1 + len(named))
    people = [one for one in named if one != visit.interaction.client.user]
    computers = _computer_levels(kind, seats, len(people), len(named) - len(people), level)
    asked = NewGame(
        kind=kind,
        guild_id=visit.guild_id,
        channel_id=visit.channel_id,
        parent_id=visit.parent_id,
        preset=preset,
        options=parse_options(kind, preset, options),
        opponents=check_opponents(visit, people),
        computers=computers,
        seats=seats,
        first=FIRST[first],
        rated=not computers if rated is None else rated,
        hints=hints,
        time_limit=read_limit(time),
    )
    await (open_in_thread if thread else open_here)(visit, asked)


def make_new_command(kind: str) -> HandleCommand:
    """`new` with the options that a game needs: an opponent for each seat, the number of seats if
    it can be chosen, the rules if there is a choice, and the computer's level if it plays the
    game."""
    rules, counts = rules_of(kind), sorted(rules_of(kind).seat_counts)
    useless = {*OPPONENTS[counts[-1] - 1 :]}
    useless |= {"seats"} if len(counts) == 1 else set()
    useless |= set() if rules.option_values else {"options"}
    useless |= {"preset"} if len(rules.presets) < 2 else set()
    useless |= set() if kind in EXPERTS else {"level", "hints"}

    _, *options = signature(new).parameters.values()
    command = with_options(new, [one for one in options if one.name not in useless])
    suggests = {"preset": _presets, "options": _options, "time": _times}
    useful = {name: suggest for name, suggest in suggests.items() if name not in useless}
    app_commands.autocomplete(**useful)(command)
    begins = fixed_choices("first", tuple(FIRST))
    if counts[-1] > 2:
        begins[1] = Choice(name=text("first.first_opponent"), value="opponent")
    app_commands.choices(first=begins)(command)
    if "level" not in useless:
        app_commands.choices(level=fixed_choices("computer", tuple(LEVELS)))(command)
    if "seats" not in useless:
        numbers = [Choice(name=str(count), value=count) for count in counts]
        app_commands.choices(seats=numbers)(command)
    return command


def parse_options(kind: str, preset: str | None, typed: str) -> Mapping[str, str]:
    """The options typed as `name=value, name=value`, checked against those of the game."""
    rules = rules_of(kind)
    if preset not in (None, *rules.presets):
        presets = _in_code(rules.presets)
        raise Mistake("new.no_preset", typed=_quote(preset or ""), presets=presets)
    given: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in typed.split(","))):
        name, equals, value = part.partition("=")
        if not equals:
            raise Mistake("new.options", part=_quote(part))
        given[name.strip()] = value.strip()
    for name, value in given.items():
        values = rules.option_values.get(name)
        if values is None:
            names = _in_code(rules.option_values)
            raise Mistake("new.no_option", typed=_quote(name), names=names)
        if value not in values:
            raise Mistake("new.no_value", name=name, typed=_quote(value), values=_in_code(values))
    return given


def _quote(typed: str) -> str:
    """For use inside code formatting."""
    return code_text(shorten(typed, LONGEST_PART))


def _in_code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def check_opponents(visit: Visit, people: Sequence[discord.Member]) -> tuple[tuple[int, str], ...]:
    """The people for whom seats are kept: not this person, no bots, and nobody twice."""
    if any(one.bot or one.id == visit.user_id for one in people):
        raise Mistake("new.no_opponent")
    if len({one.id for one in people}) < len(people):
        raise Mistake("new.named_twice")
    return tuple((one.id, one.display_name) for one in people)


def _computer_levels(
    kind: str, seats: int | None, people: int, named: int, level: str | None
) -> tuple[str, ...]:
    """The levels of the computer players: one for each time the bot was named or, if only a level
    was given, one for each seat that is left, and at least one."""
    if level is None or named:
        return (level or USUAL_LEVEL,) * named
    counts = rules_of(kind).seat_counts
    left = (seats or max(counts[0], 2 + people)) - 1 - people
    if not left or (seats is None and 1 + people + left not in counts):
        raise Mistake("new.no_seat_for_level", players=1 + people)
    return (level,) * left


async def open_here(visit: Visit, asked: NewGame) -> None:
    """Open a game in this channel; if it is busy, offer a thread."""
    try:
        answer = await visit.table.open(await visit.with_rights(), asked)
    except Refused as refused:
        if not _is_busy(visit, refused):
            raise
        await _offer_thread(visit, "thread", Target(rest=encode_request(asked)))
        return
    await _confirm(visit, answer)


async def open_in_thread(visit: Visit, asked: NewGame) -> None:
    """Open a game in a thread of this channel, created for it unless the game would be refused."""
    with _one_at_a_time(visit):
        by = await visit.with_rights()
        await visit.table.may_open_thread(by, asked)
        thread = await _new_thread(visit, by, asked.kind, [name for _, name in asked.opponents])
        place = replace(asked, channel_id=thread.id, parent_id=visit.channel_id)
        answer = await visit.table.open(by, place)
    await _confirm(visit, answer, thread)


@button("rematch")
async def rematch(visit: Visit, target: Target = HERE) -> None:
    """The same game again in this channel, or in a thread if it is busy; joins a rematch that
    another player has already opened."""
    game_id = target.game
    if target == HERE:
        game = await last_game(visit)
        older = game.rematch_of if game.status is Status.LOBBY else None
        game_id = game.id if older is None else older
    try:
        await _rematch_here(visit, game_id)
    except Refused as refused:
        if not _is_busy(visit, refused):
            raise
        await _offer_thread(visit, "rethread", Target(game_id))


async def _rematch_here(visit: Visit, game_id: int) -> None:
    if not visit.guild_id:
        raise Mistake("refused.not_here")
    game = await visit.get_game(game_id)
    if game.status not in ENDED:
        raise Mistake("new.still_running" if game.status is Status.RUNNING else "refused.in_lobby")
    again = Rematch(visit.channel_id, visit.parent_id)
    await _confirm(visit, await visit.table.act(await visit.with_rights(), game_id, again))


@button("rethread", in_place=True)
async def open_rematch_in_thread(visit: Visit, target: Target) -> None:
    """A rematch in a thread, which is created only if the channel is still busy and no other player
    is waiting anywhere."""
    with _one_at_a_time(visit):
        try:
            await _rematch_here(visit, target.game)
        except Refused as refused:
            if not _is_busy(visit, refused):
                raise
        else:
            return
        by, game = await visit.with_rights(), await visit.table.games.get(target.game)
        await visit.table.invitations.may_have_thread(by)
        others = [seat.name for seat in game.seats if seat.user_id != visit.user_id]
        thread = await _new_thread(visit, by, game.kind, others)
        answer = await visit.table.act(by, game.id, Rematch(thread.id, visit.channel_id))
    await _confirm(visit, answer, thread)


@contextmanager
def _one_at_a_time(visit: Visit) -> Iterator[None]:
    """A second click must not create a second thread."""
    if visit.user_id in visit.desk.opening:
        raise Mistake("new.opening")
    visit.desk.opening.add(visit.user_id)
    try:
        yield
    finally:
        visit.desk.opening.discard(visit.user_id)


async def _new_thread(visit: Visit, by: Actor, kind: str, others: Sequence[str]) -> discord.Thread:
    """The thread for a game between this person and others."""
    channel = visit.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Mistake("new.no_thread")
    people = " – ".join(map(plain_text, [by.name, *others]))
    name = visit.words("new.thread", game=visit.words(f"{kind}.name"), players=people)
    return await channel.create_thread(
        name=name[:LONGEST_THREAD_NAME], type=discord.ChannelType.public_thread
    )


def _is_busy(visit: Visit, refused: Refused) -> bool:
    """True if a thread would help; a thread cannot have threads of its own."""
    return refused.why is Why.CHANNEL_BUSY and visit.parent_id is None


async def _offer_thread(visit: Visit, verb: str, target: Target) -> None:
    button = PageButton(verb, target, visit.words("button.thread"), ButtonStyle.success)
    await visit.show(page(visit.words("new.busy"), [button]))


async def _confirm(visit: Visit, answer: Answer, thread: discord.Thread | None = None) -> None:
    """Answer with the outcome, and with who was not pinged."""
    words, game = visit.words, await visit.table.games.get(answer.game_id)
    if answer.done is Done.STARTED:
        await visit.say(words("new.started", players=pairing(words, game)))
        return
    if answer.done is Done.JOINED:
        await visit.say(words("done.joined"))
        return
    place = None if thread is None else thread.mention
    key = "new.opened" if place is None else "new.in_thread"
    lines = [words(key, players=pairing(words, game), place=place)]
    quiet = await visit.table.invitations.unpinged_guests(game)
    if quiet:
        names = [escape(seat.name) for seat in game.seats if seat.user_id in quiet]
        lines.append(words("new.no_ping", who=words.join(names)))
    await visit.show(page("\n".join(lines), [cancel_button(words, game)]))


def solo_buttons(words: Words, kinds: Iterable[str], timeouts: Timeouts) -> list[PageButton]:
    """A button for each game that the computer plays."""
    buttons = []
    for kind in kinds:
        if has_computers(kind, timeouts):
            label = words("welcome.solo", game=words(f"{kind}.name"))
            buttons.append(PageButton("solo", Target(rest=kind), label, ButtonStyle.success))
    return buttons


@button("solo")
async def on_solo(visit: Visit, target: Target) -> None:
    """Open a game of one person, who begins, against the computer."""
    if target.rest not in visit.desk.faces:
        raise Mistake("refused.unknown_button")
    asked = NewGame(
        kind=target.rest,
        guild_id=visit.guild_id,
        channel_id=visit.channel_id,
        parent_id=visit.parent_id,
        computers=(USUAL_LEVEL,),
        seats=2,
        first=0,
        rated=False,
    )
    await open_here(visit, asked)


@button("thread", in_place=True)
async def on_thread(visit: Visit, target: Target) -> None:
    """Open the game in the id in a thread of this channel. A button from another version may have
    other options."""
    try:
        asked = decode_request(target.rest)
    except Unreadable:
        raise Mistake("refused.unknown_button") from None
    guild = visit.interaction.guild
    members = []
    for user_id, _ in asked.opponents:
        if guild is None:
            raise Mistake("refused.not_here")
        try:
            members.append(guild.get_member(user_id) or await guild.fetch_member(user_id))
        except discord.NotFound:
            raise Mistake("refused.not_a_member") from None
    here = replace(
        asked,
        guild_id=visit.guild_id,
        channel_id=visit.channel_id,
        parent_id=visit.parent_id,
        opponents=check_opponents(visit, members),
    )
    await open_in_thread(visit, here)
