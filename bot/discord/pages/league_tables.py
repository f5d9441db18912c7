"""A season as it is shown: the standings and the crosstable of its divisions, in pictures and in
text, and its games."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from bot.discord.pages.page import PageButton, Target
from bot.discord.pages.wording import channel_mention, escape, game_status, timestamp
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.clocks import time_up_at
from bot.match.game import Status
from bot.match.league.season import Entrant, Fixture, FixtureState, Reason, Season, Stage
from bot.match.league.standings import Points
from bot.match.league.view import DivisionView, Glance, LeagueView, Row
from render.picture.names import clean_name, format_decimal
from render.pictures import Drawing
from render.tables.standings import (
    Crosstable,
    CrosstableCell,
    Moves,
    Outcome,
    Standings,
    StandingsLine,
)

# In a post: one for each division.
MOST_PICTURES = 10
# The outcomes of fixtures that are not decided.
_OUTCOMES = {
    FixtureState.WAITING: Outcome.WAITING,
    FixtureState.CALLED: Outcome.WAITING,
    FixtureState.RUNNING: Outcome.RUNNING,
    FixtureState.VOID: Outcome.VOID,
}
# Why a game can be void although those who meet in it are still there.
WHY_VOID = (Reason.VOIDED, Reason.NEVER_BEGUN, Reason.NOBODY)
# The games of a division, in characters: the rest of a page fits beside them.
LONGEST_GAMES = 3200


# Makes somebody's words fit where they are to stand: in a message, unless it says otherwise.
Write = Callable[[str], str]


def season_name(words: Words, season: Season, write: Write = escape) -> str:
    """Join the name of a league with the number of the season, as far as there can be several."""
    name = write(season.name)
    return name if season.is_cup else words("league.season", name=name, number=season.number)


def entrant_name(words: Words, entrant: Entrant, write: Write = escape) -> str:
    return write(entrant.name) or words("game.a_player")


def list_entrants(words: Words, entrants: Sequence[Entrant], write: Write = escape) -> str:
    return words.join([entrant_name(words, entrant, write) for entrant in entrants])


def fixture_names(words: Words, season: Season, fixture: Fixture, write: Write = escape) -> str:
    people = (season.entrants[player] for player in fixture.players)
    return " – ".join(entrant_name(words, entrant, write) for entrant in people)


def season_button(words: Words, season_id: int, week: int = 0) -> PageButton:
    """Make a button that opens a season, with one's own games; every week's is another button."""
    target = Target(ply=week, rest=str(season_id))
    return PageButton("standings", target, words("league.button.standings"))


def glance_line(words: Words, glance: Glance | None) -> str:
    """Name the league of a game, and how its players stand, in small; empty for other games."""
    if glance is None:
        return ""
    parts = [season_name(words, glance.season)]
    if glance.division is not None:
        parts.append(words("league.division", number=glance.division + 1))
    for rank in glance.ranks:
        name = entrant_name(words, rank.entrant)
        points = _points(words, rank.points)
        parts.append(words("league.rank", place=rank.place, name=name, points=points))
    return f"-# {' · '.join(parts)}"


# Standings.


def season_head(words: Words, season: Season) -> str:
    """Name the season, the game that it is of, and the day on which it ends."""
    lines = [f"## {season_name(words, season)}", f"*{words(f'{season.kind}.name')}*"]
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
    for note in notes_on(words, division):
        yield f"-# {note}"


def standing_line(words: Words, division: DivisionView, row: Row) -> str:
    """Give the place of a player and their points, what sets them apart from the next, and what
    they can still reach."""
    performance = row.standing.performance
    reach = row.reachable
    several = performance.points != 1  # so are fractions
    points = _points(words, performance.points)
    parts = [
        words(
            "league.line",
            place=row.standing.place,
            name=entrant_name(words, row.entrant),
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


def reason_of(words: Words, division: DivisionView, row: Row) -> str:
    """Say why a player is above the next one with the same points; empty if none is
    needed."""
    apart = row.standing.set_apart
    if apart is None or apart == "points":
        return ""
    below = division.rows[division.rows.index(row) + 1].standing.performance
    values = []
    for performance in (row.standing.performance, below):
        match apart:
            case "among_tied":
                values.append(str(performance.among_tied))
            case "strength":
                values.append(_points(words, performance.strength))
            case "difference":
                values.append(
                    f"{performance.difference:+}".replace("-", "−")
                    if performance.difference
                    else "0"
                )
    higher, lower = values
    return words(f"league.apart.{apart}", own=higher, other=lower)


def _points(words: Words, points: Points) -> str:
    if points.denominator == 1:
        return str(points)
    return format_decimal(words, round(10 * points))


def notes_on(words: Words, division: DivisionView, write: Write = escape) -> Iterator[str]:
    """Say why a range can be wider: those who are gone without a line, and void games."""
    rows = {row.entrant.number for row in division.rows}
    departed = [entrant for entrant in division.withdrawn if entrant.number not in rows]
    if departed:
        yield words("league.gone", count=len(departed), names=list_entrants(words, departed, write))
    for fixture in division.void:
        if rows.issuperset(fixture.players):
            why = fixture.reason if fixture.reason in WHY_VOID else Reason.VOIDED
            players = fixture_names(words, division.season, fixture, write)
            yield words(f"league.void.{why}", players=players)


def standings_pictures(words: Words, face: AnyFace, view: LeagueView) -> list[Drawing]:
    """Draw one for each division, as many as fit into a post."""
    return [standings_picture(words, face, division) for division in view.divisions[:MOST_PICTURES]]


def standings_picture(
    words: Words, face: AnyFace, division: DivisionView, viewer: int | None = None
) -> Drawing:
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
            reason=reason_of(words, division, row),
            moves=Moves.STAYS if row.change is None else Moves(row.change),
            withdrawn=row.entrant in division.withdrawn,
            own=viewer is not None and row.entrant.user_id == viewer,
        )
        for row in division.rows
    )
    notes = tuple(notes_on(words, division, clean_name))
    standings = Standings(division.season.name, _below(words, division), lines, notes)
    name = f"standings-{division.number + 1}.png"
    return replace(face.pictures.standings(words, standings), filename=name)


def _below(words: Words, division: DivisionView) -> str:
    """Write the line below the name of a league in a picture."""
    season = division.season
    below = words("league.numbered", number=season.number)
    if season.is_cup:
        below = words(f"{season.kind}.name")
    if len(season.divisions) > 1:
        below = f"{below} · {words('league.division', number=division.number + 1)}"
    return below


# Games.


def crosstable_picture(words: Words, face: AnyFace, division: DivisionView) -> Drawing:
    """Draw everybody's games in a division, in the order of the standings: against whom, or at
    which of the tables."""
    rows = division.rows
    numbers = [row.entrant.number for row in rows]
    if division.season.terms.seats == 2:
        columns = tuple((str(at), row.entrant.name) for at, row in enumerate(rows, 1))
        fixtures = {frozenset(fixture.players): fixture for fixture in division.fixtures}
        games = [
            [fixtures.get(frozenset((player, opponent))) for opponent in numbers]
            for player in numbers
        ]
    else:
        columns = tuple(
            (words("league.table_head", number=at), words("league.table", number=at))
            for at in range(1, len(division.fixtures) + 1)
        )
        games = [
            [fixture if player in fixture.players else None for fixture in division.fixtures]
            for player in numbers
        ]
    cells = tuple(
        tuple(None if game is None else _cell_of(game, player) for game in line)
        for player, line in zip(numbers, games, strict=True)
    )
    crosstable = Crosstable(
        division.season.name,
        _below(words, division),
        tuple(row.entrant.name for row in rows),
        columns,
        cells,
        tuple(row.standing.performance.points for row in rows),
    )
    return face.pictures.crosstable(words, crosstable)


def _cell_of(fixture: Fixture, player: int) -> CrosstableCell:
    if fixture.decided is None:
        return CrosstableCell(_OUTCOMES[fixture.state])
    seat = fixture.players.index(player)
    place = fixture.places[seat]
    is_shared = fixture.places.count(1) > 1
    if place > 1:
        outcome = Outcome.LOST
    elif is_shared:
        outcome = Outcome.DRAWN
    else:
        outcome = Outcome.WON
    return CrosstableCell(outcome, fixture.decided.points[seat])


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
    players = fixture_names(words, view.season, fixture)
    game = view.games.get(fixture.number)
    if game is not None and game.status is Status.RUNNING:
        state = game_status(words, game)
        over = time_up_at(game)
        if over is not None and game.pause is None:
            state = f"{state}, {timestamp(over)}"
        state = f"{state} · {channel_mention(game)}"
    elif fixture.state is FixtureState.DECIDED:
        state = _result(words, view.season, fixture)
    elif fixture.state is FixtureState.VOID:
        state = words("standings.void")
    else:
        return words("league.pair", players=players)
    return words("league.fixture", players=players, state=state)


def _result(words: Words, season: Season, fixture: Fixture) -> str:
    """Give the points, and what else decided a game."""
    scores = "–".join(map(str, fixture.scores))
    why = fixture.reason
    if why is None or why is Reason.PLAYED:
        return scores
    if why is Reason.BY_SCORE:
        return words("league.decided.by_score", scores=scores)
    places = zip(fixture.players, fixture.places, strict=True)
    winners = [season.entrants[player] for player, place in places if place == 1]
    return words(f"league.decided.{why}", names=list_entrants(words, winners), count=len(winners))
