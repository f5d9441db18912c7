"""Page of a season: the standings of its divisions, who met whom, and its games, each with a link
to its page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import NamedTuple

from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.game import Status
from bot.match.league.season import Entrant, Fixture, FixtureState, Stage
from bot.match.league.view import DivisionView, LeagueView
from bot.presentation.seasons import (
    crosstable_of,
    describe_result,
    entrant_name,
    fixture_names,
    format_points,
    games_in_crosstable,
    notes_on,
    reason_of,
    season_name,
    standings_picture,
)
from bot.presentation.status import describe_status
from bot.process.clock import SECOND
from bot.table.table import Table
from bot.web.watching import Picture
from render.locale import plain
from render.picture.names import clean_name
from render.tables.standings import CrosstableCell


class Line(NamedTuple):
    """A player in the standings."""

    place: int
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    points: str
    notes: Sequence[str]


class Cell(NamedTuple):
    """A game of a player in the crosstable; without one, all of it is empty."""

    points: str
    outcome: str
    """As its style is called."""
    label: str
    address: str


class Game(NamedTuple):
    players: str
    state: str
    address: str


@dataclass(frozen=True, slots=True)
class Division:
    title: str
    """Empty where there is only one."""
    lines: Sequence[Line]
    columns: Sequence[tuple[str, str]]
    """What stands above the crosstable, in short and in full."""
    cells: Sequence[Sequence[Cell]]
    """By player, in the order of the standings."""
    games: Sequence[Game]
    """Those that are under way first, then those that are over."""
    notes: Sequence[str]


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """A season, with the names that its page gives the players, and the words of a reader."""

    key: str
    view: LeagueView
    face: AnyFace
    words: Words
    game_keys: Mapping[int, str]
    """Of its games that can be watched."""

    @property
    def title(self) -> str:
        return season_name(self.words, self.view.season, clean_name)

    @property
    def status(self) -> str:
        """Say until when it is played, or whether it is over."""
        season = self.view.season
        if season.stage is Stage.RUNNING and season.ends_at is not None:
            last_day = datetime.fromtimestamp(season.ends_at / SECOND, UTC).date()
            return self.words("web.season.until", day=last_day.isoformat())
        return self.words(f"web.season.{season.stage}")

    @property
    def people(self) -> str:
        """Name who takes part, for the time before there are divisions."""
        entrants = self.view.season.taking_part
        return self.words.join([entrant_name(self.words, entrant, str) for entrant in entrants])

    @property
    def leaders(self) -> str:
        """Name the first of each division with their points."""
        leaders = [division.rows[0] for division in self.view.divisions if division.rows]
        return ", ".join(
            f"{entrant_name(self.words, row.entrant, str)} "
            f"{format_points(self.words, row.standing.performance.points)}"
            for row in leaders
        )

    def divisions(self) -> Iterator[Division]:
        for view in self.view.divisions:
            crosstable = crosstable_of(self.words, view)
            yield Division(
                title=self._division_title(view),
                lines=list(self._lines(view)),
                columns=crosstable.columns,
                cells=[
                    [self._cell(cell, fixture) for cell, fixture in zip(*row, strict=True)]
                    for row in zip(crosstable.cells, games_in_crosstable(view), strict=True)
                ],
                games=[
                    self._game(fixture)
                    for fixture in sorted(view.fixtures, key=_under_way_first)
                    if fixture.state not in (FixtureState.WAITING, FixtureState.CALLED)
                ],
                notes=list(notes_on(self.words, view, str)),
            )

    def picture(self) -> Picture | None:
        """Draw the standings of the first division, for the preview of a link."""
        if not self.view.divisions:
            return None
        drawing = standings_picture(self.words, self.face, self.view.divisions[0])
        season = self.view.season
        names = tuple(entrant.name for entrant in season.entrants)
        return Picture(drawing, (self.words.language, "season", season.id, season.revision, names))

    def _division_title(self, division: DivisionView) -> str:
        if len(self.view.divisions) == 1:
            return ""
        return self.words("league.division_title", number=division.number + 1)

    def _lines(self, division: DivisionView) -> Iterator[Line]:
        for row in division.rows:
            performance = row.standing.performance
            reach = row.reachable
            notes = [reason_of(self.words, division, row)]
            if row.entrant in division.withdrawn:
                notes.append(self.words("standings.withdrawn"))
            if reach.first != reach.last:
                notes.append(self.words("standings.reach", first=reach.first, last=reach.last))
            if row.change is not None:
                notes.append(self.words(f"standings.{row.change}"))
            yield Line(
                place=row.standing.place,
                name=entrant_name(self.words, row.entrant, str),
                played=performance.played,
                won=performance.won,
                drawn=performance.drawn,
                lost=performance.lost,
                points=format_points(self.words, performance.points),
                notes=[note for note in notes if note],
            )

    def _cell(self, cell: CrosstableCell | None, fixture: Fixture | None) -> Cell:
        if cell is None or fixture is None:
            return Cell("", "", "", "")
        game = self._game(fixture)
        is_decided = fixture.decided is not None
        points = format_points(self.words, cell.points) if is_decided else ""
        label = f"{game.players}: {game.state}"
        return Cell(points, cell.outcome.value, label, game.address)

    def _game(self, fixture: Fixture) -> Game:
        season = self.view.season
        key = None if fixture.game_id is None else self.game_keys.get(fixture.game_id)
        running = self.view.games.get(fixture.number)
        if running is not None and running.status is Status.RUNNING:
            players = [season.entrants[player] for player in fixture.players]
            names = [entrant_name(self.words, entrant, str) for entrant in players]
            state = describe_status(self.words, running, names)
        elif fixture.state is FixtureState.DECIDED:
            state = describe_result(self.words, season, fixture, str)
        elif fixture.state is FixtureState.VOID:
            state = self.words("standings.void")
        elif fixture.state is FixtureState.RUNNING:
            state = self.words("standings.running")
        else:
            state = self.words("standings.waiting")
        return Game(
            players=fixture_names(self.words, season, fixture, str),
            state=state,
            address="" if key is None else f"/g/{key}?lang={self.words.language}",
        )


class Seasons:
    """Reads the seasons that are looked at. One per process."""

    def __init__(self, table: Table, faces: Mapping[str, AnyFace]) -> None:
        self._table = table
        self._faces = faces

    async def find(self, key: str, words: Words) -> SeasonPage | None:
        public = await self._table.game_pages.find_season(key)
        if public is None:
            return None
        words = plain(words)
        view = await self._table.leagues.view(public.season_id)
        nameless = {
            user_id
            for user_id, preferences in public.preferences.items()
            if preferences.page_name == "colour"
        }
        view = _number_nameless(words, view, nameless)
        return SeasonPage(key, view, self._faces[view.season.kind], words, public.game_keys)


def _number_nameless(words: Words, view: LeagueView, nameless: set[int]) -> LeagueView:
    """Number those who appear on pages without their name: they have no colour in a season."""

    def numbered(entrant: Entrant) -> Entrant:
        if entrant.user_id not in nameless:
            return entrant
        return replace(entrant, name=words("web.season.player", number=entrant.number + 1))

    season = replace(
        view.season, entrants=tuple(numbered(entrant) for entrant in view.season.entrants)
    )
    return replace(
        view,
        season=season,
        divisions=[
            replace(
                division,
                season=season,
                rows=[replace(row, entrant=numbered(row.entrant)) for row in division.rows],
                withdrawn=[numbered(entrant) for entrant in division.withdrawn],
            )
            for division in view.divisions
        ],
    )


def _under_way_first(fixture: Fixture) -> tuple[bool, int]:
    return not fixture.undecided, fixture.number
