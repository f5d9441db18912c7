"""The pages and posts of a season are within Discord's limits, however large it is and whatever its
people are called, and say what matters."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from bot.discord.features.seasons import SIDES, SeasonLook, division_page, whole_page
from bot.discord.pages.league_posts import invitation_text, news_page, podium_lines
from bot.discord.pages.league_tables import games_text, standings_lines
from bot.games.faces import FACES
from bot.locale import ENGLISH, languages, words_of
from bot.match.game import Game, Seat, Status
from bot.match.league import course, entering
from bot.match.league.honours import Honours, Luckiest, Upset
from bot.match.league.messages import LeaguePost, News
from bot.match.league.season import FixtureState, Reason, Season, Terms, with_time_limit
from bot.match.league.view import LeagueView, view_season
from bot.match.time_limits import TimeLimit, read_limit
from bot.process.clock import DAY
from tests.bot.discord.kit.limits import of_page
from tests.bot.match.league.simulating import PERSON, begun

LONGEST = "_*" * 16
FACE = FACES["carcassonne"]
ENGLISH_WORDS = words_of(ENGLISH)
FEW = (6, Terms())
MANY = (35, Terms(division=7))
TABLES = (21, Terms(seats=4, length=200 * DAY, division=7))
MOST = (60, Terms(division=4))


def in_play(people: int, terms: Terms, names: Sequence[str] = (LONGEST,)) -> LeagueView:
    """A season in which a third of the games is over, and a third is running."""
    season = begun(people, terms)
    named = [
        replace(entrant, name=names[entrant.number % len(names)]) for entrant in season.entrants
    ]
    season = replace(season, entrants=tuple(named), name=LONGEST[:30] * 2)
    for fixture in season.fixtures:
        if fixture.number % 3 < 2:
            season = course.call(season, [fixture])
            season = course.give_thread(season, fixture.number, 10**18)
            season = course.start_game(season, fixture.number, 1 + fixture.number)
        if fixture.number % 3 == 0:
            places = range(1, 1 + len(fixture.players))
            scores = [100 - place for place in places]
            season = course.decide(season, fixture.number, Reason.PLAYED, places, scores)
    view = view_season(season)
    running = [fixture for fixture in season.fixtures if fixture.state is FixtureState.RUNNING]
    return replace(
        view, games={fixture.number: a_game(season, fixture.number) for fixture in running}
    )


def a_game(season: Season, number: int) -> Game:
    """The first to play is waited for."""
    fixture = season.fixtures[number]
    people = [season.entrants[player] for player in fixture.players]
    return Game(
        id=1 + number,
        kind=season.kind,
        guild_id=season.guild_id,
        channel_id=fixture.thread_id or 0,
        parent_id=season.channel_id,
        opener_id=None,
        options={},
        status=Status.RUNNING,
        seats=tuple(Seat(entrant.user_id, entrant.name, taken=True) for entrant in people),
        first=0,
        commitment="",
        ply=0,
        branch=0,
        to_act=0,
        winners=(),
        offer=None,
        pause=None,
        waiting_since=season.closes_at,
        paused_at=None,
        revision=0,
        time_limit=TimeLimit(5 * DAY, DAY, 5 * DAY).begin(len(people)),
        season_id=season.id,
    )


@pytest.fixture(scope="module", params=[FEW, MANY, TABLES, MOST])
def view(request: pytest.FixtureRequest) -> LeagueView:
    return in_play(*request.param)


@pytest.mark.parametrize(("side", "language"), list(product(SIDES, languages())))
def test_every_side_is_within_limits(view: LeagueView, side: str, language: str) -> None:
    words = words_of(language)
    for division in (None, view.season.divisions[-1]):
        look = SeasonLook(view.season.id, division, side)
        assert of_page(division_page(words, FACE, view, look, PERSON)) == []
    assert of_page(whole_page(words, FACE, view)) == []


@pytest.mark.parametrize(("news", "language"), list(product(News, languages())))
def test_every_post_is_within_limits(view: LeagueView, news: News, language: str) -> None:
    people = tuple(entrant.user_id or 0 for entrant in view.season.entrants)
    facts = {"entrant": 0, "fixture": 0, "week": 3, "hours": 24}
    first = view.season.fixtures[0]
    honours = Honours(first, Upset(first, 0, 1, (1000.4, 1200.6)), Luckiest(2, 34, 5))
    ended = honours if news is News.ENDED else None
    post = LeaguePost(view.season.id, news, people, facts)
    assert of_page(news_page(words_of(language), FACE, view, post, honours=ended)) == []


def test_everybody_is_named_however_much_there_is_to_say() -> None:
    view = in_play(*MOST)
    people = tuple(range(10**18, 10**18 + 60))
    made = news_page(ENGLISH_WORDS, FACE, view, LeaguePost(1, News.ENDED, people))
    assert str(people[-1]) in str(made.view.to_components())  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(
    ("kind", "seats", "clock", "pace"),
    [
        ("carcassonne", 2, "5d+12h", "every two days"),
        ("castle", 2, "5d+12h", "every two days"),
        ("carcassonne", 4, "5d+12h", "every three days"),
        ("carcassonne", 2, "2d", "every 4 days"),
        ("carcassonne", 2, "12h", "a day"),
        ("carcassonne", 2, "3d+8h", "every 20 hours"),
    ],
)
def test_what_one_commits_to_follows_from_the_clocks(
    kind: str, seats: int, clock: str, pace: str
) -> None:
    limit = read_limit(clock)
    assert limit is not None
    terms = with_time_limit(Terms(seats=seats, length=365 * DAY), limit)
    season = replace(begun(6, terms), kind=kind, options={})
    text = invitation_text(ENGLISH_WORDS, season)
    assert f"You commit to about one move {pace} in each game" in text


def test_nobody_wins_when_no_game_counts() -> None:
    view = view_season(course.end(begun(9, Terms(division=4))))
    assert [*podium_lines(ENGLISH_WORDS, view)] == ["Nobody wins it: not one game counts."]


def test_games_that_have_no_room_are_counted() -> None:
    view = in_play(*MANY)
    [*_, last] = games_text(ENGLISH_WORDS, view, view.divisions[0]).splitlines()
    assert last.startswith("-# … and ")


def test_games_are_told_by_what_is_to_be_known() -> None:
    view = in_play(*FEW, names=("Anna", "Ben", "Cleo", "Dirk", "Emil", "Finn"))
    lines = games_text(ENGLISH_WORDS, view, view.divisions[0]).splitlines()
    groups = ["**Running games**", "**Still to begin**", "**Over**"]
    assert [line for line in lines if line.startswith("**")] == groups
    assert lines[1].startswith("- Ben – Emil: Ben to play, <t:")
    assert lines[1].endswith(" · <#1000000000000000000>")
    assert lines[lines.index(groups[1]) + 1] == "- Cleo – Dirk"
    assert lines[-1].endswith(": 99–98")


def test_what_widened_a_range_is_named_in_words() -> None:
    view = in_play(*FEW, names=("Anna", "Ben", "Cleo", "Dirk", "Emil", "Finn"))
    season = entering.void(entering.withdraw(view.season, 5), 7)
    view = view_season(season)
    lines = list(standings_lines(ENGLISH_WORDS, view.divisions[0]))
    names = " – ".join(season.entrants[player].name for player in season.fixtures[7].players)
    assert lines[-2:] == [
        "-# Finn withdrew: the games are void",
        f"-# {names}: void, as a moderator decided",
    ]


def test_a_tie_is_explained_in_numbers() -> None:
    season = begun(4)
    for first, second in ((0, 1), (1, 2)):  # each wins against the next
        [fixture] = [
            fixture for fixture in season.fixtures if set(fixture.players) == {first, second}
        ]
        places = [1 + (player == second) for player in fixture.players]
        season = course.decide(season, fixture.number, Reason.PLAYED, places, (50, 50))
    view = view_season(season)
    line = next(standings_lines(ENGLISH_WORDS, view.divisions[0]))
    assert "2 points (1–0–0); ahead in the games among those tied, 2 to 0; " in line
