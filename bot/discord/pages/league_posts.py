"""Posts about a season: its invitation, its games, its standings, and what happens in it."""

from collections.abc import Iterator, Sequence
from functools import partial

from bot.discord.pages import league_tables, wording
from bot.discord.pages.page import (
    MOST_TEXT,
    Item,
    Page,
    PageButton,
    Target,
    address_button,
    page,
    shorten,
)
from bot.discord.pages.wording import escape, mention, plain_text, timestamp
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.league.honours import Honours
from bot.match.league.messages import LeagueNote, LeaguePost, News
from bot.match.league.season import Entry, Fixture, Season, Stage, slowest_pace
from bot.match.league.view import LeagueView
from bot.match.messages import Facts
from bot.match.rules import rules_of
from bot.presentation.seasons import entrant_name, fixture_names, list_entrants, season_name
from bot.process.clock import DAY, HOUR

LONGEST_THREAD_NAME = 100
# In characters: the names of all who play fit beside them.
LONGEST_PAIRINGS = 2400
# The places of a division that are named in the end.
PODIUM = 3
# The numbers of days that are written as words, as usual clocks have them.
SPELT = (1, 2, 3)
# The news that come with the standings.
WITH_STANDINGS = (News.STANDINGS, News.ENDED)
# The news that have a button to the season and one's own games.
WITH_BUTTON = (News.BEGUN, News.STANDINGS, News.ENDED)


def invitation_page(words: Words, season: Season, pinged: Sequence[int] = ()) -> Page:
    """Show the terms of a season, who is in, and the buttons to join and leave while that is
    open."""
    buttons = []
    if season.stage is Stage.SIGN_UP:
        leave = PageButton("stepout", Target(rest=str(season.id)), words("button.step_out"))
        buttons = [_join_button(words, season), leave]
    return page(invitation_text(words, season, pinged), buttons, mention=pinged)


def invitation_text(words: Words, season: Season, pinged: Sequence[int] = ()) -> str:
    head = [f"## {season_name(words, season, escape)}", f"*{words(f'{season.kind}.name')}*"]
    lines = [*head, *_term_lines(words, season), ""]
    if people := season.taking_part:
        lines.append(
            words("league.here", names=list_entrants(words, people, escape), count=len(people))
        )
    else:
        lines.append(words("league.nobody"))
    invited = [
        mention(entrant.user_id)
        if entrant.user_id in pinged
        else f"**{entrant_name(words, entrant, escape)}**"
        for entrant in season.entrants
        if entrant.entry is Entry.ASKED and entrant.user_id is not None
    ]
    if invited and season.stage is Stage.SIGN_UP:
        lines.append(words("league.asked", names=words.join(invited)))
    if season.stage is not Stage.SIGN_UP:
        lines.append(words(f"league.state.{season.stage}"))
    return "\n".join(lines)


def _term_lines(words: Words, season: Season) -> Iterator[str]:
    terms = season.terms
    of_two = season.terms.seats == 2
    if season.options:
        options = wording.describe_options(words, season.kind, season.options)
        yield words("lobby.options", options=options)
    yield words("lobby.time", time=wording.describe_time_limit(words, terms.time_limit))
    if terms.full is None:
        key = "league.divisions" if of_two else "league.tables"
        yield words(key, count=terms.division, seats=terms.seats)
        key = "league.pace_at_once" if terms.all_at_once else "league.pace"
        yield words(key, count=terms.most_running, pace=_describe_pace(words, season))
    else:
        yield words("league.cup" if of_two else "league.cup_table", count=terms.full)
    yield words("league.late" if of_two else "league.late_at_table")
    yield words("league.leaving" if of_two else "league.leaving_at_table")
    closes = {"when": timestamp(season.closes_at), "day": timestamp(season.closes_at, "f")}
    if season.stage is Stage.SIGN_UP:
        yield words("league.until" if terms.full is None else "league.cup_until", **closes)
    if season.ends_at is not None:
        yield words(
            "league.ends",
            day=timestamp(season.ends_at, "D"),
            count=(season.ends_at - season.starts_at) // DAY,
        )


