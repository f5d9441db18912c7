"""The statistics of a whole game."""

from engine.castellan.events import PiecePlaced
from engine.castellan.game import castellan
from tests.engine.castellan.kit.playing import games
from tests.engine.castellan.kit.tables import play, table


def test_points_are_told_by_single_and_double_keeps() -> None:
    picture = """
        O---O---O---O---O---O
        | a | A   A | a | b |
        O---O---O---O---O---O
        """
    state, events = play(table(picture, ("T1", ""), last=[]), "T1:")
    one, other = castellan.tally([(state, events)])
    assert (one["points.single"], one["points.double"]) == (8, 12)
    assert (one["courtyards"], one["most.courtyard"]) == (3, 12)
    assert (other["points.single"], other["points.double"]) == (4, 0)
    assert (other["courtyards"], other["most.courtyard"]) == (1, 4)


def test_the_towers_are_those_that_each_player_built() -> None:
    for number in range(3):
        played = games(number)
        tally = castellan.tally([(step.after, step.events) for step in played])
        placed = [
            (event.seat, event.piece.kind)
            for step in played
            for event in step.events
            if isinstance(event, PiecePlaced)
        ]
        for seat, counted in enumerate(tally):
            assert counted["towers"] == placed.count((seat, "tower"))
        assert sum(counted["towers"] for counted in tally) == len(played[-1].after.plan.towers)


def test_the_points_are_the_scores() -> None:
    for number in range(3):
        played = games(number)
        tally = castellan.tally([(step.after, step.events) for step in played])
        points = [
            sum(count for name, count in counted.items() if name.startswith("points."))
            for counted in tally
        ]
        assert tuple(points) == castellan.scores(played[-1].after)
        assert sum(points)


def test_every_seat_has_every_figure() -> None:
    state, _ = castellan.begin("tally", {}, seats=4)
    figures = castellan.tally([(state, ())])
    assert len(figures) == 4
    assert len({tuple(sorted(counted)) for counted in figures}) == 1


def test_of_no_game_there_are_none() -> None:
    assert castellan.tally([]) == ()
