"""Asking for a new game: by the options of a command, in a form, or on a private page."""

import re
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from inspect import signature

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.discord.answering.error_messages import Mistake, MovedOn
from bot.discord.answering.visit import Visit
from bot.discord.features import context, new_game_form, opening
from bot.discord.features.context import (
    TypedText,
    autocompletion,
    button,
    choices,
    form,
    opens_form,
)
from bot.discord.features.new_game_form import FIRST, Offers, parse_request
from bot.discord.pages.forms import MOST_ID, FormValues
from bot.discord.pages.page import PageButton, Target, page, shorten
from bot.discord.pages.wording import code_text, describe_option, describe_time_limit, escape
from bot.locale import Words, words_of
from bot.match.actions import NewGame
from bot.match.computers import USUAL_LEVEL, has_computers
from bot.match.errors import Refused
from bot.match.permissions import must_have
from bot.match.requests import GameRequest
from bot.match.rules import possible_seat_counts, rules_of
from bot.match.time_limits import OFF, format_limit, read_limit
from bot.presentation.choice_links import BETWEEN
from engine.games import GAMES
from engine.players.players import EXPERTS
from engine.players.search import LEVELS

# The options of `new` that name opponents; a game gets as many as it can seat.
OPPONENTS = ("opponent", "opponent2", "opponent3", "opponent4", "opponent5")
# Of a typed text that is quoted, in characters.
LONGEST_PART = 60
# The most characters in all options of a game.
LONGEST_OPTIONS = max(
    sum(len(f"{name} = {max(values, key=len)}, ") for name, values in rules.option_values.items())
    for rules in GAMES.values()
)
# A game with nothing unusual, as in the ids of version 1.0.0.
EARLIER = re.compile(r"([a-z]+)\.0\.-\.[0-9]*")
# A user id.
PERSON = re.compile("[1-9][0-9]{0,18}")
TypedOptions = Range[str, None, LONGEST_OPTIONS]


