"""The tables of every game can be read on a phone in every language, whatever the names are."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from bot.games.faces import FACES
from bot.locale import words_of
from render.locale import Words, languages
from render.picture.scene import Scene, ThemeName
from render.tables.adornment import TableStyle
from render.tables.chances import MarkedMove, MarkedTurn, WinningChances, chances_scene
from render.tables.chart import Course, chart_scene
from render.tables.leaderboard import Leaderboard, LeaderboardLine, leaderboard_scene
from render.tables.profile import (
    Figures,
    GameLine,
    Overview,
    Profile,
    Rival,
    Win,
    overview_scene,
    profile_scene,
)
from render.tables.sources import Source, sources_scene
from render.tables.standings import (
    Crosstable,
    CrosstableCell,
    Moves,
    Outcome,
    Standings,
    StandingsLine,
    crosstable_scene,
    standings_scene,
)
from tests.render.lettered import (
    check_that_nothing_is_cut_off,
    check_that_words_are_apart,
    letterings,
)

# The width of a phone, and the height that letters have there at least.
PHONE = 390
LEAST = 12
NAMES = ("Bartholomew the Younger of Rome", "Wilhelmina Wintergarten", "M" * 32, "Jo", "W" * 32)
SCORES = (99, 87, 42, 40, 7)
TURNS = 71


def tables(kind: str, words: Words, theme: ThemeName) -> Iterator[Scene]:
    """Every table of a game, with as many players as it can have."""
    pictures = FACES[kind].pictures
    dress = pictures.adornment
    kinds = pictures.sources
    for seats in range(2, len(dress.figures) + 1):
        names = NAMES[:seats]
        last = SCORES[:seats]
        scores = [tuple(score * turn // TURNS for score in last) for turn in range(TURNS + 1)]
        yield chart_scene(TableStyle(words, dress, theme), Course(scores), names)
        yield chart_scene(TableStyle(words, dress, theme), Course(scores, last), names)
        marked = [MarkedMove(turn, turn % seats, "blunder") for turn in range(1, TURNS + 1, 5)]
        turning = [MarkedTurn(turn, 0) for turn in (TURNS, TURNS - 1, 1)]
        chances = WinningChances([[1 / seats] * seats] * (TURNS + 1), marked, turning)
        yield chances_scene(TableStyle(words, dress, theme), chances, names)
    lines = [
        LeaderboardLine(place, name, 1500, 900, 500, 99, own=place == 2)
        for place, name in enumerate(NAMES, 1)
    ]
    leaderboard = Leaderboard(
        NAMES[0], 1, 400, tuple(lines), LeaderboardLine(400, "A", 900, 2, 1, 1)
    )
    yield leaderboard_scene(TableStyle(words, dress, theme), leaderboard)
    yield from profiles(kind, words, theme)
    yield from leagues(kind, words, theme)
    sources = [Source(name, 1000, {each.what: 99_900 for each in kinds}) for name in NAMES[:2]]
    for players in (sources[:1], sources):
        yield sources_scene(TableStyle(words, dress, theme), players, kinds)


def leagues(kind: str, words: Words, theme: ThemeName) -> Iterator[Scene]:
    """A full division with everything that there is to say."""
    dress = FACES[kind].pictures.adornment
    size = range(7)
    lines = [
        StandingsLine(
            number + 1,
            NAMES[number % len(NAMES)],
            6,
            2,
            2,
            2,
            Fraction(40, 3),
            1,
            7,
            reason=words("league.apart.strength", own="12.5", other="11.5"),
            moves=(Moves.UP, Moves.STAYS, Moves.DOWN)[number % 3],
            withdrawn=number == 6,
        )
        for number in size
    ]
    below = f"{words('league.numbered', number=12)} · {words('league.division', number=12)}"
    gone = words("league.gone", count=1, names="Jo")
    notes = (gone, words("league.void.voided", players="A – B"))
    yield standings_scene(
        TableStyle(words, dress, theme), Standings(NAMES[0], below, tuple(lines), notes)
    )
    outcomes = [CrosstableCell(outcome, Fraction(5, 2)) for outcome in Outcome]
    cells = tuple(
        tuple(outcomes[(row + column) % len(outcomes)] for column in size) for row in size
    )
    columns = tuple((words("league.table_head", number=column + 1), "") for column in size)
    names = tuple(line.name for line in lines)
    points = (Fraction(203, 6),) * len(size)
    crosstable = Crosstable(NAMES[0], below, names, columns, cells, points)
    yield crosstable_scene(TableStyle(words, dress, theme), crosstable)


def profiles(kind: str, words: Words, theme: ThemeName) -> Iterator[Scene]:
    """One of somebody who has played for years, and one of a newcomer."""
    pictures = FACES[kind].pictures
    dress = pictures.adornment
    kinds = pictures.sources
    points = {each.what: 40_000 - number for number, each in enumerate(kinds)}
    wins = [Win(name, "199–180–170–120–102", 88) for name in NAMES[:3]]
    luck = [-12.4, 20.1, 3.0]
    accuracy = [99.6, 41.2, 100.0]
    ratings = [1000, 1988, 740, 2010]
    roles = {each.what: 4000 - number for number, each in enumerate(pictures.roles)}
    titles = ("Master of the Long Table", "Lord of Castles")
    rival = Rival(NAMES[2], 1999, 1000)
    old = Figures(
        NAMES[2], 2026, 1999, 1000, wins, accuracy * 30, luck * 30, [120] * 12, rival, titles
    )
    new = Figures("Jo", None, 1, 0, (), (70.0,), (-1.0,))
    for profile in (
        Profile(old, old.games, 1204, 399, ratings, points, roles),
        Profile(replace(old, titles=()), old.games, 1204, 399, ratings, points, roles),
        Profile(new, new.games, 0, None, (), {}, {}),
    ):
        yield profile_scene(TableStyle(words, dress, theme), profile, kinds, pictures.roles)
    curve = [(0.0, 1988), (0.5, 740), (1.0, 2010)]
    lines = [
        GameLine(NAMES[1], 1999, 1000, 399, curve, role.mostly, 100)
        for face in FACES.values()
        for role in face.pictures.roles
    ]
    several = replace(old, wins=[replace(win, line=at) for at, win in enumerate(wins)])
    for start in range(0, len(lines), 3):
        some = lines[start : start + 3]
        yield overview_scene(TableStyle(words, dress, theme), Overview(several, 99, some))
    only = GameLine(NAMES[1], 1, 0, None, ())
    yield overview_scene(TableStyle(words, dress, theme), Overview(new, 0, [only]))


@pytest.mark.parametrize(("kind", "language"), list(product(FACES, languages())))
def test_tables_have_large_letters_and_no_words_cut_off(kind: str, language: str) -> None:
    for scene in tables(kind, words_of(language), "dark"):
        for item in letterings(scene):
            assert item.size * PHONE / scene.size[0] >= LEAST, item.text
        check_that_nothing_is_cut_off(scene, NAMES)
        check_that_words_are_apart(scene)


@pytest.mark.parametrize("kind", FACES)
def test_tables_lie_on_the_ground_of_their_game(kind: str) -> None:
    pictures = FACES[kind].pictures
    for theme in ("dark", "light"):
        for scene in tables(kind, words_of("en"), theme):
            ground = pictures.adornment.ground(theme, scene.size)
            assert scene.items[: len(ground)] == tuple(ground)
            assert pictures.painter().png(scene)
            break
