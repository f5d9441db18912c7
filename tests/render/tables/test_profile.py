"""What a profile shows of whoever has played little, and in which colours."""

from dataclasses import replace

import pytest

from bot.games.faces import FACES
from bot.locale import ENGLISH, words_of
from render.picture.palette import SEATS
from render.picture.scene import Box, Disc, Line, Scene, SpritePicture, Text
from render.tables.adornment import TableStyle
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

WORDS = words_of(ENGLISH)
FIGURES = Figures("Anna", None, 1, 1, [Win("Ben", "21–14", 24)], (72.0,), (-1.2,))


def profile(kind: str, figures: Figures, ratings: tuple[int, ...] = ()) -> Scene:
    pictures = FACES[kind].pictures
    points = {source.what: 12 for source in pictures.sources}
    roles = {role.what: 3 for role in pictures.roles}
    style = TableStyle(WORDS, pictures.adornment, "dark")
    content = Profile(figures, figures.games, 210, None, ratings, points, roles)
    return profile_scene(style, content, pictures.sources, pictures.roles)


def overview(figures: Figures, *lines: GameLine) -> Scene:
    return overview_scene(
        TableStyle(WORDS, FACES["castle"].pictures.adornment, "dark"), Overview(figures, 1, lines)
    )


def texts(scene: Scene) -> list[str]:
    return [item.text for item in scene.items if isinstance(item, Text)]


def test_a_single_value_is_told_in_words() -> None:
    scene = profile("castle", FIGURES)
    assert "72% in one reviewed game" in texts(scene)
    assert "–1.2 in one reviewed game" in texts(scene)
    assert not any(isinstance(item, Disc | Line) for item in scene.items)


def test_two_values_make_a_curve() -> None:
    scene = profile("castle", replace(FIGURES, accuracy=(72.0, 80.0), luck=()))
    assert "76% on average" in texts(scene)
    assert sum(isinstance(item, Disc) for item in scene.items) == 3


def test_the_rating_after_a_single_game_is_no_curve_of_all_games() -> None:
    at_once = [(0.0, 1500), (0.0, 1524)]
    none = replace(FIGURES, accuracy=(), luck=())
    once = overview(none, GameLine("Castellan", 1, 1, 1, at_once), GameLine("Go", 1, 0, None, ()))
    assert "Rating" not in texts(once)
    assert "1524" in texts(once)
    later = overview(none, GameLine("Castellan", 2, 2, 1, [*at_once, (1.0, 1540)]))
    assert "Rating" in texts(later)


@pytest.mark.parametrize("kind", FACES)
def test_everything_is_in_the_colour_of_the_player(kind: str) -> None:
    pictures = FACES[kind].pictures
    for seat, figure in enumerate(pictures.adornment.figures):
        several = replace(FIGURES, seat=seat, accuracy=(72.0, 80.0))
        scene = profile(kind, several, ratings=(1500, 1524))
        sprites = [item.name for item in scene.items if isinstance(item, SpritePicture)]
        assert figure in sprites
        assert {role.figures[seat] for role in pictures.roles} <= {*sprites}
        own = SEATS[seat].on("dark")
        curves = {item.colour for item in scene.items if isinstance(item, Line)} & colours()
        bars = {item.fill for item in scene.items if isinstance(item, Box)} & colours()
        assert curves | bars == {own}


def test_no_game_has_the_colour_of_the_player() -> None:
    lines = [GameLine(kind, 1, 1, None, ()) for kind in FACES]
    for seat in range(2):
        scene = overview(replace(FIGURES, seat=seat, rival=Rival("Ben", 1, 1)), *lines)
        games = {item.fill for item in scene.items if isinstance(item, Disc)}
        assert len(games) == len(lines)
        assert SEATS[seat].on("dark") not in games


def colours() -> set[object]:
    return {seat.on("dark") for seat in SEATS}
