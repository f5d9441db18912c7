"""The final picture explains every point, and the chart draws every one."""

from engine.castle.events import FinalScored, TilePlaced
from render.castle.final import final_scene, points_table
from render.castle.tables import ADORNMENT, course
from render.picture.palette import SEATS
from render.picture.scene import Inset, Line, Text
from render.subject import Subject
from render.tables.adornment import TableStyle
from render.tables.chart import chart_scene
from tests.render.castle.games import ENGLISH, NAMES, all_events, frames, play_game, seen

SEEDS = ("goldens", "final 2")


def test_the_points_by_kind_add_up_to_the_scores() -> None:
    for seed in SEEDS:
        table = points_table(ENGLISH, all_events(seed))
        for seat in (0, 1):
            assert (
                sum(shares[seat].points for shares in table.values())
                == seen(seed, -1)[0].scores[seat]
            )


def test_every_point_is_explained() -> None:
    for seed in SEEDS:
        for shares in points_table(ENGLISH, all_events(seed)).values():
            for share in shares:
                assert bool(share.points) == bool(share.parts)


def test_the_final_picture_shows_totals_and_every_kind() -> None:
    for seed in SEEDS:
        position, _ = seen(seed, -1)
        scene = final_scene(ENGLISH, Subject(position, NAMES, all_events(seed)))
        texts = [item.text for item in scene.items if isinstance(item, Text)]
        for score in position.scores:
            assert str(score) in texts
        for what in ("Paths", "Towers", "Houses", "Keep", "Total"):
            assert what in texts


def test_the_chart_follows_the_scores_turn_by_turn() -> None:
    for seed in SEEDS:
        charted = course(frame.events for frame in frames(seed))
        last = play_game(seed)[-1]
        at_the_end = [event for event in last.events if isinstance(event, FinalScored)]
        before = tuple(
            last.state.scores[seat] - sum(e.points for e in at_the_end if e.seat == seat)
            for seat in (0, 1)
        )
        assert charted.scores[0] == (0, 0)
        assert charted.scores[-1] == before
        assert charted.final == last.state.scores
        assert len(charted.scores) == len(frames(seed)[-1].view.laid) + 1


def test_a_chart_can_be_drawn_at_any_time() -> None:
    events = [frame.events for frame in frames(SEEDS[0])]
    for length in (0, 1, 2, 30, len(events)):
        assert chart_scene(TableStyle(ENGLISH, ADORNMENT), course(events[:length]), NAMES).items


def test_the_last_tile_has_brackets_in_its_players_colour() -> None:
    for seed in SEEDS:
        position, _ = seen(seed, -1)
        laid = [event.seat for event in all_events(seed) if isinstance(event, TilePlaced)]
        scene = final_scene(ENGLISH, Subject(position, NAMES, all_events(seed)))
        [board, *_] = [item.scene for item in scene.items if isinstance(item, Inset)]
        [inner, *_] = [item.scene for item in board.items if isinstance(item, Inset)]
        colours = [item.colour for item in inner.items if isinstance(item, Line)]
        assert colours[-4:] == 4 * [SEATS[laid[-1]].main]
