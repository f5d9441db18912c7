"""The posts about a season: its invitation, its games, its standings, and what happens in it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from discord import ButtonStyle

from bot.discord.pages.page import Page, PageButton, Target, page
from bot.discord.pages.wording import (
    channel_mention,
    describe_options,
    describe_time_limit,
    escape,
    game_status,
    mention,
    plain_text,
    timestamp,
)
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.game import Status
from bot.match.league.messages import LeagueNote, LeaguePost, News
from bot.match.league.season import Entrant, Fixture, FixtureState, Season, Stage
from bot.match.league.view import DivisionView, LeagueView, Row
from bot.process.clock import DAY
from render.picture.names import format_decimal
from render.pictures import Drawing
from render.tables.standings import Moves, Standings, StandingsLine

LONGEST_THREAD_NAME = 100
WITH_STANDINGS = (News.STANDINGS, News.ENDED)
MOST_PICTURES = 10
"""In a post: one for each division."""


def season_name(words: Words, season: Season) -> str:
    """The name of a league with the number of the season, as far as there can be several."""
    name = escape(season.name)
    return name if season.is_cup else words("league.season", name=name, number=season.number)


def plain_name(words: Words, season: Season) -> str:
    """The same for a menu, where nothing is formatted."""
    name = plain_text(season.name)
    return name if season.is_cup else words("league.season", name=name, number=season.number)


def entrant_name(words: Words, entrant: Entrant) -> str:
    return escape(entrant.name) or words("game.a_player")


def list_entrants(words: Words, entrants: Sequence[Entrant]) -> str:
    return words.join([entrant_name(words, one) for one in entrants])


def invitation_page(words: Words, season: Season) -> Page:
    """What a season is like, who is in, and the buttons to join and leave while that is open."""
    buttons = []
    if season.stage is Stage.SIGN_UP:
        target = Target(rest=str(season.id))
        buttons = [
            PageButton("enter", target, words("button.join"), ButtonStyle.success),
            PageButton("stepout", target, words("button.step_out")),
        ]
    return page(invitation_text(words, season), buttons)


def invitation_text(words: Words, season: Season) -> str:
    head = [f"## {season_name(words, season)}", f"*{words(f'{season.kind}.name')}*"]
    people = season.taking_part
    here = words("league.nobody")
    if people:
        here = words("league.here", names=list_entrants(words, people), count=len(people))
    return "\n".join([*head, *_term_lines(words, season), here])


def _term_lines(words: Words, season: Season) -> Iterator[str]:
    """What one commits to."""
    terms = season.terms
    if season.options:
        options = describe_options(words, season.kind, season.options)
        yield words("lobby.options", options=options)
    if terms.full is None:
        key = "league.divisions" if terms.seats == 2 else "league.tables"
        yield words(key, count=terms.division, seats=terms.seats)
        yield words("league.pace")
    else:
        key = "league.cup" if terms.seats == 2 else "league.cup_table"
        yield words(key, count=terms.full)
    yield words("lobby.time", time=describe_time_limit(words, terms.time_limit))
    yield words("league.late")
    closes = {"when": timestamp(season.closes_at), "day": timestamp(season.closes_at, "f")}
    if season.stage is Stage.SIGN_UP:
        yield words("league.until" if terms.full is None else "league.cup_until", **closes)
    if season.ends_at is not None:
        yield words(
            "league.ends",
            day=timestamp(season.ends_at, "D"),
            count=(season.ends_at - season.starts_at) // DAY,
        )


def fixture_names(words: Words, season: Season, fixture: Fixture) -> str:
    return " – ".join(entrant_name(words, season.entrants[one]) for one in fixture.players)


def fixture_page(words: Words, season: Season, fixture: Fixture) -> Page:
    """A game that is about to begin in a thread of this post."""
    lines = [f"**{season_name(words, season)}**"]
    if len(season.divisions) > 1:
        lines.append(words("league.division", number=fixture.division + 1))
    names = fixture_names(words, season, fixture)
    return page(" · ".join(lines), words("league.begins", players=names))


def thread_name(words: Words, season: Season, fixture: Fixture) -> str:
    people = [season.entrants[one].name for one in fixture.players]
    names = " – ".join(plain_text(one) or words("game.a_player") for one in people)
    return f"{plain_text(season.name)}: {names}"[:LONGEST_THREAD_NAME]


def news_page(words: Words, face: AnyFace, view: LeagueView, message: LeaguePost) -> Page:
    """A post in the channel of a season."""
    if message.news is News.ANNOUNCED:
        return invitation_page(words, view.season)
    pictures = standings_pictures(words, face, view) if message.news in WITH_STANDINGS else []
    lines = list(_news_lines(words, view, message))
    if message.mention:
        lines.append(words.join([mention(one) for one in message.mention]))
    return page("\n".join(lines), *pictures, mention=message.mention)


def note_page(words: Words, view: LeagueView, note: LeagueNote) -> Page:
    """A message about a season to one person."""
    text = "\n".join(_news_lines(words, view, note))
    if note.news is not News.ENTERED_AGAIN or view.season.stage is not Stage.SIGN_UP:
        return page(text)
    target = Target(rest=str(view.season.id))
    return page(text, [PageButton("leaveseason", target, words("button.step_out"))])


def _news_lines(words: Words, view: LeagueView, message: LeaguePost | LeagueNote) -> Iterator[str]:
    season, news, facts = view.season, message.news, message.facts
    yield f"**{season_name(words, season)}**"
    told: dict[str, str | int] = {"when": timestamp(season.closes_at)}
    number = facts.get("entrant")
    if isinstance(number, int):
        told["player"] = entrant_name(words, season.entrants[number])
    number = facts.get("fixture")
    if isinstance(number, int):
        told["players"] = fixture_names(words, season, season.fixtures[number])
    told["count"] = int(facts.get("hours", facts.get("week", 0)))
    told["place"] = f"<#{season.channel_id}>"
    yield words(f"league.news.{news}", **told)
    if news is News.BEGUN:
        for division in view.divisions:
            names = list_entrants(words, [row.entrant for row in division.rows])
            yield words("league.division_of", number=division.number + 1, names=names)
        if season.ends_at is not None:
            days = (season.ends_at - season.starts_at) // DAY
            yield words("league.ends", day=timestamp(season.ends_at, "D"), count=days)
    if news is News.ENDED:
        for division in view.divisions:
            yield words("league.division_title", number=division.number + 1)
            for row in division.rows:
                if row.standing.place <= 3:
                    yield standing_line(words, row)
    if news is News.STANDINGS and len(view.divisions) > MOST_PICTURES:
        for division in view.divisions:
            yield words("league.division_title", number=division.number + 1)
            yield from (standing_line(words, row) for row in division.rows)


def season_text(words: Words, view: LeagueView, viewer: int | None) -> str:
    """The standings in text, who is waited for, and the viewer's own games."""
    season = view.season
    lines = [f"## {season_name(words, season)}", f"*{words(f'{season.kind}.name')}*"]
    if season.stage is Stage.RUNNING and season.ends_at is not None:
        lines.append(words("league.until_end", day=timestamp(season.ends_at, "D")))
    own = None if viewer is None else season.entrant_of(viewer)
    if own is not None and own.division is not None:
        lines.append(words("league.mine"))
        lines += [_fixture_line(words, view, one) for one in view.fixtures_of(own.number)]
    for division in view.divisions:
        lines.append(words("league.division_title", number=division.number + 1))
        lines += [standing_line(words, row) for row in division.rows]
        lines += [words("league.gone", name=entrant_name(words, one)) for one in division.withdrawn]
    running = [one for one in season.fixtures if one.number in view.games]
    if running:
        lines.append(words("league.running"))
        lines += [_fixture_line(words, view, one) for one in running]
    return "\n".join(lines)


