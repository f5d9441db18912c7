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


# Names.


# Makes somebody's words fit where they are to stand: in a message, unless it says otherwise.
Write = Callable[[str], str]


def season_name(words: Words, season: Season, write: Write = escape) -> str:
    """The name of a league with the number of the season, as far as there can be several."""
    name = write(season.name)
    return name if season.is_cup else words("league.season", name=name, number=season.number)


def entrant_name(words: Words, entrant: Entrant, write: Write = escape) -> str:
    return write(entrant.name) or words("game.a_player")


def list_entrants(words: Words, entrants: Sequence[Entrant], write: Write = escape) -> str:
    return words.join([entrant_name(words, one, write) for one in entrants])


def fixture_names(words: Words, season: Season, fixture: Fixture, write: Write = escape) -> str:
    people = (season.entrants[one] for one in fixture.players)
    return " – ".join(entrant_name(words, one, write) for one in people)


def season_button(words: Words, season_id: int, week: int = 0) -> PageButton:
    """It opens a season, with one's own games; every week's is another button."""
    target = Target(ply=week, rest=str(season_id))
    return PageButton("standings", target, words("league.button.standings"))


def glance_line(words: Words, glance: Glance | None) -> str:
    """The league of a game, and how its players stand, in small; empty for other games."""
    if glance is None:
        return ""
    parts = [season_name(words, glance.season)]
    if glance.division is not None:
        parts.append(words("league.division", number=glance.division + 1))
    for one in glance.ranks:
        name = entrant_name(words, one.entrant)
        points = _points(words, one.points)
        parts.append(words("league.rank", place=one.place, name=name, points=points))
    return f"-# {' · '.join(parts)}"


# Standings.


def season_head(words: Words, season: Season) -> str:
    """The season, the game that it is of, and the day on which it ends."""
    lines = [f"## {season_name(words, season)}", f"*{words(f'{season.kind}.name')}*"]
    if season.stage is Stage.RUNNING and season.ends_at is not None:
        day = timestamp(season.ends_at, "D")
        lines.append(words("league.until_end", day=day, when=timestamp(season.ends_at)))
    if season.stage is Stage.OVER:
        lines.append(words("league.state.over"))
    return "\n".join(lines)


def division_title(words: Words, division: DivisionView) -> str:
    """Empty where there is only one."""
    if len(division.season.divisions) == 1:
        return ""
    return words("league.division_title", number=division.number + 1)


def standings_lines(words: Words, division: DivisionView) -> Iterator[str]:
    """A division in text: everybody's line, and what widened a range."""
    title = division_title(words, division)
    if title:
        yield title
    for row in division.rows:
        yield standing_line(words, division, row)
    for note in notes_on(words, division):
        yield f"-# {note}"


def standing_line(words: Words, division: DivisionView, row: Row) -> str:
    """The place of a player and their points, what sets them apart from the next, and what they
    can still reach."""
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
    """The reason why a player is above the next one with the same points; empty if none is
    needed."""
    apart = row.standing.set_apart
    if apart is None or apart == "points":
        return ""
    below = division.rows[division.rows.index(row) + 1].standing.performance
    compared = []
    for one in (row.standing.performance, below):
        match apart:
            case "among_tied":
                compared.append(str(one.among_tied))
            case "strength":
                compared.append(_points(words, one.strength))
            case "difference":
                compared.append(f"{one.difference:+}".replace("-", "−") if one.difference else "0")
    own, other = compared
    return words(f"league.apart.{apart}", own=own, other=other)


def _points(words: Words, points: Points) -> str:
    if points.denominator == 1:
        return str(points)
    return format_decimal(words, round(10 * points))


def notes_on(words: Words, division: DivisionView, write: Write = escape) -> Iterator[str]:
    """The reasons why a range can be wider: those who are gone without a line, and void games."""
    rows = {row.entrant.number for row in division.rows}
    gone = [one for one in division.withdrawn if one.number not in rows]
    if gone:
        yield words("league.gone", count=len(gone), names=list_entrants(words, gone, write))
    for fixture in division.void:
        if rows.issuperset(fixture.players):
            why = fixture.reason if fixture.reason in WHY_VOID else Reason.VOIDED
            players = fixture_names(words, division.season, fixture, write)
            yield words(f"league.void.{why}", players=players)


