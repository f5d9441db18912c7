"""Leagues and cups: announcing one, and who takes part."""

from datetime import UTC, date, datetime

import discord
from discord import ButtonStyle
from discord.app_commands import Range, Transform

from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import (
    GameOption,
    always_opens_form,
    button,
    form,
    typed_text,
)
from bot.discord.features.opening import place_of_threads
from bot.discord.pages.forms import Field, Form, FormValues, MenuField, TextField
from bot.discord.pages.league_posts import invitation_page
from bot.discord.pages.league_tables import (
    season_name,
)
from bot.discord.pages.page import (
    Page,
    PageButton,
    Target,
    page,
)
from bot.discord.pages.wording import escape
from bot.locale import Words
from bot.match.errors import Refused, UnknownSeason, Why
from bot.match.league.actions import SeasonAction, SignUp, TakeBack, WithdrawFromSeason
from bot.match.league.entering import Withdrawal, foresee_withdrawal
from bot.match.league.opening import LONGEST_NAME, NewLeague, fewest_days
from bot.match.league.pairings import FEWEST, MOST
from bot.match.league.season import Entry, Season, Stage, Terms
from bot.match.permissions import must_have
from bot.match.rules import rules_of
from bot.process.clock import DAY, SECOND, Millis

USUAL_SIGN_UP, USUAL_DAYS, USUAL_DIVISION = 7, 70, 5
SIZES = (2, 3, 4)
"""The seats of a league's games."""
LONGEST_DAY = 10
"""A date, in characters, such as 2030-01-31."""
LONGEST_DAYS = 4
LONGEST_SEASON_ID = 18


@always_opens_form
async def league_new(
    visit: Visit, game: Transform[str, GameOption], seats: Range[int, 2, 4] = 2
) -> None:
    """Ask for a league in a form, unless it would be refused anyway."""
    _place_of_league(visit)
    by = await visit.with_rights()
    must_have(by, "start")
    must_have(by, "league")
    await visit.open_form(league_form(visit.words, game, _check_seats(game, seats)))


def _check_seats(kind: str, seats: int) -> int:
    possible = [size for size in SIZES if size in rules_of(kind).seat_counts]
    if seats not in possible:
        raise Refused(Why.WRONG_SEATS, seats=seats, possible=", ".join(map(str, possible)))
    return seats


def _place_of_league(visit: Visit) -> discord.TextChannel:
    """The channel in which it is announced: this one, or the one of this thread. Refused if the bot
    cannot do there all that a league needs."""
    channel = place_of_threads(visit)
    if channel is None:
        raise Mistake("league.no_place")
    may = channel.permissions_for(channel.guild.me)
    needed = (may.view_channel, may.send_messages, may.attach_files)
    if not all((*needed, may.create_public_threads, may.send_messages_in_threads)):
        raise Mistake("league.not_allowed_here")
    return channel


