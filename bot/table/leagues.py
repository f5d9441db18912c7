"""Seasons and cups: what people ask of them, and everything that happens in them by itself.

A season is read, changed and stored in one transaction with what it posts and what it does to a
game, so that any number of processes can look after it, and each step happens once.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from bot.match.absences import limit_absences
from bot.match.actions import Actor, NewGame
from bot.match.errors import Refused, Why
from bot.match.game import OPEN, Game, Seat
from bot.match.league import course, entering, honours
from bot.match.league.actions import (
    SeasonAction,
    SeasonAnswer,
    SeasonDone,
    VoidFixture,
    WithdrawFromSeason,
    act,
)
from bot.match.league.course import Due, Step
from bot.match.league.honours import Honours
from bot.match.league.messages import (
    ClosedInvitation,
    FixturePost,
    LeagueMessage,
    LeagueNote,
    LeaguePost,
    News,
)
from bot.match.league.new_league import NewLeague, open_season
from bot.match.league.promotion import seed
from bot.match.league.season import MOST_AWAY, Entry, Fixture, FixtureState, Reason, Season, Stage
from bot.match.league.view import Glance, LeagueView, glance_at, view_season
from bot.match.permissions import must_have
from bot.match.reviews import read_current_review
from bot.process.clock import Clock, Millis
from bot.store import leagues, limits, message_queue
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import with_retries
from bot.store.games import insert_game, load_games, require_game
from bot.store.leagues import ListedSeason, Title
from bot.store.people import player_preferences
from bot.store.results import load_reviews, ratings_before, ratings_of
from bot.table.decisions import Decider, Decision, GameDecider
from bot.table.invitations import AGAIN_AFTER, recently_pinged
from bot.table.results import settle
from bot.table.saving import Saver

# The leagues and cups of one person in a server that have not begun.
MOST_ANNOUNCED = 5
# The number of seasons remembered for the posts of their games, at some 20 KB each.
MOST_GLANCES = 100


@dataclass(slots=True)
class _Change:
    """Effect of one step, while its transaction lasts."""

    after: Season
    posts: Sequence[LeagueMessage] = ()
    replaces_waiting_posts: bool = False
    """The posts take the place of all that still wait."""
    decision: Decision | None = None
    """The decision about one of the games that was stored."""


@dataclass(eq=False)
class Leagues:
    """Leagues of all servers. One per table."""

    database: Database
    decider: Decider
    clock: Clock
    on_change: Callable[[], None]
    _glances: OrderedDict[int, tuple[int, Mapping[int, Glance]]] = field(
        default_factory=OrderedDict, init=False
    )
    """By season, at which revision."""

    @with_retries
    async def open(self, by: Actor, new_league: NewLeague) -> SeasonAnswer:
        """Announce a league or a cup."""
        now = self.clock()
        async with self.database.writing() as connection:
            if earlier := await leagues.answer_to(connection, by.interaction_id):
                return earlier
            must_have(by, "start")
            must_have(by, "league")
            season = open_season(new_league, by.user_id, now)
            theirs = await limits.count_leagues(connection, new_league.guild_id, by.user_id)
            if theirs >= MOST_ANNOUNCED:
                raise Refused(Why.TOO_MANY_LEAGUES, most=MOST_ANNOUNCED)
            if await leagues.season_named(connection, new_league.guild_id, season.name) is not None:
                raise Refused(Why.LEAGUE_NAME_TAKEN, name=season.name)
            season = await leagues.insert_season(connection, season, now)
            answer = SeasonAnswer(season.id, SeasonDone.OPENED)
            await leagues.log_action(connection, answer, by, now)
            since = now - AGAIN_AFTER
            pinged = await recently_pinged(connection, by, now)
            pinged |= await limits.people_asked_by(
                connection, new_league.guild_id, by.user_id, since
            )
            mention = tuple(user_id for user_id, _ in new_league.asked if user_id not in pinged)
            post = LeaguePost(season.id, News.ANNOUNCED, mention)
            await message_queue.enqueue(connection, season.channel_id, [post], now)
        self.on_change()
        return answer

    @with_retries
    async def act(self, by: Actor, season_id: int, action: SeasonAction) -> SeasonAnswer:
        """Do what a person asks of a season, exactly once."""
        if isinstance(action, WithdrawFromSeason | VoidFixture):
            await self._settle_games(season_id)  # they count as they ended
        now = self.clock()
        async with self.database.writing() as connection:
            if earlier := await leagues.answer_to(connection, by.interaction_id):
                return earlier
            season = await leagues.require_season(connection, season_id, to_change=True)
            outcome = act(season, by, action, now)
            await leagues.save_season(connection, season, outcome.season, now)
            answer = SeasonAnswer(season_id, outcome.done)
            await leagues.log_action(connection, answer, by, now)
            if outcome.season.stage is Stage.CANCELLED:
                await message_queue.cancel_news(connection, season_id, now)
            posts: list[LeagueMessage] = [*_closing(season, outcome.season), *outcome.posts]
            await message_queue.enqueue(connection, season.channel_id, posts, now)
        self.on_change()
        return answer

    async def get(self, season_id: int) -> Season:
        """Raises UnknownSeason."""
        return await self.database.view(leagues.require_season, season_id)

    async def view(self, season_id: int) -> LeagueView:
        """Load what is shown of a season. Works in a thread: the places that can be reached take
        some milliseconds."""

        async def read(connection: AsyncConnection) -> tuple[Season, tuple[Game, ...]]:
            season = await leagues.require_season(connection, season_id)
            ids = [
                fixture.game_id
                for fixture in season.fixtures
                if fixture.state is FixtureState.RUNNING and fixture.game_id is not None
            ]
            return season, await load_games(connection, ids)

        season, games = await self.database.view(read)
        numbers = {fixture.game_id: fixture.number for fixture in season.fixtures}
        view = await asyncio.to_thread(view_season, season)
        return replace(view, games={numbers[game.id]: game for game in games})

    async def glance(self, game: Game) -> Glance | None:
        """Find the standing of the players of a game of a season; None for other games. The look of
        a season is remembered until it changes."""
        season_id = game.season_id
        if season_id is None:
            return None
        revision = await self.database.read(leagues.revision_of, season_id)
        cached = self._glances.get(season_id)
        if cached is None or cached[0] != revision:
            season = await self.get(season_id)
            cached = season.revision, await asyncio.to_thread(glance_at, season)
            self._glances[season_id] = cached
            if len(self._glances) > MOST_GLANCES:
                self._glances.popitem(last=False)
        self._glances.move_to_end(season_id)
        return cached[1].get(game.id)

    async def honours(self, season: Season) -> Honours:
        """Find the best game of a season that is over, its biggest upset, and who was luckiest in
        the reviewed games."""
        ids = [fixture.game_id for fixture in season.fixtures if fixture.game_id is not None]
        before = await self.database.view(ratings_before, season.kind, season.guild_id, ids)
        reviews = await self.database.read(load_reviews, ids)
        luck = await asyncio.to_thread(_read_lucks, reviews)
        return Honours(
            best=honours.find_best_game(season),
            upset=honours.find_biggest_upset(season, before),
            luckiest=honours.find_luckiest(season, luck),
        )

    async def in_server(self, guild_id: int, user_id: int, limit: int) -> Sequence[ListedSeason]:
        """List the seasons as somebody sees them: those under way first, then the latest."""
        return await self.database.view(leagues.seasons_in, guild_id, user_id, limit)

    async def of(self, user_id: int) -> tuple[Season, ...]:
        """List those under way in which somebody takes part."""
        return await self.database.view(leagues.seasons_of, user_id)

    async def under_way_in(self, channel_id: int) -> Sequence[LeagueView]:
        """View the seasons of a channel that are not over, the oldest first."""
        numbers = await self.database.read(leagues.seasons_under_way_in, channel_id)
        return [await self.view(number) for number in numbers]

    async def titles(self, guild_id: int, user_id: int) -> Sequence[Title]:
        """List the seasons and cups that somebody has won, the latest first."""
        return await self.database.view(leagues.titles_of, guild_id, user_id)

    async def look_after(self, season_id: int) -> None:
        """Do everything that is due in a season."""
        while await self._step(season_id):
            pass

    @with_retries
    async def _step(self, season_id: int) -> bool:
        """Do one thing that is due; returns whether there was any. If there was none, the moment to
        look again is stored anew."""
        await self._settle_games(season_id)
        now = self.clock()

        async def step(connection: AsyncConnection) -> _Change | None:
            season = await leagues.require_season(connection, season_id, to_change=True)
            due_step = course.due_now(season, now)
            if due_step is None:
                await leagues.set_due(connection, season_id, course.look_again_at(season))
                return None
            change = await _SeasonStep(self.decider, connection, season, now).do(due_step)
            await leagues.save_season(connection, season, change.after, now)
            if change.replaces_waiting_posts:
                await message_queue.cancel_news(connection, season_id, now)
            posts: list[LeagueMessage] = [*_closing(season, change.after), *change.posts]
            await message_queue.enqueue(connection, season.channel_id, posts, now)
            return change

        change = await self.database.write(step)
        if change is None:
            return False
        if change.decision is not None and change.decision.state is not None:
            self.decider.positions.remember(change.decision.after, change.decision.state)
        self.on_change()
        return True

    async def _settle_games(self, season_id: int) -> None:
        """Let those that are over count before anything else is decided about them."""
        for game_id in await self.database.read(leagues.games_to_settle, season_id):
            game = await self.database.read(require_game, game_id)
            if not game.settled and game.status not in OPEN:
                await settle(self.database, game, self.clock())


@dataclass(frozen=True, slots=True)
class _SeasonStep:
    """One step of a season that is locked, in the transaction that stores what it leads to."""

    decider: Decider
    connection: AsyncConnection
    season: Season
    now: Millis

    async def do(self, due_step: Due) -> _Change:
        season = self.season
        number = due_step.number or 0
        match due_step.step:
            case Step.REMIND:
                people = tuple(
                    entrant.user_id
                    for entrant in season.entrants
                    if entrant.entry is Entry.ASKED and entrant.user_id is not None
                )
                reminder = _news(replace(season, reminded=True), News.REMINDED, people)
                return reminder if people else _Change(reminder.after)
            case Step.BEGIN:
                return await self._begin()
            case Step.GIVE_UP:
                cancelled_season = replace(season, stage=Stage.CANCELLED)
                change = _news(cancelled_season, News.GIVEN_UP, _people_in(season))
                return replace(change, replaces_waiting_posts=True)
            case Step.CALL:
                fixtures = list(course.games_to_call(season, self.now))
                posts = [FixturePost(season.id, fixture.number) for fixture in fixtures]
                return _Change(course.call(season, fixtures), posts)
            case Step.OPEN:
                return await self._open_game(season.fixtures[number])
            case Step.ADJUST:
                return await self._adjust(season.fixtures[number])
            case Step.TAKE_OUT:
                person = season.entrants[number].user_id
                mention = () if person is None else (person,)
                after = entering.withdraw(season, number)
                return _news(after, News.TAKEN_OUT, mention, entrant=number)
            case Step.DECIDE:
                return await self._decide(season.fixtures[number])
            case Step.SHOW:
                after = course.show(season, self.now)
                return _news(after, News.STANDINGS, week=after.shown)
            case Step.CALL_NEXT:
                return await self._call_next()
            case Step.END:
                return await self._end()
            case _:
                assert_never(due_step.step)

    async def _begin(self) -> _Change:
        connection = self.connection
        season = self.season
        previous = None
        if season.previous_id is not None:
            previous = await leagues.load_season(connection, season.previous_id)
        ratings = await ratings_of(connection, season.kind, season.guild_id, _people_in(season))
        after = course.begin(season, seed(season, previous, ratings), self.now)
        return replace(_news(after, News.BEGUN), replaces_waiting_posts=True)

    async def _open_game(self, fixture: Fixture) -> _Change:
        """Open the game of a fixture in its thread, with everybody in their seat."""
        season = self.season
        assert fixture.thread_id is not None
        new_game = NewGame(
            kind=season.kind,
            guild_id=season.guild_id,
            channel_id=fixture.thread_id,
            parent_id=season.channel_id,
            first=0,
            rated=True,
            hints=False,
            time_limit=season.terms.time_limit,
        )
        players = [season.entrants[player] for player in fixture.players]
        game = await insert_game(
            self.connection,
            new_game,
            season.options,
            [Seat(entrant.user_id, entrant.name, taken=True) for entrant in players],
            opener_id=None,
            season_id=season.id,
            now=self.now,
        )
        decision = await self._save(game, self._decide_about(game).open(None))
        return _Change(course.start_game(season, fixture.number, game.id), decision=decision)

    async def _adjust(self, fixture: Fixture) -> _Change:
        """Bring the game in line with the season, one thing after another."""
        assert fixture.game_id is not None
        game = await require_game(self.connection, fixture.game_id)
        decision, after = await self._find_adjustment(fixture, game)
        if decision is None:
            after = replace(after, to_adjust=False)
        else:
            await self._save(game, decision)
        return _Change(self.season.with_fixtures(after), decision=decision)

    async def _find_adjustment(
        self, fixture: Fixture, game: Game
    ) -> tuple[Decision | None, Fixture]:
        """Find the next thing to be done to the game, and the fixture after it."""
        season = self.season
        step = self._decide_about(game)
        if game.status not in OPEN:
            return None, replace(fixture, extra=0)
        if fixture.state is FixtureState.VOID:
            return await step.make_void(), fixture
        for number, player in enumerate(fixture.players):
            entrant = season.entrants[player]
            seat = game.seats[number]
            has_lost = fixture.state is FixtureState.DECIDED and fixture.places[number] > 1
            has_withdrawn = (
                entrant.entry is Entry.WITHDRAWN and fixture.state is FixtureState.RUNNING
            )
            if (has_lost or has_withdrawn) and not seat.left:
                return await step.leave(number), fixture
            if seat.user_id != entrant.user_id and entrant.user_id is not None and not seat.left:
                preferences = await player_preferences(self.connection, entrant.user_id)
                # Absences count as far as they stop clocks in a season.
                aways = limit_absences(preferences.aways, season.began_at or 0, MOST_AWAY)
                counted_preferences = replace(preferences, aways=aways)
                new_seat = Seat(
                    entrant.user_id, entrant.name, taken=True, preferences=counted_preferences
                )
                return await step.replace_player(number, new_seat), fixture
        if fixture.extra > 0:
            return await step.give_time(fixture.extra), replace(fixture, extra=0)
        return None, fixture

    async def _decide(self, fixture: Fixture) -> _Change:
        """Let a game count as it stands, because the season is over."""
        connection = self.connection
        season = self.season
        if fixture.game_id is None:  # it was left behind in an import
            return _Change(course.decide(season, fixture.number, Reason.NEVER_BEGUN, (), ()))
        game = await require_game(connection, fixture.game_id)
        if game.status not in OPEN:  # without anybody to count it for
            return _Change(course.decide(season, fixture.number, Reason.NOBODY, (), ()))
        decision, places, scores = await self._decide_about(game).end_by_score()
        await self._save(game, decision)
        after = course.decide(season, fixture.number, Reason.BY_SCORE, places, scores)
        return _Change(after, decision=decision)

    async def _call_next(self) -> _Change:
        """Announce the next season, with everybody in it who has finished all their games."""
        season = self.season
        now = self.now
        assert season.ends_at is not None
        following = course.follow(season, now)
        following = await leagues.insert_season(
            self.connection, entering.enter_again(following, season), now
        )
        invitation = LeaguePost(following.id, News.ANNOUNCED)
        posts: Sequence[LeagueMessage] = (invitation, *_notes_to_new_entrants((), following))
        return _Change(replace(season, next_id=following.id), posts)

    async def _end(self) -> _Change:
        """Enter those who have finished their games since the next season was announced."""
        connection = self.connection
        season = self.season
        now = self.now
        after = course.end(season)
        if season.next_id is not None:
            following = await leagues.load_season(connection, season.next_id, to_change=True)
            if following is not None and following.stage is Stage.SIGN_UP:
                with_entrants = entering.enter_again(following, after)
                await leagues.save_season(connection, following, with_entrants, now)
                notes = _notes_to_new_entrants(_people_in(following), with_entrants)
                await message_queue.enqueue(connection, season.channel_id, notes, now)
        return replace(_news(after, News.ENDED, _people_in(after)), replaces_waiting_posts=True)

    def _decide_about(self, game: Game) -> GameDecider:
        return GameDecider(self.decider, self.connection, game, self.now)

    async def _save(self, game: Game, decision: Decision) -> Decision:
        await Saver(self.connection, self.decider.timeouts, self.now).save(game, decision)
        return decision


def _news(season: Season, news: News, mention: tuple[int, ...] = (), **facts: str | int) -> _Change:
    return _Change(season, [LeaguePost(season.id, news, mention, facts)])


def _read_lucks(reviews: Mapping[int, str]) -> Mapping[int, Sequence[float]]:
    """Read the luck of each seat in points, by game, without those whose review is out of date."""
    current_reviews = ((game_id, read_current_review(text)) for game_id, text in reviews.items())
    return {
        game_id: [review.luck(seat) for seat in range(len(review.scores))]
        for game_id, review in current_reviews
        if review is not None
    }


def _closing(before: Season, after: Season) -> list[ClosedInvitation]:
    """Close the invitation once nobody can join any longer."""
    ends = before.stage is Stage.SIGN_UP and after.stage is not Stage.SIGN_UP
    return [ClosedInvitation(before.id)] if ends else []


def _people_in(season: Season) -> tuple[int, ...]:
    return tuple(entrant.user_id for entrant in season.taking_part if entrant.user_id is not None)


def _notes_to_new_entrants(earlier_ids: Sequence[int], season: Season) -> list[LeagueNote]:
    """Make notes for those who are in a season without having done anything for it."""
    new_ids = (user_id for user_id in _people_in(season) if user_id not in earlier_ids)
    return [LeagueNote(season.id, user_id, News.ENTERED_AGAIN) for user_id in new_ids]
