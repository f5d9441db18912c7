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
        """Somebody's games, those that wait or run first."""
        own = self.season.fixtures_of(number)
        return sorted(own, key=lambda one: (not one.undecided, one.number))


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
    """By game. What is decided has no ranks: they would be those after it, or not, depending on
    when one looks."""
    glances = {}
    bare = replace(season, entrants=(), fixtures=())
    for number in season.divisions:
        players = season.division(number)
        decided = season.decided_in(number)
        ranks = {
            one.player: Rank(players[one.player], one.place, one.performance.points)
            for one in (standings(players, decided) if decided else ())
        }
        division = number if len(season.divisions) > 1 else None
        for one in season.games_in(number):
            if one.game_id is not None:
                seated = one.players if one.undecided else ()
                there = tuple(ranks[player] for player in seated if player in ranks)
                glances[one.game_id] = Glance(bare, division, there)
    return glances


def view_season(season: Season) -> LeagueView:
    changes = find_changes(end(season))
    return LeagueView(
        season, [_view_division(season, number, changes) for number in season.divisions]
    )


def _view_division(season: Season, number: int, changes: Mapping[int, Change]) -> DivisionView:
    players = season.division(number)
    decided = season.decided_in(number)
    fixtures = season.games_in(number)
    left = [one.players for one in fixtures if one.undecided]
    reach = outlook([*players], decided, left)
    return DivisionView(
        season=season,
        number=number,
        rows=[
            Row(players[one.player], one, reach[one.player], changes.get(one.player))
            for one in standings(players, decided)
        ],
        fixtures=fixtures,
        withdrawn=[
            one
            for one in season.entrants
            if one.division == number and one.entry is Entry.WITHDRAWN
        ],
        void=[one for one in fixtures if one.state is FixtureState.VOID],
    )
