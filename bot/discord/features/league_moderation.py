"""Work of moderators in a league or a cup: one private page, with a button for each task."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visibility import can_see_channel
from bot.discord.answering.visit import Visit
from bot.discord.features.context import (
    button,
    command,
    form,
    parse_number,
    turn_buttons,
    typed_text,
)
from bot.discord.features.leagues import MOST_LISTED, read_number, season_here
from bot.discord.features.opening import find_member
from bot.discord.pages.forms import Form, FormValues, PeopleField, TextField
from bot.discord.pages.page import MOST_OPTIONS, Page, PageButton, PageMenu, Target, page
from bot.discord.pages.wording import escape, plain_text, timestamp
from bot.locale import Words
from bot.match.errors import Refused, UnknownSeason, Why
from bot.match.league import actions
from bot.match.league.entering import MOST_GIVEN, must_be_in, replaceable
from bot.match.league.season import UNDER_WAY, FixtureState, Season, Stage
from bot.presentation.seasons import fixture_names, season_name
from bot.process.clock import HOUR

# The hours that everybody is given.
USUAL_HOURS = "24"
# In characters.
LONGEST_HOURS = 4
# The states of games that are counted, in the order in which they are told.
STATES = ("running", "waiting", "decided", "void")
# The name of the field for a substitute.
SUBSTITUTE_FIELD = "person"


@command("moderation")
async def league(visit: Visit) -> None:
    """Show the leagues and cups under way over which this person has a right."""
    seasons = await _seasons_to_decide(visit)
    if not seasons:
        raise Mistake("league.none_to_decide")
    season = await visit.table.leagues.get(seasons[0].id)
    await visit.show(await _league_page(visit, season, seasons))


async def _seasons_to_decide(visit: Visit) -> list[Season]:
    """List the seasons that this person may decide, without their entrants and fixtures."""
    entries = await visit.table.leagues.in_server(visit.guild_id, visit.user_id, MOST_LISTED)
    sees = visit.visibility.sees_channel
    seasons = []
    for season, _ in entries:
        if season.stage in UNDER_WAY and await sees(season.guild_id, season.channel_id):
            with suppress(Refused):
                actor = await visit.with_rights_over(season)
                actions.must_decide(season, actor, actions.EndSeason)
                seasons.append(season)
    return seasons[:MOST_OPTIONS]


async def _find_to_decide(
    visit: Visit, rest: str, action: type[actions.ModeratorAction], *stages: Stage
) -> Season:
    """Find the season in an id, for what this person is about to do in it, which is checked again
    when they do it."""
    season = await season_here(visit, rest)
    if not await visit.visibility.sees_channel(season.guild_id, season.channel_id):
        raise UnknownSeason(season.id)
    actions.must_decide(season, await visit.with_rights_over(season), action)
    if stages:
        must_be_in(season, *stages)
    return season


async def _do(visit: Visit, rest: str, action: actions.ModeratorAction) -> None:
    """Do it, and show the season after it."""
    season = await _find_to_decide(visit, rest, type(action))
    by = await visit.with_rights_over(season)
    answer = await visit.table.leagues.act(by, season.id, action)
    seasons = await _seasons_to_decide(visit)
    outcome = visit.words(f"league.done.{answer.done}")
    season = await visit.table.leagues.get(season.id)
    if season.stage is Stage.CANCELLED:
        outcome = ""  # which the page says by itself
    await visit.show(await _league_page(visit, season, seasons, outcome))


async def _league_page(
    visit: Visit, season: Season, seasons: Sequence[Season], outcome: str = ""
) -> Page:
    words = visit.words
    target = Target(rest=str(season.id))
    menus = []
    ids = {choice.id for choice in seasons}
    if ids - {season.id}:
        choices = seasons if season.id in ids else [season, *seasons][:MOST_OPTIONS]
        options = [(season_name(words, choice, plain_text), str(choice.id)) for choice in choices]
        menus.append(PageMenu("league", Target(), options, words("league.choose"), target.rest))
    deciding = list[PageButton]()
    stopping = list[PageButton]()
    if season.stage is Stage.RUNNING:
        deciding = [
            PageButton("substitute", target, words("league.button.substitute")),
            PageButton("moretime", target, words("league.button.time")),
            PageButton("voidgame", target, words("league.button.void")),
        ]
    if season.stage in UNDER_WAY:
        is_new = season.stage is Stage.SIGN_UP
        label = words("league.button.call_off" if is_new else "league.button.end")
        stopping = [PageButton("endseason", target, label, "danger")]
        may_end_games = "end" in (await visit.with_rights_over(season)).rights
        if may_end_games and not season.is_cup and season.next_id is None:
            label = words("league.button.goes_on" if season.is_last else "league.button.last")
            switch = Target(branch=int(not season.is_last), rest=target.rest)
            stopping.insert(0, PageButton("lastseason", switch, label))
    return page(outcome, "\n".join(_state_lines(words, season)), deciding, stopping, menus)


def _state_lines(words: Words, season: Season) -> list[str]:
    """Tell the progress of a season, and what follows it."""
    lines = [f"## {season_name(words, season, escape)}"]
    if season.stage is Stage.SIGN_UP:
        when = timestamp(season.closes_at, "f")
        lines.append(words("league.signed_up", count=len(season.taking_part), when=when))
    else:
        lines.append(words(f"league.state.{season.stage}"))
    if season.stage is Stage.RUNNING:
        count = Counter(str(fixture.state) for fixture in season.fixtures)
        count["running"] += count["called"]
        counts_by_state = [
            words(f"league.games_of.{state}", count=count[state])
            for state in STATES
            if count[state]
        ]
        lines.append(words("league.games", list=", ".join(counts_by_state)))
        if season.ends_at is not None:
            day = timestamp(season.ends_at, "D")
            when = timestamp(season.ends_at)
            lines.append(words("league.until_end", day=day, when=when))
    if season.stage in UNDER_WAY and not season.is_cup:
        following = "league.follows_not" if season.is_last else "league.follows"
        lines.append(words(following if season.next_id is None else "league.followed"))
    return lines


@button("league", in_place=True)
async def on_league(visit: Visit, target: Target) -> None:
    """Show another league from the menu, or this one again."""
    season = await _find_to_decide(visit, target.rest, actions.EndSeason)
    await visit.show(await _league_page(visit, season, await _seasons_to_decide(visit)))


def _choice_page(
    words: Words,
    season: Season,
    numbered: Sequence[tuple[str, int]],
    first: int,
    *,
    verbs: tuple[str, str],
    keys: tuple[str, str],
) -> Page:
    """Offer a menu of these names, from the first on, with the number of each after the season's in
    its value. `verbs` turn its pages and choose; `keys` are those of its text and its
    placeholder."""
    (turn, choose) = verbs
    (text, placeholder) = keys
    rest = str(season.id)
    names_shown = numbered[first : first + MOST_OPTIONS]
    options = [(name, f"{rest}.{number}") for name, number in names_shown]
    labels = ("league.button.before", "league.button.after")
    lines = range(0, len(numbered), MOST_OPTIONS)
    turning = turn_buttons(words, turn, rest, labels, first=first, lines=lines)
    return page(
        f"## {season_name(words, season, escape)}\n{words(text)}",
        [PageMenu(choose, Target(), options, words(placeholder))],
        [*turning, PageButton("league", Target(rest=rest), words("button.back"))],
    )


def _plain(words: Words, name: str) -> str:
    """Clean a name for a menu or a title; that of whose data was erased is empty."""
    return plain_text(name) or words("game.a_player")


def _read_pair(rest: str) -> tuple[str, int]:
    """Read a season, and the number of one of its entrants or fixtures."""
    season, _, number = rest.partition(".")
    return season, parse_number(number)


@button("substitute", in_place=True)
async def on_substitute(visit: Visit, target: Target) -> None:
    """Ask whose place is taken."""
    season = await _find_to_decide(visit, target.rest, actions.Substitute, Stage.RUNNING)
    people = [
        (_plain(visit.words, entrant.name), entrant.number) for entrant in replaceable(season)
    ]
    if target.ply >= len(people):
        raise Refused(Why.NO_SUCH_ENTRANT)
    verbs = ("substitute", "replace")
    keys = ("league.choose_substitute", "league.whose")
    await visit.show(_choice_page(visit.words, season, people, target.ply, verbs=verbs, keys=keys))


@button("replace", opens_form=True)
async def on_replace(visit: Visit, target: Target) -> None:
    """Ask who takes it."""
    season_id, number = _read_pair(target.rest)
    season = await _find_to_decide(visit, season_id, actions.Substitute, Stage.RUNNING)
    entrants = {entrant.number: entrant for entrant in replaceable(season)}
    if number not in entrants:
        raise Refused(Why.NO_SUCH_ENTRANT)
    name = _plain(visit.words, entrants[number].name)
    await visit.open_form(substitute_form(visit.words, target, name))


def substitute_form(words: Words, target: Target, name: str) -> Form:
    person = PeopleField(name=SUBSTITUTE_FIELD, label=words("league.ask.substitute"), least=1)
    return Form("replace", target, words("league.ask.in_place", name=name), [person])


@form("replace", in_place=True)
async def on_person(visit: Visit, target: Target, values: FormValues) -> None:
    season_id, number = _read_pair(target.rest)
    season = await _find_to_decide(visit, season_id, actions.Substitute, Stage.RUNNING)
    people = values.people(SUBSTITUTE_FIELD)
    if not people:
        raise Mistake("refused.nothing_chosen")
    member = await find_member(visit, people[0])
    if member.bot:
        raise Mistake("seat.no_bot")
    name = member.display_name
    if not await can_see_channel(member.guild, member, season.channel_id):
        raise Mistake("seat.unseen", who=escape(name))
    await _do(visit, season_id, actions.Substitute(number, member.id, name))


@button("moretime", opens_form=True)
async def on_more_time(visit: Visit, target: Target) -> None:
    await _find_to_decide(visit, target.rest, actions.GiveTime, Stage.RUNNING)
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
    await _do(visit, target.rest, actions.GiveTime(hours))


@button("voidgame", in_place=True)
async def on_void_game(visit: Visit, target: Target) -> None:
    """Ask which game, those that are not over first."""
    season = await _find_to_decide(visit, target.rest, actions.VoidFixture, Stage.RUNNING)
    words = visit.words
    games = list[tuple[str, int]]()
    for fixture in sorted(
        season.fixtures, key=lambda fixture: (not fixture.undecided, fixture.number)
    ):
        names = " – ".join(
            _plain(words, season.entrants[player].name) for player in fixture.players
        )
        if fixture.state is FixtureState.DECIDED:
            names = f"{names} ({'–'.join(map(str, fixture.scores))})"
        if fixture.state is not FixtureState.VOID:
            games.append((names, fixture.number))
    if target.ply >= len(games):
        raise Refused(Why.NO_SUCH_FIXTURE)
    verbs = ("voidgame", "voidwhich")
    keys = ("league.choose_void", "league.which")
    await visit.show(_choice_page(words, season, games, target.ply, verbs=verbs, keys=keys))


@button("voidwhich", in_place=True)
async def on_void_which(visit: Visit, target: Target) -> None:
    """Say what it means."""
    season_id, number = _read_pair(target.rest)
    season = await _find_to_decide(visit, season_id, actions.VoidFixture, Stage.RUNNING)
    if number >= len(season.fixtures) or season.fixtures[number].state is FixtureState.VOID:
        raise Refused(Why.NO_SUCH_FIXTURE)
    players = fixture_names(visit.words, season, season.fixtures[number], escape)
    text = visit.words("league.would_be_void", players=players)
    await visit.show(_sure_page(visit, season, text, "voidsure", Target(rest=target.rest)))


@button("voidsure", in_place=True)
async def on_void_sure(visit: Visit, target: Target) -> None:
    season_id, number = _read_pair(target.rest)
    await _do(visit, season_id, actions.VoidFixture(number))


def _sure_page(visit: Visit, season: Season, text: str, verb: str, target: Target) -> Page:
    words = visit.words
    sure = PageButton(verb, target, words(f"league.button.{verb}"), "danger")
    back = PageButton("league", Target(rest=str(season.id)), words("button.back"))
    return page(f"## {season_name(words, season, escape)}\n{text}", [sure, back])


@button("endseason", in_place=True)
async def on_end_season(visit: Visit, target: Target) -> None:
    """Say what ending it now means."""
    season = await _find_to_decide(visit, target.rest, actions.EndSeason, *UNDER_WAY)
    words = visit.words
    if season.stage is Stage.SIGN_UP:
        text = words("league.would_not_be", count=len(season.taking_part))
        verb = "offsure"
    else:
        count = Counter(fixture.state for fixture in season.fixtures)
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
    season = await _find_to_decide(visit, target.rest, actions.EndSeason, *UNDER_WAY)
    if (season.stage is Stage.RUNNING) != bool(target.branch):
        await on_end_season(visit, Target(rest=target.rest))
        return
    await _do(visit, target.rest, actions.EndSeason())


@button("lastseason", in_place=True)
async def on_last_season(visit: Visit, target: Target) -> None:
    """Let no season follow, or one. The button says which, so that two presses change it once."""
    await _do(visit, target.rest, actions.MakeLast(bool(target.branch)))
