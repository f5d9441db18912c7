"""The final picture explains every point, and the chart draws every one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.castellan.plan import Courtyard
from engine.castellan.scoring import scores
from render.castellan.alt_text import final_alt
from render.castellan.art.sprites import KeepSprite, TowerSprite
from render.castellan.board.castle import courtyard_letters
from render.castellan.final import final_scene, keeps_decide
from render.castellan.little_castle import LittleCastle, castle_of, surroundings
from render.castellan.tables import course
from render.castellan.words import point_alias
from render.picture.scene import Badge, Inset, Item, Scene, Text
from render.subject import Subject
from tests.render.castellan.frames import events_of, last_view
from tests.render.castellan.games import ENGLISH, NAMES, states
from tests.render.lettered import box, letterings
from tests.render.sprites import sprites_of

GAMES = (("goldens", 2), ("goldens", 3), ("goldens", 4))


def texts_of(scene: Scene) -> list[str]:
    return [item.text for item in scene.items if isinstance(item, Text)]


def badge_texts(scene: Scene) -> list[str]:
    """What is said about players."""
    badges = [item.text for item in scene.items if isinstance(item, Badge)]
    return [text for text in badges if not text.isupper()]


def letters_in(items: Sequence[Item]) -> list[str]:
    return sorted(item.text for item in items if isinstance(item, Badge) and item.text.isupper())


def cut_outs(scene: Scene) -> list[Sequence[Item]]:
    """What is on the pictures of courtyards below the board."""
    return [item.scene.items for item in scene.items[1:] if isinstance(item, Inset)]


@pytest.mark.parametrize("game", GAMES)
def test_every_courtyard_has_a_picture_a_cell_and_points(game: tuple[str, int]) -> None:
    view = last_view(*game)
    scene = final_scene(ENGLISH, Subject(view, NAMES[: game[1]]))
    courtyards = view.plan.courtyards
    assert len(cut_outs(scene)) == len(courtyards)
    texts = texts_of(scene)
    for courtyard in courtyards:
        assert point_alias(courtyard.name) in texts
    numbers = [text for text in texts if text.removesuffix("×2").isdigit()]
    for courtyard in courtyards:
        numbers.remove(f"{view.plan.towers_of(courtyard)}{'×2' if courtyard.double else ''}")
        numbers.remove(str(view.plan.worth(courtyard)))
    owners = Counter(courtyard.seat for courtyard in courtyards)
    sums = [*view.scores, *view.scores, *owners.values()]
    assert sorted(numbers) == sorted(map(str, sums))


def test_towers_of_a_large_courtyard_leave_room_for_its_points() -> None:
    view = last_view("four 17", 4)
    items = letterings(final_scene(ENGLISH, Subject(view, NAMES)))
    towers, points = (
        next(box(item) for item in items if item.text == text) for text in ("15×2", "30")
    )
    assert towers[2] + 12 < points[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_courtyard_has_its_letter_of_the_board_in_the_table(game: tuple[str, int]) -> None:
    view = last_view(*game)
    board, *table = final_scene(ENGLISH, Subject(view, NAMES[: game[1]])).items
    assert isinstance(board, Inset)
    [plan] = [item.scene for item in board.scene.items if isinstance(item, Inset)]
    letters = sorted(courtyard_letters(view.plan).values())
    assert letters_in(plan.items) == letters_in(table) == letters


def test_courtyards_beyond_z_have_two_letters() -> None:
    square = "t{0},0 s{0},0E t{1},0 s{1},0N t{1},1 s{0},1E t{0},1 s{0},0N"
    plan = castle_of(*((0, square.format(x, x + 1)) for x in range(0, 56, 2)))
    assert [*courtyard_letters(plan).values()][24:] == ["Y", "Z", "AA", "AB"]


@pytest.mark.parametrize("game", GAMES)
def test_a_courtyards_picture_shows_only_the_towers_that_count(
    game: tuple[str, int],
) -> None:
    view = last_view(*game)
    drawn_courtyards = [
        (len(sprites_of(TowerSprite, items)), *(name for _, name in sprites_of(KeepSprite, items)))
        for items in cut_outs(final_scene(ENGLISH, Subject(view, NAMES[: game[1]])))
    ]
    expected = [
        (view.plan.towers_of(courtyard), KeepSprite(courtyard.seat, courtyard.double))
        for courtyard in view.plan.courtyards
    ]
    assert sorted(drawn_courtyards, key=repr) == sorted(expected, key=repr)


def test_a_players_courtyards_are_stacked_with_the_best_first() -> None:
    view = last_view("goldens", 3)
    texts = texts_of(final_scene(ENGLISH, Subject(view, NAMES[:3])))
    for seat in range(3):
        own = [courtyard for courtyard in view.plan.courtyards if courtyard.seat == seat]
        ranked = sorted(own, key=lambda courtyard: (-view.plan.worth(courtyard), courtyard.name))
        assert [
            text for text in texts if text in {point_alias(courtyard.name) for courtyard in own}
        ] == [point_alias(courtyard.name) for courtyard in ranked]


def test_it_shows_courtyards_totals_and_who_won() -> None:
    view = last_view("goldens", 4)
    scene = final_scene(ENGLISH, Subject(view, NAMES))
    texts = texts_of(scene)
    heading = texts.index("Courtyards")
    owners = Counter(courtyard.seat for courtyard in view.plan.courtyards)
    assert texts[heading + 1 : heading + 5] == [str(owners[seat]) for seat in range(4)]
    assert badge_texts(scene) == ["winner"]


def test_who_left_is_marked_and_cannot_win() -> None:
    view = last_view("goldens", 3)
    best, second, _ = sorted(range(3), key=lambda seat: -view.scores[seat])
    view = replace(view, gone=(best,), leaders=(second,))
    scene = final_scene(ENGLISH, Subject(view, NAMES[:3]))
    assert badge_texts(scene) == ["winner", "left"]
    assert f"{NAMES[best]} wins" not in final_alt(ENGLISH, Subject(view, NAMES[:3]))


def test_it_says_so_where_keeps_decide() -> None:
    view = last_view("goldens")
    text = ENGLISH("castellan.picture.by_keeps")
    said = ENGLISH("castellan.event.by_keeps", keeps="Anna 3 and Bartholomew 2")
    for keeps, leaders, decide in (((3, 2), (0,), True), ((2, 2), (0, 1), False)):
        even = replace(view, scores=(30, 30), keeps=keeps, leaders=leaders)
        assert keeps_decide(even) == decide
        texts = texts_of(final_scene(ENGLISH, Subject(even, NAMES[:2])))
        assert (text in " ".join(texts)) == decide
        assert (texts[-2:] == ["3", "2"]) == decide
        assert (said in final_alt(ENGLISH, Subject(even, NAMES[:2]))) == decide
    assert not keeps_decide(replace(view, scores=(30, 29), keeps=(1, 2), leaders=(0,)))


def test_a_courtyard_is_cut_out_with_its_border_and_contents() -> None:
    plan = castle_of(
        (0, "t0,0 l0,0E t2,0 l2,0N t2,2 l0,2E t0,2 s0,1N t0,1 s0,0N s0,1E"),
        (1, "l2,0E t4,0 l4,0N t4,2 l2,2E"),
    )
    west, east = plan.courtyards
    around = surroundings(plan, west)
    assert around.towers == {(0, 0), (2, 0), (2, 2), (0, 2), (0, 1)}
    assert len(around.walls) == 6
    assert surroundings(plan, east).courtyards == (east,)


def test_a_castle_is_centred_in_its_thumbnail_at_any_size() -> None:
    wide = "t0,0 " + " ".join(f"l{x},0E t{x + 2},0" for x in range(0, 20, 2))
    for pieces in ("t0,0", wide):
        little = LittleCastle(castle_of((0, pieces)), (200, 100))
        span = little.span
        (left, _) = little.spot(span.west, 0)
        (right, y) = little.spot(span.east, 0)
        assert 0 < left <= right < 200
        assert abs(left + right - 200) <= 1
        assert y == 50


def test_no_courtyard_is_a_final_scoring_too() -> None:
    view = last_view("goldens")
    bare = replace(view, plan=view.plan.with_courtyards(()), scores=(0, 0), keeps=(0, 0))
    assert not cut_outs(final_scene(ENGLISH, Subject(bare, NAMES[:2])))
    assert "Anna has no courtyard." in final_alt(ENGLISH, Subject(bare, NAMES[:2]))


@pytest.mark.parametrize("game", GAMES)
def test_all_points_are_told_courtyard_by_courtyard(game: tuple[str, int]) -> None:
    view = last_view(*game)
    alt = final_alt(ENGLISH, Subject(view, NAMES[: game[1]]))
    for courtyard in view.plan.courtyards:
        assert (
            f"{point_alias(courtyard.name)} {_worth(view.plan.towers_of(courtyard), courtyard)}"
            in alt
        )


def _worth(towers: int, courtyard: Courtyard) -> str:
    if courtyard.double:
        return f"{towers * 2} points ({towers} towers, double keep)"
    return f"{towers} points ({towers} towers)"


@pytest.mark.parametrize("game", GAMES)
def test_the_chart_follows_the_scores_turn_by_turn(game: tuple[str, int]) -> None:
    charted = course(events_of(*game))
    assert list(charted.scores) == [scores(state) for state, _ in states(*game)]
    assert charted.final is None