def league_form(words: Words, kind: str, seats: int) -> Form:
    presets = rules_of(kind).presets
    days = max(USUAL_DAYS, fewest_days(kind, Terms(seats=seats)))
    fields: list[Field] = [
        TextField(name="name", label=words("league.ask.name"), most=LONGEST_NAME, required=True)
    ]
    if len(presets) > 1:
        fields.append(
            MenuField(
                name="preset",
                label=words("ask.preset"),
                options=[
                    (
                        words(f"{kind}.preset.{name}.name"),
                        name,
                        words(f"{kind}.preset.{name}.about"),
                    )
                    for name in presets
                ],
                chosen=[next(iter(presets))],
            )
        )
    fields += [
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
            about=words("league.ask.days_about", count=fewest_days(kind, Terms(seats=seats))),
            value=str(days),
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
    return Form("newleague", Target(rest=f"{kind}.{seats}"), title, fields)


@form("newleague")
async def on_new_league(visit: Visit, target: Target, values: FormValues) -> None:
    """Announce the league that a form asks for."""
    kind, _, seats = target.rest.partition(".")
    if kind not in visit.desk.faces or seats not in map(str, SIZES):
        raise Mistake("refused.unknown_button")
    channel = _place_of_league(visit)
    chosen, preset = values.text("division"), values.text("preset")
    terms = Terms(
        seats=_check_seats(kind, int(seats)),
        division=int(chosen) if chosen in map(str, range(FEWEST, MOST + 1)) else USUAL_DIVISION,
    )
    usual = max(USUAL_DAYS, fewest_days(kind, terms))
    days = _read_number(typed_text(values, "days", LONGEST_DAYS), usual)
    asked = NewLeague(
        kind=kind,
        guild_id=visit.guild_id,
        channel_id=channel.id,
        name=values.text("name"),
        terms=Terms(seats=terms.seats, division=terms.division, length=days * DAY),
        sign_up_days=read_sign_up(typed_text(values, "until", LONGEST_DAY), visit.table.clock()),
        preset=preset if preset in rules_of(kind).presets else None,
    )
    answer = await visit.table.leagues.open(await visit.with_rights(), asked)
    season = await visit.table.leagues.get(answer.season_id)
    await visit.say(visit.words("league.opened", name=escape(season.name), place=channel.mention))


def _read_number(typed: str, usual: int) -> int:
    if not typed:
        return usual
    if not (typed.isascii() and typed.isdecimal()):
        raise Mistake("league.bad_number")
    return int(typed)


def read_sign_up(typed: str, now: Millis) -> int:
    """The days until the last one to sign up, which is typed as their number, or as a date."""
    if "-" not in typed:
        return _read_number(typed, USUAL_SIGN_UP)
    try:
        last = date.fromisoformat(typed)
    except ValueError:
        raise Mistake("league.bad_number") from None
    return (last - datetime.fromtimestamp(now / SECOND, UTC).date()).days


# Who takes part.


async def season_here(visit: Visit, rest: str) -> Season:
    """The season in an id. It must be of this server, so that nothing about others is revealed;
    a direct message is of none."""
    if not (rest.isascii() and rest.isdecimal() and len(rest) <= LONGEST_SEASON_ID):
        raise Mistake("refused.unknown_button")
    season = await visit.table.leagues.get(int(rest))
    if visit.guild_id not in (0, season.guild_id):
        raise UnknownSeason(season.id)
    return season


async def _answer_invitation(visit: Visit, target: Target, action: SeasonAction) -> None:
    """Join or leave, and show on the invitation who is in now."""
    season = await season_here(visit, target.rest)
    answer = await visit.table.leagues.act(visit.by(), season.id, action)
    words = await visit.words_here()
    await visit.show(invitation_page(words, await visit.table.leagues.get(season.id)))
    await visit.add(page(visit.words(f"league.done.{answer.done}")))


@button("enter", in_place=True)
async def on_enter(visit: Visit, target: Target) -> None:
    await _answer_invitation(visit, target, SignUp())


@button("stepout", in_place=True)
async def on_step_out(visit: Visit, target: Target) -> None:
    await _answer_invitation(visit, target, TakeBack())


@button("leaveseason")
async def on_leave_season(visit: Visit, target: Target) -> None:
    """From a message to somebody who was entered again."""
    season = await season_here(visit, target.rest)
    answer = await visit.table.leagues.act(visit.by(), season.id, TakeBack())
    await visit.say(visit.words(f"league.done.{answer.done}"))


# Withdrawing, with two taps.


@button("quitseason")
async def on_quit_season(visit: Visit, target: Target) -> None:
    """Say what withdrawing means now."""
    season = await season_here(visit, target.rest)
    await visit.show(_withdrawal_page(visit, season))


@button("quitsure", in_place=True)
async def on_quit_sure(visit: Visit, target: Target) -> None:
    """Withdraw, if it still means what was said."""
    season = await season_here(visit, target.rest)
    if _foresee(visit, season) != (target.branch, target.ply):
        await visit.show(_withdrawal_page(visit, season))
        return
    answer = await visit.table.leagues.act(visit.by(), season.id, WithdrawFromSeason())
    await visit.say(visit.words(f"league.done.{answer.done}"))


def _foresee(visit: Visit, season: Season) -> Withdrawal:
    entrant = season.entrant_of(visit.user_id)
    if season.stage is not Stage.RUNNING or entrant is None or entrant.entry is not Entry.IN:
        raise Refused(Why.NOT_SIGNED_UP)
    return foresee_withdrawal(season, entrant.number)


def _withdrawal_page(visit: Visit, season: Season) -> Page:
    words, (void, lost) = visit.words, _foresee(visit, season)
    lines = [words("league.withdraw", name=season_name(words, season))]
    if void:
        lines.append(words("league.would_void", count=void))
    if lost:
        lines.append(words("league.would_lose", count=lost))
    target = Target(branch=void, ply=lost, rest=str(season.id))
    sure = PageButton("quitsure", target, words("league.button.sure"), ButtonStyle.danger)
    return page("\n".join(lines), [sure])
