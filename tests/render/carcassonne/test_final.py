"""The final picture explains every point, and the chart draws every one."""

from itertools import pairwise

import pytest

from engine.carcassonne.events import FarmersScored, FeatureScored
from engine.carcassonne.scoring import leaders
from render.carcassonne import alt_text
from render.carcassonne.art.sprites import FollowerSprite
from render.carcassonne.final import final_scene
from render.carcassonne.tables import ADORNMENT, LANDSCAPE, course, points_table
from render.locale import languages, plain, words_of
from render.picture.names import LONGEST_ALT
from render.picture.scene import Badge, Text
from render.sentences import describe_result
from render.subject import Subject
from render.tables.adornment import TableStyle
from render.tables.chart import chart_scene
from tests.render.carcassonne.games import ENGLISH, NAMES, all_events, frames, seen, states
from tests.render.lettered import apart, box, plate
from tests.render.sprites import sprites_of

GAMES = (("goldens", 2, "classic"), ("goldens", 3, "current"), ("goldens", 5, "classic"))


@pytest.mark.parametrize("game", GAMES)
def test_the_points_by_source_add_up_to_the_scores(game: tuple[str, int, str]) -> None:
    table = points_table(all_events(*game), game[1])
    for seat, score in enumerate(frames(*game)[-1].view.scores):
        assert sum(shares[seat].points for shares in table.values()) == score
        for shares in table.values():
            assert sum(map(int, shares[seat].parts)) == shares[seat].points


def test_the_picture_has_no_row_for_what_nobody_scored() -> None:
    last, _ = seen("goldens", -1)
    past = [
        event
        for event in all_events("goldens")
        if not (isinstance(event, FeatureScored) and event.kind == "cloister")
    ]
    scene = final_scene(ENGLISH, Subject(last, NAMES[:2], past))
    rows = [item.text for item in scene.items if isinstance(item, Text)]
    assert "Cities" in rows
    assert "Cloisters" not in rows


@pytest.mark.parametrize("game", GAMES)
def test_the_final_picture_counts_farmers_by_city_or_field(game: tuple[str, int, str]) -> None:
    _, seats, _ = game
    last = frames(*game)[-1].view
    farms = [event for event in all_events(*game) if isinstance(event, FarmersScored)]
    assert farms
    scene = final_scene(ENGLISH, Subject(last, NAMES[:seats], all_events(*game)))
    farmers = [name.seat for _, name in sprites_of(FollowerSprite, scene.items) if name.farmer]
    assert farmers == [seat for farm in farms for seat in range(seats) if farm.followers[seat]]
    texts = [item.text for item in scene.items if isinstance(item, Text)]
    for number in (f"×{count}" for farm in farms for count in farm.followers if count):
        assert number in texts
    awards = [f"+{farm.points}" for farm in farms for _ in farm.seats]
    assert sorted(text for text in texts if text.startswith("+")) == sorted(awards)
    numbers = [item.text for item in scene.items if isinstance(item, Badge)]
    assert numbers[-len(farms) :] == [str(number) for number in range(1, len(farms) + 1)]


@pytest.mark.parametrize("game", GAMES)
def test_it_says_how_small_cities_and_fields_were_counted(game: tuple[str, int, str]) -> None:
    last = frames(*game)[-1].view
    scene = final_scene(ENGLISH, Subject(last, NAMES[: game[1]], all_events(*game)))
    texts = [item.text for item in scene.items if isinstance(item, Text)]
    alt = alt_text.final_alt(ENGLISH, Subject(last, NAMES[: game[1]], all_events(*game)))
    for option in ("small_city", "farms"):
        value = getattr(last.options, option)
        said = ENGLISH(f"carcassonne.picture.{option}.{value}")
        assert said in " ".join(texts)
        assert said in alt


@pytest.mark.parametrize("game", GAMES)
def test_final_alt_lists_farms_by_their_numbers_in_the_picture(game: tuple[str, int, str]) -> None:
    alt = alt_text.final_alt(
        ENGLISH, Subject(frames(*game)[-1].view, NAMES[: game[1]], all_events(*game))
    )
    farms = [event for event in all_events(*game) if isinstance(event, FarmersScored)]
    listed = alt.split("Farmers: ")[1].split("; ")
    assert [entry.split(". ")[0] for entry in listed] == [str(1 + at) for at in range(len(farms))]


def test_the_picture_shows_every_total_and_who_won() -> None:
    last, _ = seen("goldens", -1)
    scene = final_scene(ENGLISH, Subject(last, NAMES[:2], all_events("goldens")))
    texts = [item.text for item in scene.items if isinstance(item, Text)]
    for score in last.scores:
        assert str(score) in texts
    assert next(item.text for item in scene.items if isinstance(item, Badge)) == "winner"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_the_badge_of_the_winner_is_clear_of_all_numbers(
    game: tuple[str, int, str], language: str
) -> None:
    """The German one used to cover the upper edge of the score."""
    last = frames(*game)[-1].view
    subject = Subject(last, NAMES[: game[1]], all_events(*game))
    scene = final_scene(words_of(language), subject)
    badges = [item for item in scene.items if isinstance(item, Badge) and not item.text.isdigit()]
    assert badges
    for badge in badges:
        left, _, right, _ = plate(badge)
        assert right - left <= scene.size[0] / (game[1] + 1)
        for text in scene.items:
            assert not isinstance(text, Text) or apart(plate(badge), box(text)), text


def test_sums_in_five_columns_stay_on_one_line() -> None:
    last = frames("goldens", 5)[-1].view
    subject = Subject(last, NAMES, all_events("goldens", 5))
    scene = final_scene(ENGLISH, subject)
    sums = [item for item in scene.items if isinstance(item, Text) and "+" in item.text[1:]]
    assert sums
    assert not any(item.text.endswith("+") for item in sums)


@pytest.mark.parametrize("game", GAMES)
def test_the_chart_follows_the_scores_turn_by_turn(game: tuple[str, int, str]) -> None:
    charted = course(frame.events for frame in frames(*game))
    played = states(*game)
    assert list(charted.scores[:-1]) == [state.scores for state, _ in played[:-1]]
    assert charted.final == played[-1][0].scores
    names = NAMES[: game[1]]
    assert chart_scene(TableStyle(ENGLISH, ADORNMENT), charted, names).items
    alt = alt_text.chart_alt(ENGLISH, [frame.events for frame in frames(*game)], names)
    assert len(alt) <= LONGEST_ALT
    last = played[-1][0]
    assert alt.endswith(describe_result(plain(ENGLISH), names, leaders(last), last.scores))


def test_the_tiles_above_a_leaderboard_fit_each_other() -> None:
    turned = seen("goldens", 0)[0].catalogue.turned
    row = [turned[tile][rotation] for tile, rotation in LANDSCAPE]
    for west, east in pairwise(row):
        assert west.edges[1] == east.edges[3]
