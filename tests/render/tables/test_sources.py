"""Where points come from: every kind has its bar, for one player or for two side by side."""

from engine.castle.tally import SOURCES
from render.castle.final import ORDER
from render.castle.tables import ADORNMENT, POINT_SOURCES
from render.picture.paint import Painter
from render.picture.palette import SEATS
from render.picture.scene import Box, Scene, Text
from render.tables.adornment import TableStyle
from render.tables.sources import Source, sources_alt, sources_scene
from tests.render.castle.games import ENGLISH, sources

ANNA, BEN = sources()


def texts(scene: Scene) -> list[str]:
    return [item.text for item in scene.items if isinstance(item, Text)]


def bars(scene: Scene, seat: int) -> list[Box]:
    return [item for item in scene.items if isinstance(item, Box) and item.fill == SEATS[seat].main]


def test_every_kind_of_points_that_is_counted_has_its_bar() -> None:
    assert set(ORDER) == set(SOURCES)
    assert len(
        bars(sources_scene(TableStyle(ENGLISH, ADORNMENT), [ANNA], POINT_SOURCES), 0)
    ) == len(SOURCES)


def test_a_bar_tells_the_points_of_an_average_game() -> None:
    assert "100.0" in texts(sources_scene(TableStyle(ENGLISH, ADORNMENT), [ANNA], POINT_SOURCES))
    first, second, *_ = bars(
        sources_scene(TableStyle(ENGLISH, ADORNMENT), [ANNA], POINT_SOURCES), 0
    )
    assert first.rect[2] - first.rect[0] > second.rect[2] - second.rect[0]


def test_bars_of_two_players_grow_away_from_each_other() -> None:
    scene = sources_scene(TableStyle(ENGLISH, ADORNMENT), [ANNA, BEN], POINT_SOURCES)
    [theirs] = bars(scene, 1)
    assert len({bar.rect[2] for bar in bars(scene, 0)}) == 1
    assert theirs.rect[0] > bars(scene, 0)[0].rect[2]


def test_who_scored_nothing_is_shown_too(painter: Painter) -> None:
    nothing = Source("", 1, {})
    scene = sources_scene(TableStyle(ENGLISH, ADORNMENT), [nothing], POINT_SOURCES)
    assert texts(scene).count("0.0") == len(SOURCES)
    assert "Player" in texts(scene)
    assert painter.picture(scene).width == 1240


def test_who_does_not_see_it_is_told_what_gave_points() -> None:
    assert (
        sources_alt(ENGLISH, [BEN], POINT_SOURCES)
        == "Bartholomew, points in an average game: paths 12.0."
    )
