"""Leagues and cups: announcing one, and who takes part."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, Transform

from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features import context
from bot.discord.features.context import (
    GameOption,
    TypedText,
    autocompletion,
    button,
    form,
    opens_form,
)
from bot.discord.features.new_game import suggest_times
from bot.discord.features.new_game_form import parse_request, preset_options, request_target
from bot.discord.features.opening import channel_for_threads, find_member
from bot.discord.pages.forms import Field, Form, FormValues, MenuField, PeopleField, TextField
from bot.discord.pages.league_posts import invitation_page
from bot.discord.pages.page import Page, PageButton, Target, page
from bot.discord.pages.wording import escape, plain_text
from bot.locale import Words, words_of
from bot.match.errors import Refused, UnknownSeason, Why
from bot.match.league.actions import SeasonAction, SignUp, TakeBack, WithdrawFromSeason
from bot.match.league.entering import Withdrawal, foresee_withdrawal
from bot.match.league.new_league import CUPS, LONGEST_NAME, NewLeague, check_clocks, fewest_days
from bot.match.league.pairings import FEWEST, MOST, MOST_RUNNING
from bot.match.league.season import Entry, Season, Stage, Terms, with_time_limit
from bot.match.permissions import must_have
from bot.match.requests import LeagueRequest
from bot.match.rules import rules_of
from bot.match.time_limits import format_limit, read_limit
from bot.presentation.seasons import season_name
from bot.process.clock import DAY, SECOND, Millis

# The days until a sign-up closes.
USUAL_SIGN_UP = 7
# The length of a season, in days.
USUAL_DAYS = 70
# The players of a division.
USUAL_DIVISION = 5
# The games that one plays at the same time.
USUAL_RUNNING = Terms().most_running
USUAL_CLOCK = format_limit(Terms().time_limit)
CLOCKS = (USUAL_CLOCK, "3d+8h", "7d+24h", "1d", "2d")
# The seats of a league's games.
SIZES = (2, 3, 4)
# A date, in characters, such as 2030-01-31.
LONGEST_DAY = 10
# A number of days, in characters.
LONGEST_DAYS = 4
# The seasons of a server, the latest ones, that can be found in menus.
MOST_LISTED = 500
# The index of the usual cup among those possible: four players, in games of two.
USUAL_CUP = 1
MENTION = re.compile(r"<@!?([0-9]{1,19})>")
# The most people who are asked by name.
MOST_ASKED = 6
# Their mentions in the option of a command, in characters.
LONGEST_PEOPLE = 200


# Announcing a league.


@autocompletion
async def _clocks(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    return suggest_times(words_of(str(interaction.locale)), typed, CLOCKS)


@context.command("league")
@opens_form(always=True)
@app_commands.autocomplete(time=_clocks)
async def league_new(  # noqa: PLR0917  # the options, which people give by name
    visit: Visit,
    game: Transform[str, GameOption],
    seats: Range[int, 2, 4] = 2,
    people: Range[str, None, LONGEST_PEOPLE] = "",
    running: Range[int, 1, MOST_RUNNING] = USUAL_RUNNING,
    time: TypedText = USUAL_CLOCK,
) -> None:
    """Ask for a league in a form, unless it would be refused anyway."""
    await _may_announce(visit)
    people_asked = read_people(people)
    limit = read_limit(time)
    if limit is None:
        raise Refused(Why.SEASON_TIMELESS)
    terms = Terms(seats=_check_seats(game, seats), most_running=running)
    request = LeagueRequest(game, seats, running, limit, tuple(people_asked))
    target = request_target(await visit.table.requests.keep(visit.user_id, request))
    await visit.open_form(league_form(visit.words, game, with_time_limit(terms, limit), target))


async def _may_announce(visit: Visit) -> None:
    _channel_for_league(visit)
    by = await visit.with_rights()
    must_have(by, "start")
    must_have(by, "league")


def read_people(typed: str) -> Sequence[int]:
    """Read the people mentioned in a text, each once; refused if there is anything else in it."""
    user_ids = list(dict.fromkeys(int(number) for number in MENTION.findall(typed)))
    if MENTION.sub("", typed).strip(" ,;"):
        raise Mistake("league.bad_people")
    if len(user_ids) > MOST_ASKED:
        raise Mistake("league.too_many_asked", most=MOST_ASKED)
    return user_ids


def _check_seats(kind: str, seats: int) -> int:
    possible = [size for size in SIZES if size in rules_of(kind).seat_counts]
    if seats not in possible:
        raise Refused(Why.WRONG_SEATS, seats=seats, possible=", ".join(map(str, possible)))
    return seats


def _channel_for_league(visit: Visit) -> discord.TextChannel:
    """Find the channel in which it is announced: this one, or the one of this thread. Refused if
    the bot cannot do there all that a league needs."""
    channel = channel_for_threads(visit)
    if channel is None:
        raise Mistake("league.no_place")
    permissions = channel.permissions_for(channel.guild.me)
    needed = (
        permissions.view_channel,
        permissions.send_messages,
        permissions.attach_files,
        permissions.create_public_threads,
        permissions.send_messages_in_threads,
    )
    if not all(needed):
        raise Mistake("league.not_allowed_here")
    return channel


def league_form(words: Words, kind: str, terms: Terms, target: Target) -> Form:
    """Ask for the rest. The target is the request with the options that the command was given."""
    least = check_clocks(kind, {}, terms)
    fields: list[Field] = [
        TextField(name="name", label=words("league.ask.name"), most=LONGEST_NAME, required=True),
        *_preset_fields(words, kind),
        TextField(
            name="until",
            label=words("league.ask.until"),
            about=words("league.ask.until_about"),
            value=str(USUAL_SIGN_UP),
            most=LONGEST_DAY,
        ),
        TextField(
            name="days",
            label=words("league.ask.days"),
            about=words("league.ask.days_about", count=least),
            value=str(max(USUAL_DAYS, least)),
            most=LONGEST_DAYS,
        ),
        MenuField(
            name="division",
            label=words("league.ask.division"),
            about=words("league.ask.division_about", most=MOST),
            options=[(str(size), str(size)) for size in range(FEWEST, MOST + 1)],
            chosen=[str(USUAL_DIVISION)],
        ),
    ]
    title = words("league.ask.title", game=words(f"{kind}.name"))
    return Form("league", target, title, fields)


def _preset_fields(words: Words, kind: str) -> Iterator[Field]:
    """Offer the menu of the rules, if there is a choice."""
    options = preset_options(words, kind)
    if len(options) > 1:
        default = [next(iter(rules_of(kind).presets))]
        yield MenuField(name="preset", label=words("ask.preset"), options=options, chosen=default)


@form("league")
async def on_new_league(visit: Visit, target: Target, values: FormValues) -> None:
    revision, _ = parse_request(target.rest)
    request = await visit.table.requests.find(visit.user_id, revision, LeagueRequest)
    if request is None:
        raise Mistake("refused.old_request")
    kind = request.kind
    division = values.text("division")
    terms = Terms(
        seats=_check_seats(kind, request.seats),
        division=int(division) if division in map(str, range(FEWEST, MOST + 1)) else USUAL_DIVISION,
        most_running=request.most_running,
    )
    terms = with_time_limit(terms, request.time_limit)
    options = rules_of(kind).presets.get(values.text("preset"), {})
    usual = max(USUAL_DAYS, fewest_days(kind, options, terms))
    days = read_number(context.typed_text(values, "days", LONGEST_DAYS), usual)
    terms = replace(terms, length=days * DAY)
    until = read_sign_up(context.typed_text(values, "until", LONGEST_DAY), visit.table.clock())
    people = request.people
    await _announce(visit, values, kind, terms, people=people, sign_up_days=until)


async def _announce(
    visit: Visit,
    values: FormValues,
    kind: str,
    terms: Terms,
    *,
    people: Sequence[int],
    sign_up_days: int = USUAL_SIGN_UP,
) -> None:
    """Announce what a form asks for. Whoever announces it needs not be among these people, who are
    asked to play."""
    channel = _channel_for_league(visit)
    preset = values.text("preset")
    members = [await find_member(visit, person) for person in people if person != visit.user_id]
    if any(member.bot for member in members):
        raise Mistake("seat.no_bot")
    new_league = NewLeague(
        kind=kind,
        guild_id=visit.guild_id,
        channel_id=channel.id,
        name=values.text("name"),
        terms=terms,
        sign_up_days=sign_up_days,
        preset=preset if preset in rules_of(kind).presets else None,
        asked=tuple((member.id, member.display_name) for member in members),
    )
    answer = await visit.table.leagues.open(await visit.with_rights(), new_league)
    season = await visit.table.leagues.get(answer.season_id)
    await visit.say("league.opened", name=escape(season.name), place=channel.mention)


def read_number(typed: str, usual: int) -> int:
    if not typed:
        return usual
    if not (typed.isascii() and typed.isdecimal()):
        raise Mistake("league.bad_number")
    return int(typed)


def read_sign_up(typed: str, now: Millis) -> int:
    """Count the days until the last one to sign up, which is typed as their number, or as a
    date."""
    if "-" not in typed:
        return read_number(typed, USUAL_SIGN_UP)
    try:
        last_day = date.fromisoformat(typed)
    except ValueError:
        raise Mistake("league.bad_number") from None
    return (last_day - datetime.fromtimestamp(now / SECOND, UTC).date()).days


# Announcing a cup.


@context.command("league")
@opens_form(always=True)
async def cup(visit: Visit, game: Transform[str, GameOption]) -> None:
    """Ask for a cup in a form, unless it would be refused anyway."""
    await _may_announce(visit)
    channel_words = await visit.words_here()
    name = channel_words("league.cup_name", name=plain_text(visit.actor().name))
    await visit.open_form(cup_form(visit.words, game, name))


def cup_form(words: Words, kind: str, name: str) -> Form:
    sizes = _cup_sizes(words, kind)
    fields: list[Field] = [
        TextField(
            name="name", label=words("league.ask.cup"), value=name, most=LONGEST_NAME, required=True
        ),
        *_preset_fields(words, kind),
        MenuField(
            name="size", label=words("league.ask.size"), options=sizes, chosen=[sizes[USUAL_CUP][1]]
        ),
        PeopleField(
            name="people",
            label=words("league.ask.people"),
            about=words("league.ask.people_about"),
            most=MOST_ASKED,
        ),
    ]
    return Form(
        "cup", Target(rest=kind), words("league.ask.cup_title", game=words(f"{kind}.name")), fields
    )


def _cup_sizes(words: Words, kind: str) -> list[tuple[str, str]]:
    """List the possible cups: for each number of players in games of two, and at one table."""
    games = [(words("league.ask.in_games", count=full), f"{full}.2") for full in CUPS]
    tables = [
        (words("league.ask.at_a_table", count=full), f"{full}.{full}")
        for full in CUPS
        if full in rules_of(kind).seat_counts
    ]
    return [*games, *tables]


@form("cup")
async def on_new_cup(visit: Visit, target: Target, values: FormValues) -> None:
    kind = target.rest
    if kind not in visit.desk.faces:
        raise Mistake("refused.unknown_button")
    sizes = [value for _, value in _cup_sizes(visit.words, kind)]
    size = values.text("size")
    full, _, seats = (size if size in sizes else sizes[USUAL_CUP]).partition(".")
    terms = Terms(seats=int(seats), full=int(full))
    await _announce(visit, values, kind, terms, people=values.people("people")[:MOST_ASKED])


# Who takes part.


async def season_here(visit: Visit, rest: str) -> Season:
    """Find the season in an id. It must be of this server, where a direct message is of none, and
    one that this person is in or whose channel they see, so that nothing about others is
    revealed."""
    season = await visit.table.leagues.get(context.parse_number(rest))
    entrant = season.entrant_of(visit.user_id)
    takes_part = entrant is not None and not entrant.was_replaced
    elsewhere = visit.guild_id not in (0, season.guild_id)
    if elsewhere or not (takes_part or await _sees_channel(visit, season)):
        raise UnknownSeason(season.id)
    return season


async def _sees_channel(visit: Visit, season: Season) -> bool:
    return await visit.visibility.sees_channel(season.guild_id, season.channel_id)


async def _answer_invitation(visit: Visit, season: Season, action: SeasonAction) -> None:
    """Join or leave, and show on the invitation who is in now, without its buttons once nobody can
    any longer."""
    try:
        answer = await visit.table.leagues.act(visit.actor(), season.id, action)
    except Refused:
        await _show_invitation(visit, season.id)
        raise
    if season.is_cup:  # it may be full now
        await visit.table.leagues.look_after(season.id)
    await _show_invitation(visit, season.id)
    await visit.add(page(visit.words(f"league.done.{answer.done}")))


async def _show_invitation(visit: Visit, season_id: int) -> None:
    words = await visit.words_here()
    await visit.show(invitation_page(words, await visit.table.leagues.get(season_id)))


@button("enter", in_place=True)
async def on_enter(visit: Visit, target: Target) -> None:
    """Let people enter who see where it is played; others cannot even if they were asked to."""
    season = await season_here(visit, target.rest)
    if not await _sees_channel(visit, season):
        raise UnknownSeason(season.id)
    await _answer_invitation(visit, season, SignUp())


@button("stepout", in_place=True)
async def on_step_out(visit: Visit, target: Target) -> None:
    await _answer_invitation(visit, await season_here(visit, target.rest), TakeBack())


@button("leavenext")
async def on_leave_season(visit: Visit, target: Target) -> None:
    """Take back an entry, from a message to somebody who was entered again."""
    season = await season_here(visit, target.rest)
    answer = await visit.table.leagues.act(visit.actor(), season.id, TakeBack())
    await visit.say(f"league.done.{answer.done}")


# Withdrawing, with two taps.


@button("quitseason")
async def on_quit_season(visit: Visit, target: Target) -> None:
    """Say what withdrawing means now."""
    await visit.show(_withdrawal_page(visit, await season_here(visit, target.rest)))


@button("quitsure", in_place=True)
async def on_quit_sure(visit: Visit, target: Target) -> None:
    """Withdraw, if it still means what was said."""
    season = await season_here(visit, target.rest)
    if _foresee(visit, season) != (target.branch, target.ply):
        await visit.show(_withdrawal_page(visit, season))
        return
    answer = await visit.table.leagues.act(visit.actor(), season.id, WithdrawFromSeason())
    await visit.say(f"league.done.{answer.done}")


def _foresee(visit: Visit, season: Season) -> Withdrawal:
    entrant = season.entrant_of(visit.user_id)
    if season.stage is not Stage.RUNNING or entrant is None or entrant.entry is not Entry.IN:
        raise Refused(Why.NOT_SIGNED_UP)
    return foresee_withdrawal(season, entrant.number)


def _withdrawal_page(visit: Visit, season: Season) -> Page:
    words = visit.words
    (void, lost) = _foresee(visit, season)
    lines = [words("league.withdraw", name=season_name(words, season, escape))]
    if void:
        lines.append(words("league.would_void", count=void))
    if lost:
        lines.append(words("league.would_lose", count=lost))
    if season.terms.seats > 2:
        lines.append(words("league.withdrawal.tables"))
    target = Target(branch=void, ply=lost, rest=str(season.id))
    sure = PageButton("quitsure", target, words("league.button.sure"), "danger")
    return page("\n".join(lines), [sure])
