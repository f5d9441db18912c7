"""A season as it is shown: the standings and the crosstable of its divisions, in pictures and in
text, and its games."""

from collections.abc import Iterator

from bot.discord.pages.page import PageButton, Target
from bot.discord.pages.wording import channel_mention, escape, game_status, timestamp
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.clocks import time_up_at
from bot.match.game import Status
from bot.match.league.season import Entrant, Fixture, FixtureState, Season, Stage
from bot.match.league.view import DivisionView, Glance, LeagueView, Row
from bot.presentation.seasons import (
    describe_result,
    entrant_name,
    fixture_names,
    format_points,
    notes_on,
    reason_of,
    season_name,
    standings_picture,
)
from render.pictures import Drawing

# In a post: one for each division.
MOST_PICTURES = 10
# The games of a division, in characters: the rest of a page fits beside them.
LONGEST_GAMES = 3200


def season_button(words: Words, season_id: int, week: int = 0) -> PageButton:
    """Make a button that opens a season, with one's own games; every week's is another button."""
    target = Target(ply=week, rest=str(season_id))
    return PageButton("standings", target, words("league.button.standings"))


def glance_line(words: Words, glance: Glance | None) -> str:
    """Name the league of a game, and how its players stand, in small; empty for other games."""
    if glance is None:
        return ""
    parts = [season_name(words, glance.season, escape)]
    if glance.division is not None:
        parts.append(words("league.division", number=glance.division + 1))
    for rank in glance.ranks:
        name = entrant_name(words, rank.entrant, escape)
        points = format_points(words, rank.points)
        parts.append(words("league.rank", place=rank.place, name=name, points=points))
    return f"-# {' · '.join(parts)}"


# Standings.


def season_head(words: Words, season: Season) -> str:
    """Name the season, the game that it is of, and the day on which it ends."""
    lines = [f"## {season_name(words, season, escape)}", f"*{words(f'{season.kind}.name')}*"]
    if season.stage is Stage.RUNNING and season.ends_at is not None:
        day = timestamp(season.ends_at, "D")
        lines.append(words("league.until_end", day=day, when=timestamp(season.ends_at)))
    if season.stage is Stage.OVER:
        lines.append(words("league.state.over"))
    return "\n".join(lines)


def division_title(words: Words, division: DivisionView) -> str:
    """Name a division; empty where there is only one."""
    if len(division.season.divisions) == 1:
        return ""
    return words("league.division_title", number=division.number + 1)


def standings_lines(words: Words, division: DivisionView) -> Iterator[str]:
    """Put a division into text: everybody's line, and what widened a range."""
    title = division_title(words, division)
    if title:
        yield title
    for row in division.rows:
        yield standing_line(words, division, row)
    for note in notes_on(words, division, escape):
        yield f"-# {note}"


def standing_line(words: Words, division: DivisionView, row: Row) -> str:
    """Give the place of a player and their points, what sets them apart from the next, and what
    they can still reach."""
    performance = row.standing.performance
    reach = row.reachable
    several = performance.points != 1  # so are fractions
    points = format_points(words, performance.points)
    parts = [
        words(
            "league.line",
            place=row.standing.place,
            name=entrant_name(words, row.entrant, escape),
            points=words("league.points", count=1 + several, points=points),
            won=performance.won,
            drawn=performance.drawn,
            lost=performance.lost,
        )
    ]
    if row.entrant in division.withdrawn:
        parts.append(words("standings.withdrawn"))
    reason = reason_of(words, division, row)
    parts += [reason] if reason else []
    if reach.first != reach.last:
        parts.append(words("standings.reach", first=reach.first, last=reach.last))
    if row.change is not None:
        parts.append(words(f"standings.{row.change}"))
    return "; ".join(parts)


def standings_pictures(words: Words, face: AnyFace, view: LeagueView) -> list[Drawing]:
    """Draw one for each division, as many as fit into a post."""
    return [standings_picture(words, face, division) for division in view.divisions[:MOST_PICTURES]]


# Games.


def own_games_text(words: Words, view: LeagueView, entrant: Entrant) -> str:
    """List somebody's games, those in which they are waited for first; empty without any."""

    def waits_for_others(fixture: Fixture) -> bool:
        game = view.games.get(fixture.number)
        if game is None or game.to_act is None:
            return True
        return game.seats[game.to_act].user_id != entrant.user_id

    fixtures = sorted(view.fixtures_of(entrant.number), key=waits_for_others)
    if not fixtures:
        return ""
    return "\n".join(
        [words("league.mine"), *(_fixture_line(words, view, fixture) for fixture in fixtures)]
    )


def games_text(words: Words, view: LeagueView, division: DivisionView) -> str:
    """List the games of a division: who is waited for, who meets later, and the results."""
    groups = {
        "running": [fixture for fixture in division.fixtures if fixture.number in view.games],
        "to_come": [
            fixture
            for fixture in division.fixtures
            if fixture.undecided and fixture.number not in view.games
        ],
        "played": [fixture for fixture in division.fixtures if not fixture.undecided],
    }
    title = division_title(words, division)
    lines = [title] if title else []
    for name, fixtures in groups.items():
        if fixtures:
            lines.append(words(f"league.group.{name}"))
            lines += [_fixture_line(words, view, fixture) for fixture in fixtures]
    room = LONGEST_GAMES
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            lines[number:] = [words("league.more", count=len(lines) - number)]
            break
    return "\n".join(lines)


def _fixture_line(words: Words, view: LeagueView, fixture: Fixture) -> str:
    """Put a game into a line, with its result, or who is waited for and until when."""
    players = fixture_names(words, view.season, fixture, escape)
    game = view.games.get(fixture.number)
    if game is not None and game.status is Status.RUNNING:
        state = game_status(words, game)
        over = time_up_at(game)
        if over is not None and game.pause is None:
            state = f"{state}, {timestamp(over)}"
        state = f"{state} · {channel_mention(game)}"
    elif fixture.state is FixtureState.DECIDED:
        state = describe_result(words, view.season, fixture, escape)
    elif fixture.state is FixtureState.VOID:
        state = words("standings.void")
    else:
        return words("league.pair", players=players)
    return words("league.fixture", players=players, state=state)