def _fixture_line(words: Words, view: LeagueView, fixture: Fixture) -> str:
    """A game with its result, or who is waited for."""
    players, game = fixture_names(words, view.season, fixture), view.games.get(fixture.number)
    if game is not None and game.status is Status.RUNNING:
        state = f"{game_status(words, game)} {channel_mention(game)}"
    elif fixture.state is FixtureState.DECIDED:
        state = "–".join(map(str, fixture.scores))
    elif fixture.state is FixtureState.VOID:
        state = words("standings.void")
    else:
        state = words("standings.waiting")
    return words("league.fixture", players=players, state=state)


def standing_line(words: Words, row: Row) -> str:
    """The place of a player and their points, and what sets them apart from the next."""
    performance, reach = row.standing.performance, row.reachable
    points = format_decimal(words, round(10 * performance.points))
    range_ = str(reach.first) if reach.first == reach.last else f"{reach.first}–{reach.last}"
    line = words(
        "league.line",
        place=row.standing.place,
        name=entrant_name(words, row.entrant),
        points=points,
        won=performance.won,
        drawn=performance.drawn,
        lost=performance.lost,
        reach=range_,
    )
    reason = reason_of(words, row)
    return f"{line} · {reason}" if reason else line


def reason_of(words: Words, row: Row) -> str:
    """What sets a player apart from another with the same points; empty if nothing has to."""
    apart = row.standing.set_apart
    return "" if apart in (None, "points") else words(f"league.apart.{apart}")


def standings_pictures(
    words: Words, face: AnyFace, view: LeagueView, viewer: int | None = None
) -> list[Drawing]:
    """One for each division; none where there are too many for a post."""
    if len(view.divisions) > MOST_PICTURES:
        return []
    pictures = []
    for division in view.divisions:
        shown = _standings_of(words, view, division, viewer)
        name = f"standings-{division.number + 1}.png"
        pictures.append(replace(face.pictures.standings(words, shown), filename=name))
    return pictures


def _standings_of(
    words: Words, view: LeagueView, division: DivisionView, viewer: int | None
) -> Standings:
    below = words("league.numbered", number=view.season.number)
    if view.season.is_cup:
        below = words(f"{view.season.kind}.name")
    if len(view.divisions) > 1:
        below = f"{below} · {words('league.division', number=division.number + 1)}"
    lines = tuple(
        StandingsLine(
            place=row.standing.place,
            name=row.entrant.name,
            played=row.standing.performance.played,
            won=row.standing.performance.won,
            drawn=row.standing.performance.drawn,
            lost=row.standing.performance.lost,
            points=row.standing.performance.points,
            first=row.reachable.first,
            last=row.reachable.last,
            reason=reason_of(words, row),
            moves=Moves.STAYS if row.change is None else Moves(row.change),
            withdrawn=row.entrant in division.withdrawn,
            own=viewer is not None and row.entrant.user_id == viewer,
        )
        for row in division.rows
    )
    return Standings(view.season.name, below, lines)
