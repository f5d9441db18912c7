"""What moderators do in a league or a cup: one private page, with a button for each thing."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from discord import ButtonStyle

from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visibility import ChannelVisibility, can_see_channel
from bot.discord.answering.visit import Visit
from bot.discord.features.context import button, form, typed_text
from bot.discord.features.leagues import MOST_LISTED, read_number, season_here
from bot.discord.features.opening import find_member
from bot.discord.pages.forms import Form, FormValues, PeopleField, TextField
from bot.discord.pages.league_tables import fixture_names, season_name
from bot.discord.pages.page import MOST_OPTIONS, Page, PageButton, PageMenu, Row, Target, page
from bot.discord.pages.wording import escape, plain_text, timestamp
from bot.locale import Words
from bot.match.errors import Refused, UnknownSeason, Why
from bot.match.league.actions import (
    EndSeason,
    GiveTime,
    MakeLast,
    ModeratorAction,
    Substitute,
    VoidFixture,
    must_decide,
)
from bot.match.league.entering import MOST_GIVEN, must_be_in, replaceable
from bot.match.league.season import UNDER_WAY, Fixture, FixtureState, Season, Stage
from bot.process.clock import HOUR

USUAL_HOURS = "24"
LONGEST_HOURS = 4
SOMEBODY = "person"
"""The name of the field for a substitute."""


async def league(visit: Visit) -> None:
    """The leagues and cups under way over which this person has a right."""
    seasons = await _seasons_to_decide(visit)
    if not seasons:
        raise Mistake("league.none_to_decide")
    season = await visit.table.leagues.get(seasons[0].id)
    await visit.show(await _league_page(visit, season, seasons))


async def _seasons_to_decide(visit: Visit) -> list[Season]:
    """Without their entrants and fixtures."""
    found = await visit.table.leagues.in_server(visit.guild_id, visit.user_id, MOST_LISTED)
    seen, seasons = ChannelVisibility(visit.interaction), []
    for one, _ in found:
        if one.stage in UNDER_WAY and await seen.sees_place(one.guild_id, one.channel_id, None):
            with suppress(Refused):
                must_decide(one, await visit.with_rights_over(one), EndSeason)
                seasons.append(one)
    return seasons[:MOST_OPTIONS]


async def _to_decide(
    visit: Visit, rest: str, doing: type[ModeratorAction], *stages: Stage
) -> Season:
    """The season in an id, for what this person is about to do in it, which is checked again when
    they do it."""
    season = await season_here(visit, rest)
    seen = ChannelVisibility(visit.interaction)
    if not await seen.sees_place(season.guild_id, season.channel_id, None):
        raise UnknownSeason(season.id)
    must_decide(season, await visit.with_rights_over(season), doing)
    if stages:
        must_be_in(season, *stages)
    return season


async def _do(visit: Visit, rest: str, action: ModeratorAction) -> None:
    """Do it, and show the season after it."""
    season = await _to_decide(visit, rest, type(action))
    by = await visit.with_rights_over(season)
    answer = await visit.table.leagues.act(by, season.id, action)
    seasons, done = await _seasons_to_decide(visit), visit.words(f"league.done.{answer.done}")
    season = await visit.table.leagues.get(season.id)
    if season.stage is Stage.CANCELLED:
        done = ""  # which the page says by itself
    await visit.show(await _league_page(visit, season, seasons, done))


async def _league_page(
    visit: Visit, season: Season, seasons: Sequence[Season], done: str = ""
) -> Page:
    words, target = visit.words, Target(rest=str(season.id))
    menus = []
    if any(one.id != season.id for one in seasons):
        known = any(one.id == season.id for one in seasons)
        listed = seasons if known else [season, *seasons][:MOST_OPTIONS]
        options = [(season_name(words, one, plain_text), str(one.id)) for one in listed]
        menus.append(PageMenu("league", Target(), options, words("league.choose"), target.rest))
    rows: list[Row] = []
    if season.stage is Stage.RUNNING:
        rows.append(
            [
                PageButton("substitute", target, words("league.button.substitute")),
                PageButton("moretime", target, words("league.button.time")),
                PageButton("voidgame", target, words("league.button.void")),
            ]
        )
    if season.stage in UNDER_WAY:
        new = season.stage is Stage.SIGN_UP
        label = words("league.button.call_off" if new else "league.button.end")
        stopping = [PageButton("endseason", target, label, ButtonStyle.danger)]
        may_all = "end" in (await visit.with_rights_over(season)).rights
        if may_all and not season.is_cup and season.next_id is None:
            label = words("league.button.goes_on" if season.is_last else "league.button.last")
            switch = Target(branch=int(not season.is_last), rest=target.rest)
            stopping.insert(0, PageButton("lastseason", switch, label))
        rows.append(stopping)
    return page(*filter(None, [done]), "\n".join(_state_lines(words, season)), *rows, menus)


def _state_lines(words: Words, season: Season) -> list[str]:
    """How far it has come, and what follows it."""
    lines = [f"## {season_name(words, season)}"]
    if season.stage is Stage.SIGN_UP:
        when = timestamp(season.closes_at, "f")
        lines.append(words("league.signed_up", count=len(season.taking_part), when=when))
    else:
        lines.append(words(f"league.state.{season.stage}"))
    if season.stage is Stage.RUNNING:
        count = Counter(_kind_of(one) for one in season.fixtures)
        each = [
            words(f"league.games_of.{kind}", count=count[kind]) for kind in KINDS if count[kind]
        ]
        lines.append(words("league.games", list=", ".join(each)))
        if season.ends_at is not None:
            day, when = timestamp(season.ends_at, "D"), timestamp(season.ends_at)
            lines.append(words("league.until_end", day=day, when=when))
    if season.stage in UNDER_WAY and not season.is_cup:
        following = "league.follows_not" if season.is_last else "league.follows"
        lines.append(words(following if season.next_id is None else "league.followed"))
    return lines


KINDS = ("running", "waiting", "decided", "void")


def _kind_of(fixture: Fixture) -> str:
    return str(FixtureState.RUNNING if fixture.state is FixtureState.CALLED else fixture.state)


@button("league", in_place=True)
async def on_league(visit: Visit, target: Target) -> None:
    """Another league from the menu, or back to this one."""
    season = await _to_decide(visit, target.rest, EndSeason)
    await visit.show(await _league_page(visit, season, await _seasons_to_decide(visit)))


def _choice_page(
    visit: Visit, season: Season, text: str, choose: PageMenu, turning: Row = ()
) -> Page:
    back = PageButton("league", Target(rest=str(season.id)), visit.words("button.back"))
    head = f"## {season_name(visit.words, season)}\n{text}"
    return page(head, [choose], [*turning, back])


def _turning(words: Words, verb: str, season: Season, first: int, count: int) -> Row:
    """Buttons to the choices before these, and after."""
    buttons, rest = [], str(season.id)
    if first > 0:
        before = Target(ply=max(first - MOST_OPTIONS, 0), rest=rest)
        buttons.append(PageButton(verb, before, words("league.button.before")))
    if first + MOST_OPTIONS < count:
        after = Target(ply=first + MOST_OPTIONS, rest=rest)
        buttons.append(PageButton(verb, after, words("league.button.after")))
    return buttons


def _read_pair(rest: str) -> tuple[str, int]:
    """A season, and the number of one of its entrants or fixtures."""
    season, _, number = rest.partition(".")
    if not (number.isascii() and number.isdecimal() and len(number) <= LONGEST_HOURS):
        raise Mistake("refused.unknown_button")
    return season, int(number)


# A substitute.


@button("substitute", in_place=True)
async def on_substitute(visit: Visit, target: Target) -> None:
    """Ask whose place is taken."""
    season = await _to_decide(visit, target.rest, Substitute, Stage.RUNNING)
    people, first = replaceable(season), target.ply
    options = [
        (plain_text(one.name) or visit.words("game.a_player"), f"{season.id}.{one.number}")
        for one in people[first : first + MOST_OPTIONS]
    ]
    if not options:
        raise Refused(Why.NO_SUCH_ENTRANT)
    choose = PageMenu("replace", Target(), options, visit.words("league.whose"))
    turning = _turning(visit.words, "substitute", season, first, len(people))
    text = visit.words("league.choose_substitute")
    await visit.show(_choice_page(visit, season, text, choose, turning))


@button("replace", opens_form=True)
async def on_replace(visit: Visit, target: Target) -> None:
    """Ask who takes it."""
    season_id, number = _read_pair(target.rest)
    season = await _to_decide(visit, season_id, Substitute, Stage.RUNNING)
    known = {one.number: one for one in replaceable(season)}
    if number not in known:
        raise Refused(Why.NO_SUCH_ENTRANT)
    name = plain_text(known[number].name) or visit.words("game.a_player")
    await visit.open_form(substitute_form(visit.words, target, name))


def substitute_form(words: Words, target: Target, name: str) -> Form:
    person = PeopleField(name=SOMEBODY, label=words("league.ask.substitute"), least=1)
    return Form("replace", target, words("league.ask.in_place", name=name), [person])


@form("replace", in_place=True)
async def on_person(visit: Visit, target: Target, values: FormValues) -> None:
    season_id, number = _read_pair(target.rest)
    season = await _to_decide(visit, season_id, Substitute, Stage.RUNNING)
    people = values.people(SOMEBODY)
    if not people:
        raise Mistake("refused.nothing_chosen")
    member = await find_member(visit, people[0])
    if member.bot:
        raise Mistake("seat.no_bot")
    name = member.display_name
    if not await can_see_channel(member.guild, member, season.channel_id):
        raise Mistake("seat.unseen", who=escape(name))
    await _do(visit, season_id, Substitute(number, member.id, name))


# Time for everybody.


@button("moretime", opens_form=True)
async def on_more_time(visit: Visit, target: Target) -> None:
    await _to_decide(visit, target.rest, GiveTime, Stage.RUNNING)
    await visit.open_form(time_form(visit.words, target))


def time_form(words: Words, target: Target) -> Form:
    hours = TextField(
        name="hours",
        label=words("league.ask.hours"),
        about=words("league.ask.hours_about", most=MOST_GIVEN // HOUR),
        value=USUAL_HOURS,
        most=LONGEST_HOURS,
        required=True,
    )
    return Form("moretime", target, words("league.ask.time"), [hours])


@form("moretime", in_place=True)
async def on_hours(visit: Visit, target: Target, values: FormValues) -> None:
    hours = read_number(typed_text(values, "hours", LONGEST_HOURS), 0)
    await _do(visit, target.rest, GiveTime(hours))


# A game that counts for nobody.


@button("voidgame", in_place=True)
async def on_void_game(visit: Visit, target: Target) -> None:
    """Ask which game, those that are not over first."""
    season = await _to_decide(visit, target.rest, VoidFixture, Stage.RUNNING)
    words, first = visit.words, target.ply
    found = [one for one in season.fixtures if one.state is not FixtureState.VOID]
    found.sort(key=lambda one: (not one.undecided, one.number))
    options = [
        (_fixture_label(words, season, one), f"{season.id}.{one.number}")
        for one in found[first : first + MOST_OPTIONS]
    ]
    if not options:
        raise Refused(Why.NO_SUCH_FIXTURE)
    choose = PageMenu("voidwhich", Target(), options, words("league.which"))
    turning = _turning(words, "voidgame", season, first, len(found))
    await visit.show(_choice_page(visit, season, words("league.choose_void"), choose, turning))


def _fixture_label(words: Words, season: Season, fixture: Fixture) -> str:
    people = [season.entrants[one].name for one in fixture.players]
    names = " – ".join(plain_text(one) or words("game.a_player") for one in people)
    if fixture.state is FixtureState.DECIDED:
        return f"{names} ({'–'.join(map(str, fixture.scores))})"
    return names


@button("voidwhich", in_place=True)
async def on_void_which(visit: Visit, target: Target) -> None:
    """Say what it means."""
    season_id, number = _read_pair(target.rest)
    season = await _to_decide(visit, season_id, VoidFixture, Stage.RUNNING)
    if number >= len(season.fixtures) or season.fixtures[number].state is FixtureState.VOID:
        raise Refused(Why.NO_SUCH_FIXTURE)
    players = fixture_names(visit.words, season, season.fixtures[number])
    text = visit.words("league.would_be_void", players=players)
    await visit.show(_sure_page(visit, season, text, "voidsure", Target(rest=target.rest)))


@button("voidsure", in_place=True)
async def on_void_sure(visit: Visit, target: Target) -> None:
    season_id, number = _read_pair(target.rest)
    await _do(visit, season_id, VoidFixture(number))


def _sure_page(visit: Visit, season: Season, text: str, verb: str, target: Target) -> Page:
    words = visit.words
    sure = PageButton(verb, target, words(f"league.button.{verb}"), ButtonStyle.danger)
    back = PageButton("league", Target(rest=str(season.id)), words("button.back"))
    return page(f"## {season_name(words, season)}\n{text}", [sure, back])


# The end.


@button("endseason", in_place=True)
async def on_end_season(visit: Visit, target: Target) -> None:
    """Say what ending it now means."""
    season = await _to_decide(visit, target.rest, EndSeason, *UNDER_WAY)
    words = visit.words
    if season.stage is Stage.SIGN_UP:
        text, verb = words("league.would_not_be", count=len(season.taking_part)), "offsure"
    else:
        count = Counter(one.state for one in season.fixtures)
        running = count[FixtureState.RUNNING]
        waiting = count[FixtureState.WAITING] + count[FixtureState.CALLED]
        lines = [words("league.would_end")]
        if running:
            lines.append(words("league.would_decide", count=running))
        if waiting:
            lines.append(words("league.would_not_begin", count=waiting))
        if season.next_id is not None:
            lines.append(f"- {words('league.followed')}")
        elif not season.is_cup:
            lines.append(words("league.would_follow_not"))
        text = "\n".join(lines)
        verb = "endsure"
    target = Target(branch=int(season.stage is Stage.RUNNING), rest=target.rest)
    await visit.show(_sure_page(visit, season, text, verb, target))


@button("endsure", in_place=True)
@button("offsure", in_place=True)
async def on_end_sure(visit: Visit, target: Target) -> None:
    """End it, if it is still at the stage for which this was explained."""
    season = await _to_decide(visit, target.rest, EndSeason, *UNDER_WAY)
    if (season.stage is Stage.RUNNING) != bool(target.branch):
        await on_end_season(visit, Target(rest=target.rest))
        return
    await _do(visit, target.rest, EndSeason())


@button("lastseason", in_place=True)
async def on_last_season(visit: Visit, target: Target) -> None:
    """Whether a season follows. The button says which way, so that two presses change it once."""
    await _do(visit, target.rest, MakeLast(bool(target.branch)))