def standings_pictures(words: Words, face: AnyFace, view: LeagueView) -> list[Drawing]:
    """One for each division, as many as fit into a post."""
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
    shown = Standings(division.season.name, _below(words, division), lines, notes)
    name = f"standings-{division.number + 1}.png"
    return replace(face.pictures.standings(words, shown), filename=name)


def _below(words: Words, division: DivisionView) -> str:
    """The line below the name of a league in a picture."""
    season = division.season
    below = words("league.numbered", number=season.number)
    if season.is_cup:
        below = words(f"{season.kind}.name")
    if len(season.divisions) > 1:
        below = f"{below} · {words('league.division', number=division.number + 1)}"
    return below


# Games.


def crosstable_picture(words: Words, face: AnyFace, division: DivisionView) -> Drawing:
    """Everybody's games in a division, in the order of the standings: against whom, or at which of
    the tables."""
    rows = division.rows
    numbers = [row.entrant.number for row in rows]
    if division.season.terms.seats == 2:
        columns = tuple((str(at), row.entrant.name) for at, row in enumerate(rows, 1))
        found = {frozenset(one.players): one for one in division.fixtures}
        games = [[found.get(frozenset((own, other))) for other in numbers] for own in numbers]
    else:
        columns = tuple(
            (words("league.table_head", number=at), words("league.table", number=at))
            for at in range(1, len(division.fixtures) + 1)
        )
        games = [
            [one if own in one.players else None for one in division.fixtures] for own in numbers
        ]
    cells = tuple(
        tuple(None if game is None else _cell_of(game, own) for game in line)
        for own, line in zip(numbers, games, strict=True)
    )
    shown = Crosstable(
        division.season.name,
        _below(words, division),
        tuple(row.entrant.name for row in rows),
        columns,
        cells,
        tuple(row.standing.performance.points for row in rows),
    )
    return face.pictures.crosstable(words, shown)


def _cell_of(fixture: Fixture, own: int) -> CrosstableCell:
    if fixture.decided is None:
        return CrosstableCell(_OUTCOMES[fixture.state])
    seat = fixture.players.index(own)
    place = fixture.places[seat]
    shared = fixture.places.count(1) > 1
    outcome = Outcome.LOST if place > 1 else Outcome.DRAWN if shared else Outcome.WON
    return CrosstableCell(outcome, fixture.decided.points[seat])


def own_games_text(words: Words, view: LeagueView, entrant: Entrant) -> str:
    """Somebody's games, those in which they are waited for first; empty without any."""

    def waits_for_others(fixture: Fixture) -> bool:
        game = view.games.get(fixture.number)
        if game is None or game.to_act is None:
            return True
        return game.seats[game.to_act].user_id != entrant.user_id

    own = sorted(view.fixtures_of(entrant.number), key=waits_for_others)
    if not own:
        return ""
    return "\n".join([words("league.mine"), *(_fixture_line(words, view, one) for one in own)])


def games_text(words: Words, view: LeagueView, division: DivisionView) -> str:
    """The games of a division: who is waited for, who meets later, and the results."""
    groups = {
        "running": [one for one in division.fixtures if one.number in view.games],
        "to_come": [
            one for one in division.fixtures if one.undecided and one.number not in view.games
        ],
        "played": [one for one in division.fixtures if not one.undecided],
    }
    title = division_title(words, division)
    lines = [title] if title else []
    for name, fixtures in groups.items():
        if fixtures:
            lines.append(words(f"league.group.{name}"))
            lines += [_fixture_line(words, view, one) for one in fixtures]
    left = LONGEST_GAMES
    for number, line in enumerate(lines):
        left -= len(line) + 1
        if left < 0:
            lines[number:] = [words("league.more", count=len(lines) - number)]
            break
    return "\n".join(lines)


def _fixture_line(words: Words, view: LeagueView, fixture: Fixture) -> str:
    """A game with its result, or who is waited for and until when."""
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
    """The points, and what else decided a game."""
    scores = "–".join(map(str, fixture.scores))
    why = fixture.reason
    if why is None or why is Reason.PLAYED:
        return scores
    if why is Reason.BY_SCORE:
        return words("league.decided.by_score", scores=scores)
    places = zip(fixture.players, fixture.places, strict=True)
    winners = [season.entrants[player] for player, place in places if place == 1]
    return words(f"league.decided.{why}", names=list_entrants(words, winners), count=len(winners))
