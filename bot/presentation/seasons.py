"""A season in words and pictures: its name, the names of who plays, and its divisions."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.league.season import Entrant, Fixture, FixtureState, Reason, Season
from bot.match.league.standings import Points
from bot.match.league.view import DivisionView, Row
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

# The outcomes of fixtures that are not decided.
_OUTCOMES = {
    FixtureState.WAITING: Outcome.WAITING,
    FixtureState.CALLED: Outcome.WAITING,
    FixtureState.RUNNING: Outcome.RUNNING,
    FixtureState.VOID: Outcome.VOID,
}
# Why a game can be void although those who meet in it are still there.
WHY_VOID = (Reason.VOIDED, Reason.NEVER_BEGUN, Reason.NOBODY)

# Makes somebody's words fit where they are to stand, such as in a message.
Write = Callable[[str], str]


def season_name(words: Words, season: Season, write: Write) -> str:
    """Join the name of a league with the number of the season, as far as there can be several."""
    name = write(season.name)
    return name if season.is_cup else words("league.season", name=name, number=season.number)


def entrant_name(words: Words, entrant: Entrant, write: Write) -> str:
    return write(entrant.name) or words("game.a_player")


def list_entrants(words: Words, entrants: Sequence[Entrant], write: Write) -> str:
    return words.join([entrant_name(words, entrant, write) for entrant in entrants])


def fixture_names(words: Words, season: Season, fixture: Fixture, write: Write) -> str:
    people = (season.entrants[player] for player in fixture.players)
    return " – ".join(entrant_name(words, entrant, write) for entrant in people)


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
                values.append(format_points(words, performance.strength))
            case "difference":
                values.append(
                    f"{performance.difference:+}".replace("-", "−")
                    if performance.difference
                    else "0"
                )
    higher, lower = values
    return words(f"league.apart.{apart}", own=higher, other=lower)


def format_points(words: Words, points: Points) -> str:
    if points.denominator == 1:
        return str(points)
    return format_decimal(words, round(10 * points))


def notes_on(words: Words, division: DivisionView, write: Write) -> Iterator[str]:
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


def crosstable_picture(words: Words, face: AnyFace, division: DivisionView) -> Drawing:
    return face.pictures.crosstable(words, crosstable_of(words, division))


def crosstable_of(words: Words, division: DivisionView) -> Crosstable:
    """List everybody's games in a division, in the order of the standings: against whom, or at
    which of the tables."""
    rows = division.rows
    if division.season.terms.seats == 2:
        columns = tuple((str(at), row.entrant.name) for at, row in enumerate(rows, 1))
    else:
        columns = tuple(
            (words("league.table_head", number=at), words("league.table", number=at))
            for at in range(1, len(division.fixtures) + 1)
        )
    cells = tuple(
        tuple(None if game is None else _cell_of(game, row.entrant.number) for game in games)
        for row, games in zip(rows, games_in_crosstable(division), strict=True)
    )
    return Crosstable(
        division.season.name,
        _below(words, division),
        tuple(row.entrant.name for row in rows),
        columns,
        cells,
        tuple(row.standing.performance.points for row in rows),
    )


def games_in_crosstable(division: DivisionView) -> Sequence[Sequence[Fixture | None]]:
    """List the game of each cell of the crosstable, by player and column."""
    numbers = [row.entrant.number for row in division.rows]
    if division.season.terms.seats == 2:
        fixtures = {frozenset(fixture.players): fixture for fixture in division.fixtures}
        return [
            [fixtures.get(frozenset((player, opponent))) for opponent in numbers]
            for player in numbers
        ]
    return [
        [fixture if player in fixture.players else None for fixture in division.fixtures]
        for player in numbers
    ]


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


def describe_result(words: Words, season: Season, fixture: Fixture, write: Write) -> str:
    """Give the points, and what else decided a game."""
    scores = "–".join(map(str, fixture.scores))
    why = fixture.reason
    if why is None or why is Reason.PLAYED:
        return scores
    if why is Reason.BY_SCORE:
        return words("league.decided.by_score", scores=scores)
    places = zip(fixture.players, fixture.places, strict=True)
    winners = [season.entrants[player] for player, place in places if place == 1]
    return words(
        f"league.decided.{why}", names=list_entrants(words, winners, write), count=len(winners)
    )
