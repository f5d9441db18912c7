"""A season as people are shown it: each division with its standings and the places that can still
be reached, and its games. Pictures, texts and posts are made from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.match.game import Game
from bot.match.league.course import end
from bot.match.league.outlook import Reachable, outlook
from bot.match.league.promotion import Change, find_changes
from bot.match.league.season import Entrant, Entry, Fixture, FixtureState, Season
from bot.match.league.standings import Points, Standing, standings


@dataclass(frozen=True, slots=True)
class Row:
    entrant: Entrant
    standing: Standing
    """With the place, the points, and what sets the player apart from the next one."""
    reachable: Reachable
    change: Change | None
    """They go up or down if the season ends like this."""


@dataclass(frozen=True, slots=True)
class DivisionView:
    season: Season
    number: int
    rows: Sequence[Row]
    fixtures: Sequence[Fixture]
    withdrawn: Sequence[Entrant]
    """Who withdrew. Those whose games are all void have no row."""
    void: Sequence[Fixture]
    """The games that count for nobody: they and withdrawals alone can widen a range."""


@dataclass(frozen=True, slots=True)
class LeagueView:
    season: Season
    divisions: Sequence[DivisionView]
    games: Mapping[int, Game] = field(default_factory=dict)
    """The running games by fixture, which tell who is waited for."""

    def fixtures_of(self, number: int) -> Sequence[Fixture]:
        """List somebody's games, those that wait or run first."""
        fixtures = self.season.fixtures_of(number)
        return sorted(fixtures, key=lambda fixture: (not fixture.undecided, fixture.number))


@dataclass(frozen=True, slots=True)
class Rank:
    entrant: Entrant
    place: int
    points: Points


@dataclass(frozen=True, slots=True)
class Glance:
    """A game of a season among its others: which season it is, and how its players stand."""

    season: Season
    """Without its entrants and fixtures."""
    division: int | None
    """None where there is only one."""
    ranks: Sequence[Rank]
    """By seat; none before the first result of the division, and after that of the game."""


def glance_at(season: Season) -> Mapping[int, Glance]:
    """Make the glances, by game. What is decided has no ranks: they would be those after it, or
    not, depending on when one looks."""
    glances = {}
    bare = replace(season, entrants=(), fixtures=())
    for number in season.divisions:
        players = season.division(number)
        decided_games = season.decided_in(number)
        ranks = {
            standing.player: Rank(
                players[standing.player], standing.place, standing.performance.points
            )
            for standing in (standings(players, decided_games) if decided_games else ())
        }
        division = number if len(season.divisions) > 1 else None
        for fixture in season.games_in(number):
            if fixture.game_id is not None:
                players_shown = fixture.players if fixture.undecided else ()
                ranks_shown = tuple(ranks[player] for player in players_shown if player in ranks)
                glances[fixture.game_id] = Glance(bare, division, ranks_shown)
    return glances


def view_season(season: Season) -> LeagueView:
    changes = find_changes(end(season))
    return LeagueView(
        season, [_view_division(season, number, changes) for number in season.divisions]
    )


def _view_division(season: Season, number: int, changes: Mapping[int, Change]) -> DivisionView:
    players = season.division(number)
    decided_games = season.decided_in(number)
    fixtures = season.games_in(number)
    undecided = [fixture.players for fixture in fixtures if fixture.undecided]
    reach = outlook([*players], decided_games, undecided)
    return DivisionView(
        season=season,
        number=number,
        rows=[
            Row(
                players[standing.player],
                standing,
                reach[standing.player],
                changes.get(standing.player),
            )
            for standing in standings(players, decided_games)
        ],
        fixtures=fixtures,
        withdrawn=[
            entrant
            for entrant in season.entrants
            if entrant.division == number and entrant.entry is Entry.WITHDRAWN
        ],
        void=[fixture for fixture in fixtures if fixture.state is FixtureState.VOID],
    )