def _describe_pace(words: Words, season: Season) -> str:
    """Give the pace at which one has to move in a game: the slowest that its clocks allow, rounded
    up to days if it is more than a quarter above them, or to hours if it is less than a day."""
    most_turns = partial(rules_of(season.kind).most_turns_with, season.options)
    pace = slowest_pace(season.terms, most_turns)
    if pace <= DAY - HOUR:
        return words("league.every.hours", count=-(-pace // HOUR))
    days = -(-(pace - DAY // 4) // DAY)
    span = days if days in SPELT else "days"
    return words(f"league.every.{span}", count=days)


def fixture_page(words: Words, season: Season, fixture: Fixture) -> Page:
    """Announce a game that is about to begin in a thread of this post."""
    head = f"**{season_name(words, season, escape)}**"
    if len(season.divisions) > 1:
        head = f"{head} · {words('league.division', number=fixture.division + 1)}"
    return page(head, words("league.begins", players=fixture_names(words, season, fixture, escape)))


def thread_name(words: Words, season: Season, fixture: Fixture) -> str:
    names = fixture_names(words, season, fixture, plain_text)
    return f"{plain_text(season.name)}: {names}"[:LONGEST_THREAD_NAME]


def news_page(
    words: Words,
    face: AnyFace,
    view: LeagueView,
    message: LeaguePost,
    *,
    honours: Honours | None = None,
    address: str = "",
) -> Page:
    """Make a post in the channel of a season; the last one has its honours. The address is that of
    its web page, if it has one."""
    if message.news is News.ANNOUNCED:
        return invitation_page(words, view.season, message.mention)
    has_standings = message.news in WITH_STANDINGS
    pictures = league_tables.standings_pictures(words, face, view) if has_standings else []
    lines = list(_news_lines(words, view, message))
    if honours is not None:
        lines += honour_lines(words, view.season, honours)
    text = "\n".join(lines)
    people = words.join([mention(user_id) for user_id in message.mention])
    if people:
        text = f"{shorten(text, MOST_TEXT - len(people) - 1)}\n{people}"
    buttons: list[Item] = []
    if message.news in WITH_BUTTON:
        week = int(message.facts.get("week", 0))
        buttons.append(league_tables.season_button(words, view.season.id, week))
        if address:
            buttons.append(address_button(address, words("league.button.page")))
    if message.news is News.REMINDED:
        buttons.append(_join_button(words, view.season))
    return page(text, *pictures, buttons, mention=message.mention)


def _join_button(words: Words, season: Season) -> PageButton:
    target = Target(rest=str(season.id))
    label = words("button.join")
    return PageButton("enter", target, label, "success")


def note_page(words: Words, view: LeagueView, note: LeagueNote) -> Page:
    """Make a message about a season to one person."""
    text = "\n".join(_news_lines(words, view, note))
    if note.news is not News.ENTERED_AGAIN or view.season.stage is not Stage.SIGN_UP:
        return page(text)
    target = Target(rest=str(view.season.id))
    return page(text, [PageButton("leavenext", target, words("button.step_out"))])


def _news_lines(words: Words, view: LeagueView, message: LeaguePost | LeagueNote) -> Iterator[str]:
    season = view.season
    news = message.news
    facts = message.facts
    yield f"**{season_name(words, season, escape)}**"
    details: dict[str, str | int] = {"when": timestamp(season.closes_at)}
    number = facts.get("entrant")
    if isinstance(number, int):
        details["player"] = entrant_name(words, season.entrants[number], escape)
    number = facts.get("fixture")
    if isinstance(number, int):
        details["players"] = fixture_names(words, season, season.fixtures[number], escape)
    details["before"] = escape(str(facts.get("before", ""))) or words("game.a_player")
    details["count"] = int(facts.get("hours", facts.get("week", 0)))
    details["place"] = f"<#{season.channel_id}>"
    of_cup = "_cup" if season.is_cup and news in (News.BEGUN, News.ENDED) else ""
    yield words(f"league.news.{news}{of_cup}", **details)
    match news:
        case News.BEGUN:
            yield from _beginning_lines(words, view)
        case News.STANDINGS if season.ends_at is not None:
            day = timestamp(season.ends_at, "D")
            when = timestamp(season.ends_at)
            yield words("league.until_end", day=day, when=when)
        case News.WITHDRAWN | News.TAKEN_OUT:
            yield words(f"league.withdrawal.{_fate_of_games(view, facts)}")
        case News.ENDED:
            yield from podium_lines(words, view)
        case _:
            pass
    if news in WITH_STANDINGS:
        for division in view.divisions[league_tables.MOST_PICTURES :]:
            yield from league_tables.standings_lines(words, division)


def _beginning_lines(words: Words, view: LeagueView) -> Iterator[str]:
    """Tell who plays in which division, until when, and who meets."""
    season = view.season
    for division in view.divisions:
        names = list_entrants(words, [row.entrant for row in division.rows], escape)
        if len(view.divisions) == 1:
            yield words("league.plays", names=names)
        else:
            yield words("league.division_of", number=division.number + 1, names=names)
    if season.ends_at is not None:
        days = (season.ends_at - season.starts_at) // DAY
        yield words("league.ends", day=timestamp(season.ends_at, "D"), count=days)
    if len(season.fixtures) > 1:
        yield words("league.pairings")
        yield shorten("\n".join(_pairing_lines(words, view)), LONGEST_PAIRINGS)


def _pairing_lines(words: Words, view: LeagueView) -> Iterator[str]:
    """List the games of each division: those of two by who begins, `Anna – Ben, Carla`."""
    names = {
        entrant.number: entrant_name(words, entrant, escape) for entrant in view.season.entrants
    }
    for division in view.divisions:
        if view.season.terms.seats == 2:
            opponents: dict[int, list[str]] = {}
            for fixture in division.fixtures:
                beginner, opponent = fixture.players
                opponents.setdefault(beginner, []).append(names[opponent])
            games = [
                f"{names[beginner]} – {', '.join(opponent_names)}"
                for beginner, opponent_names in opponents.items()
            ]
        else:
            games = [
                fixture_names(words, view.season, fixture, escape) for fixture in division.fixtures
            ]
        title = league_tables.division_title(words, division)
        yield f"-# {title} {' · '.join(games)}" if title else f"-# {' · '.join(games)}"


def _fate_of_games(view: LeagueView, facts: Facts) -> str:
    if view.season.terms.seats > 2:
        return "tables"
    rows = [row for division in view.divisions for row in division.rows]
    stays = facts.get("entrant") in {row.entrant.number for row in rows}
    return "lost" if stays else "void"


def podium_lines(words: Words, view: LeagueView) -> Iterator[str]:
    """Tell who has won, and the first three places of each division in which a game counts."""
    counting = [
        division
        for division in view.divisions
        if any(fixture.decided for fixture in division.fixtures)
    ]
    if view.divisions[0] in counting:
        winners = [row.entrant for row in view.divisions[0].rows if row.standing.place == 1]
        yield words("league.won", names=list_entrants(words, winners, escape), count=len(winners))
    else:
        yield words("league.nobody_won")
    for division in counting:
        places: dict[int, list[str]] = {}
        for row in division.rows:
            if row.standing.place <= PODIUM:
                places.setdefault(row.standing.place, []).append(
                    entrant_name(words, row.entrant, escape)
                )
        podium = ", ".join(f"**{place}.** {words.join(names)}" for place, names in places.items())
        title = league_tables.division_title(words, division)
        yield f"{title}: {podium}" if title else podium


def honour_lines(words: Words, season: Season, honours: Honours) -> Iterator[str]:
    """Name the best game, the biggest upset and who was luckiest, as far as there are any."""
    best = honours.best
    upset = honours.upset
    luckiest = honours.luckiest
    if best is not None:
        yield words(
            "league.best_game",
            players=fixture_names(words, season, best, escape),
            scores="–".join(map(str, best.scores)),
            place=f"<#{best.thread_id}>",
        )
    if upset is not None:
        winner_rating, loser_rating = map(round, upset.ratings)
        yield words(
            "league.upset",
            name=entrant_name(words, season.entrants[upset.winner], escape),
            rating=winner_rating,
            loser=entrant_name(words, season.entrants[upset.loser], escape),
            other=loser_rating,
            place=f"<#{upset.fixture.thread_id}>",
        )
    if luckiest is not None:
        yield words(
            "league.luckiest",
            count=luckiest.games,
            name=entrant_name(words, season.entrants[luckiest.entrant], escape),
            points=luckiest.points,
        )