@autocompletion
async def _presets(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    kind = context.kind_of(interaction)
    words = words_of(str(interaction.locale))
    presets = [
        (words("game.option", name=name, value=about), preset)
        for name, preset, about in new_game_form.preset_options(words, kind)
    ]
    return choices(presets, typed)


@autocompletion
async def _options(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """Suggest the options given so far, followed by each one that is still missing."""
    kind = context.kind_of(interaction)
    words = words_of(str(interaction.locale))
    *earlier_parts, last_part = [part.strip() for part in typed.split(",")]
    before = "".join(f"{part}, " for part in earlier_parts)
    named = {part.partition("=")[0] for part in earlier_parts}
    options = []
    for name, values in rules_of(kind).option_values.items():
        for value in values:
            if name not in named and last_part.casefold() in f"{name}={value}":
                label = describe_option(words, kind, name, value)
                options.append((f"{'… ' if before else ''}{label}", f"{before}{name}={value}"))
    return choices(options)


@autocompletion
async def _times(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    return suggest_times(words_of(str(interaction.locale)), typed, new_game_form.USUAL_TIMES)


def suggest_times(words: Words, typed: str, times: Iterable[str]) -> list[Choice[str]]:
    """Suggest the typed limit, in words, followed by the usual limits."""
    usual_limits = [(describe_time_limit(words, read_limit(time)), time) for time in times]
    typed_limits: list[tuple[str, str]] = []
    with suppress(Refused):
        limit = read_limit(typed)
        if limit is not None:
            typed_limits = [(describe_time_limit(words, limit), format_limit(limit))]
    further_limits = [option for option in usual_limits if option not in typed_limits]
    return [*choices(typed_limits), *choices(further_limits, typed)]


def make_new_command(kind: str) -> context.HandleCommand:
    """`new` with the options that a game needs: an opponent for each seat, the number of seats if
    it can be chosen, the rules if there is a choice, and the computer's level if it plays the
    game."""
    rules = rules_of(kind)
    counts = possible_seat_counts(kind)
    useless = {*OPPONENTS[counts[-1] - 1 :]}
    useless |= {"seats"} if len(counts) == 1 else set()
    useless |= set() if rules.option_values else {"options"}
    useless |= {"preset"} if len(rules.presets) < 2 else set()
    useless |= set() if kind in EXPERTS else {"level", "hints"}

    _, *options = signature(new).parameters.values()
    needed_options = [option for option in options if option.name not in useless]
    command = opens_form()(context.with_options(new, needed_options))
    suggests = {"preset": _presets, "options": _options, "time": _times}
    autocompletions = {name: suggest for name, suggest in suggests.items() if name not in useless}
    app_commands.autocomplete(**autocompletions)(command)
    beginners = context.fixed_choices("first", tuple(FIRST))
    if counts[-1] > 2:
        beginners[1] = Choice(name=context.text("first.first_opponent"), value="opponent")
    app_commands.choices(first=beginners)(command)
    if "level" not in useless:
        app_commands.choices(level=context.fixed_choices("computer", tuple(LEVELS)))(command)
    if "seats" not in useless:
        numbers = [Choice(name=str(count), value=count) for count in counts]
        app_commands.choices(seats=numbers)(command)
    return command


@context.command("game", for_game=make_new_command)
async def new(  # noqa: PLR0917  # the options, which people give by name
    visit: Visit,
    opponent: discord.Member | None = None,
    opponent2: discord.Member | None = None,
    opponent3: discord.Member | None = None,
    opponent4: discord.Member | None = None,
    opponent5: discord.Member | None = None,
    seats: int | None = None,
    first: str = "chance",
    preset: TypedText | None = None,
    options: TypedOptions = "",
    thread: bool = False,
    time: TypedText = OFF,
    level: str | None = None,
    rated: bool | None = None,
    hints: bool = True,
) -> None:
    """Open what is asked for; without any option, open the form."""
    kind = context.kind_of(visit.interaction)
    if not vars(visit.interaction.namespace):
        await _open_form(visit, NewGame(kind, 0, 0))
        return
    members = (opponent, opponent2, opponent3, opponent4, opponent5)
    opponents = [member for member in members if member is not None]
    if seats is not None and seats <= len(opponents):
        raise Mistake("new.too_few_seats", seats=seats, players=1 + len(opponents))
    people = [member for member in opponents if member != visit.interaction.client.user]
    new_game = NewGame(
        kind=kind,
        guild_id=visit.guild_id,
        channel_id=visit.channel_id,
        parent_id=visit.parent_id,
        preset=preset,
        options=parse_options(kind, preset, options),
        opponents=opening.check_opponents(visit, people),
        seats=seats,
        first=FIRST[first],
        hints=hints,
        time_limit=read_limit(time),
    )
    computers = _computer_levels(new_game, named=len(opponents) - len(people), level=level)
    new_game = replace(new_game, computers=computers)
    counts = rated if rated is not None else await _is_rated_by_default(visit, new_game)
    new_game = replace(new_game, rated=counts)
    request = GameRequest.of(new_game)
    if request.options_to_seat_all:
        await _open(visit, request._replace(thread=thread), is_kept=False)
    elif thread:
        await opening.open_in_thread(visit, new_game)
    else:
        await opening.open_here(visit, new_game)


async def _is_rated_by_default(visit: Visit, new_game: NewGame) -> bool:
    """Let a game count unless a computer plays, or somebody for whom it is one of their first."""
    if new_game.computers:
        return False
    people = [visit.user_id, *(user for user, _ in new_game.opponents)]
    return not await visit.table.statistics.has_newcomer(new_game.kind, visit.guild_id, people)


def parse_options(kind: str, preset: str | None, typed: str) -> Mapping[str, str]:
    """Read the options typed as `name=value, name=value`, checked against those of the game."""
    rules = rules_of(kind)
    if preset not in (None, *rules.presets):
        raise Mistake("new.no_preset", typed=_quote(preset or ""), presets=_in_code(rules.presets))
    values_by_name: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in typed.split(","))):
        name, equals, value = part.partition("=")
        if not equals:
            raise Mistake("new.options", part=_quote(part))
        values_by_name[name.strip()] = value.strip()
    for name, value in values_by_name.items():
        values = rules.option_values.get(name)
        if values is None:
            raise Mistake("new.no_option", typed=_quote(name), names=_in_code(rules.option_values))
        if value not in values:
            raise Mistake("new.no_value", name=name, typed=_quote(value), values=_in_code(values))
    return values_by_name


def _quote(typed: str) -> str:
    """Shorten what was typed, for use inside code formatting."""
    return code_text(shorten(typed, LONGEST_PART))


def _in_code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _computer_levels(new_game: NewGame, *, named: int, level: str | None) -> tuple[str, ...]:
    """Choose the levels of the computer players: one for each time the bot was named or, if only a
    level was given, one for each seat that is left, and at least one."""
    if level is None or named:
        return (level or USUAL_LEVEL,) * named
    people = 1 + len(new_game.opponents)
    usual = rules_of(new_game.kind).seat_counts[0]
    seats = new_game.seats or max(usual, people + 1)
    if seats == people or seats > possible_seat_counts(new_game.kind)[-1]:
        raise Mistake("new.no_seat_for_level", players=people)
    return (level,) * (seats - people)


async def _usual_request(visit: Visit, new_game: NewGame) -> GameRequest:
    """Make a request for such a game, with whatever else is usual here."""
    must_have(await visit.with_rights(), "start")
    counts = await _is_rated_by_default(visit, new_game)
    game = await visit.table.games.open_in(visit.channel_id)
    thread = game is not None and opening.may_create_threads(visit)
    return GameRequest(replace(new_game, rated=counts), thread)


def _offers(visit: Visit, request: GameRequest) -> Offers:
    computers = has_computers(request.asked.kind, visit.table.timeouts)
    return Offers(threads=opening.may_create_threads(visit), computers=computers)


async def _open_form(visit: Visit, new_game: NewGame) -> None:
    """Open the form for a new game, with what is usual here."""
    request = await _usual_request(visit, new_game)
    offers = _offers(visit, request)
    target = new_game_target(new_game)
    await visit.open_form(new_game_form.new_game_form(visit.words, request, offers, target))


def new_game_target(new_game: NewGame) -> Target:
    """Point to a game of this kind, perhaps with a person or with a computer of a level: `castle`,
    `castle~123456789012345678`, `castle~medium`."""
    people = (str(user) for user, _ in new_game.opponents)
    return Target(rest=BETWEEN.join([new_game.kind, *people, *new_game.computers]))


def _read_new_game(visit: Visit, text: str) -> NewGame:
    """Raises MovedOn for what this version does not write."""
    earlier = EARLIER.fullmatch(text)
    kind, _, opponent = (earlier[1] if earlier else text).partition(BETWEEN)
    is_person = PERSON.fullmatch(opponent) is not None and int(opponent) <= MOST_ID
    if kind not in visit.desk.faces or not (is_person or opponent in ("", *LEVELS)):
        raise MovedOn("refused.old_request")
    people = ((int(opponent), ""),) if is_person else ()
    computers = (opponent,) if opponent in LEVELS else ()
    return NewGame(kind, 0, 0, opponents=people, computers=computers)


def new_game_buttons(
    words: Words,
    kinds: Iterable[str],
    opponents: Sequence[int] = (),
    *,
    computer: bool = False,
    label: str = "",
) -> list[PageButton]:
    """Make a button for each game, which opens its form; with this label, or else the game's
    name."""
    people = tuple((user, "") for user in opponents)
    computers = (USUAL_LEVEL,) * computer
    return [
        PageButton(
            "new",
            new_game_target(NewGame(kind, 0, 0, opponents=people, computers=computers)),
            label or words("ask.button", game=words(f"{kind}.name")),
            "primary",
        )
        for kind in kinds
    ]


@context.command("person")
@context.command("table")
async def challenge(visit: Visit, person: discord.Member) -> None:
    """Ask which game to play with this person. The bot itself plays as a computer player."""
    is_computer = person == visit.interaction.client.user
    kinds = list(visit.desk.faces)
    if is_computer:
        kinds = [kind for kind in kinds if has_computers(kind, visit.table.timeouts)]
    if not is_computer or not kinds:
        opening.check_opponents(visit, [person])
    opponents = () if is_computer else (person.id,)
    buttons = new_game_buttons(visit.words, kinds, opponents, computer=is_computer)
    name = escape(person.display_name)
    await visit.show(page(visit.words("ask.which_game", who=name), buttons))


async def _show_present(visit: Visit, _: int) -> None:
    """Show the page of what this person is asking for."""
    request, revision = await visit.table.requests.last(visit.user_id, GameRequest)
    if request is None:
        raise Mistake("refused.old_request")
    offers = _offers(visit, request)
    await visit.show(new_game_form.request_page(visit.words, request, offers, revision))


async def _kept_request(visit: Visit, target: Target) -> GameRequest:
    """Find the request of a form or button. Raises MovedOn."""
    revision, _ = parse_request(target.rest)
    request = await visit.table.requests.find(visit.user_id, revision, GameRequest)
    if request is None:
        raise MovedOn("refused.old_request")
    return request


@button("new", opens_form=True, if_stale=_show_present)
async def on_new(visit: Visit, target: Target) -> None:
    await _open_form(visit, _read_new_game(visit, target.rest))


@button("setup", opens_form=True, if_stale=_show_present)
async def on_setup(visit: Visit, target: Target) -> None:
    """Open the form again, as it was filled in; it leads back to the page."""
    request = await _kept_request(visit, target)
    offers = _offers(visit, request)
    await visit.open_form(
        new_game_form.new_game_form(visit.words, request, offers, target, more=True)
    )


@form("new", in_place=True, if_stale=_show_present)
async def on_new_game(visit: Visit, target: Target, values: FormValues) -> None:
    """Open the game, unless everything is to be shown first."""
    is_kept = parse_request(target.rest)[0] > 0
    if is_kept:
        before = await _kept_request(visit, target)
    else:
        before = GameRequest(_read_new_game(visit, target.rest))
    bot = visit.interaction.client.user
    async with _showing_if_refused(visit, before):
        bot_id = 0 if bot is None else bot.id
        offers = _offers(visit, before)
        request, more = new_game_form.read_new_game(before, values, bot_id, offers)
        if more:
            await _show_request(visit, request)
        else:
            await _open(visit, request, is_kept=is_kept)


async def _open(visit: Visit, request: GameRequest, *, is_kept: bool = True) -> None:
    """Open what was requested. If it was kept, nothing asks for it any more once it is open."""
    async with _showing_if_refused(visit, request):
        if await opening.open_request(visit, request) and is_kept:
            await visit.table.requests.drop(visit.user_id)


@asynccontextmanager
async def _showing_if_refused(visit: Visit, request: GameRequest) -> AsyncIterator[None]:
    """Show what was asked for if the body is refused, so that it can be changed."""
    try:
        yield
    except (Mistake, Refused) as refusal:
        await _show_request(visit, request, visit.explain(refusal, request.asked.kind))


async def _show_request(visit: Visit, request: GameRequest, problem: str = "") -> None:
    revision = await visit.table.requests.keep(visit.user_id, request)
    offers = _offers(visit, request)
    await visit.show(new_game_form.request_page(visit.words, request, offers, revision, problem))


@button("opennow", in_place=True, if_stale=_show_present)
async def on_open_now(visit: Visit, target: Target) -> None:
    await _open(visit, await _kept_request(visit, target))


@button("thread", in_place=True, if_stale=_show_present)
async def on_thread(visit: Visit, target: Target) -> None:
    """Open the game that is asked for in a thread, as the channel was busy."""
    request = await _kept_request(visit, target)
    await opening.open_request(visit, request._replace(thread=True))
    await visit.table.requests.drop(visit.user_id)


@button("seatall", in_place=True, if_stale=_show_present)
async def on_seat_all(visit: Visit, target: Target) -> None:
    """Take the rules with which so many can play."""
    request = await _kept_request(visit, target)
    options = {**request.options, **request.options_to_seat_all}
    new_game = replace(request.asked, options=options, preset=None)
    await _show_request(visit, request._replace(asked=new_game))


@button("setrules", opens_form=True, if_stale=_show_present)
async def on_set_rules(visit: Visit, target: Target) -> None:
    request = await _kept_request(visit, target)
    revision, number = _numbered_form(request, target)
    await visit.open_form(new_game_form.rules_form(visit.words, request, revision, number))


@form("setrules", in_place=True, if_stale=_show_present)
async def on_rules(visit: Visit, target: Target, values: FormValues) -> None:
    request = await _kept_request(visit, target)
    _, number = _numbered_form(request, target)
    await _show_request(visit, new_game_form.read_rules(request, number, values))


def _numbered_form(request: GameRequest, target: Target) -> tuple[int, int]:
    """Read the revision of the request, and one of the forms for its rules."""
    revision, number = parse_request(target.rest)
    if number not in range(new_game_form.count_rules_forms(request.asked.kind)):
        raise Mistake("refused.unknown_button")
    return revision, number


@button("setmore", opens_form=True, if_stale=_show_present)
async def on_set_more(visit: Visit, target: Target) -> None:
    request = await _kept_request(visit, target)
    revision, _ = parse_request(target.rest)
    offers = _offers(visit, request)
    await visit.open_form(new_game_form.details_form(visit.words, request, offers, revision))


@form("setmore", in_place=True, if_stale=_show_present)
async def on_more(visit: Visit, target: Target, values: FormValues) -> None:
    """Take the details; a time limit that is refused stays as it was."""
    request = new_game_form.read_details(await _kept_request(visit, target), values)
    async with _showing_if_refused(visit, request):
        new_game = replace(request.asked, time_limit=new_game_form.read_time(request.asked, values))
        await _show_request(visit, request._replace(asked=new_game))
