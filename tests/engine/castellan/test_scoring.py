"""What a courtyard is worth, who has won, and the statistics of a game (K18 to K20)."""

from engine.castellan.events import CourtyardGrew, CourtyardMade, Event, PiecePlaced
from engine.castellan.rules import castellan
from engine.castellan.scoring import ROLES, keeps
from tests.engine.castellan.kit.plans import plan
from tests.engine.castellan.kit.playing import games
from tests.engine.castellan.kit.tables import build, play, table


def worths(picture: str) -> list[int]:
    built = plan(picture)
    return [built.worth(courtyard) for courtyard in built.courtyards]


def test_k18_a_courtyard_is_worth_the_towers_around_it() -> None:
    """The source text's first example, worth 6."""
    picture = """
        O---O---O
        | a   a |
        O---O---O
        """
    assert worths(picture) == [6]


def test_k18_its_size_does_not_matter() -> None:
    picture = """
        O-------O
        | a   a |
        |       |
        | a   a |
        O-------O
        """
    assert worths(picture) == [4]


def test_k18_and_the_towers_inside_it() -> None:
    """The source text's second example, worth 7: one more tower inside."""
    picture = """
        O-------O
        | a   a |
        O---O   O
        | a   a |
        O-------O
        """
    assert worths(picture) == [7]


def test_k18_a_tower_between_two_courtyards_counts_for_both() -> None:
    """The source text's third example, worth 9 in all: of seven towers two count twice."""
    picture = """
        O---O-------O
        | a | a   a |
        O---O---O---O
        """
    assert sum(worths(picture)) == 9


def test_k18_a_tower_counts_up_to_four_times() -> None:
    picture = """
        O-------O-------O
        | a   a | b   b |
        |       |       |
        | a   a | b   b |
        O-------O-------O
        | b   b | a   a |
        |       |       |
        | b   b | a   a |
        O-------O-------O
        """
    assert worths(picture) == [4, 4, 4, 4]
    assert len(plan(picture).towers) == 9


def test_k18_a_tower_counts_with_one_of_its_four_cells() -> None:
    picture = """
        O---O
        | a |
        |   O---O
        | a   a |
        O-------O
        """
    assert worths(picture) == [6]


def test_k18_a_tower_with_three_cells_in_a_courtyard_counts_once() -> None:
    picture = """
        O-------O
        | a   a |
        |   O---O
        | a |
        O---O
        """
    assert worths(picture) == [6]


def test_k18_with_a_double_keep_it_is_worth_twice_that() -> None:
    picture = """
        O---O---O
        | A   A |
        O---O---O
        """
    assert worths(picture) == [12]


def test_k18_towers_beside_the_castle_count_nothing() -> None:
    picture = """
        O---O---O
        | a |
        O---O---O
        """
    assert worths(picture) == [4]


# The last card of a last turn.
ENDING = ("T1", "")


def test_k19_most_points_win() -> None:
    state = table(
        """
        O---O---O---O
        | a | b   b |
        O---O---O---O
        """,
        ENDING,
        last=[],
    )
    state, _ = play(state, "T1:")
    assert castellan.scores(state) == (4, 6)
    assert castellan.winners(state) == (1,)
    assert castellan.places(state) == (2, 1)


def test_k19_then_most_keeps() -> None:
    state = table(
        """
        O---O---O---O---O
        | a | a | b   b |
        O---O---O       O
                | b   b |
                O---O---O
        """,
        ENDING,
        last=[],
    )
    state, _ = play(state, "T1:")
    assert castellan.scores(state) == (8, 8)
    assert keeps(state) == (2, 1)
    assert castellan.winners(state) == (0,)


def test_k19_a_double_keep_counts_as_two() -> None:
    state = table(
        """
        O---O---O---O
        | a | a | B |
        O---O---O---O
        """,
        ENDING,
        last=[],
    )
    state, _ = play(state, "T1:")
    assert castellan.scores(state) == (8, 8)
    assert keeps(state) == (2, 2)
    assert castellan.winners(state) == (0, 1)
    assert castellan.places(state) == (1, 1)


def test_k19_then_the_win_is_shared_by_those_who_are_equal() -> None:
    state = table(
        """
        O---O---O---O---O
        | a | b | a | c |
        O---O---O---O---O
        """,
        ENDING,
        seats=3,
        last=[],
    )
    state, _ = play(state, "T1:")
    assert castellan.places(state) == (1, 2, 2)


def test_k20_it_goes_on_without_keeps() -> None:
    """A printed set has ten of a colour."""
    row = "O---" * 12 + "O"
    courtyards = "| a " * 11 + "|"
    built = plan(f"{row}\n{courtyards}\n{row}")
    after = build(built, "s12,0N")
    assert len(after.courtyards) == 12
    assert sum(map(after.worth, after.courtyards)) == 48


# Statistics


def test_points_are_told_by_single_and_double_keeps() -> None:
    picture = """
        O---O---O---O---O---O
        | a | A   A | a | b |
        O---O---O---O---O---O
        """
    state, events = play(table(picture, ("T1", ""), last=[]), "T1:")
    first, second = castellan.tally([(state, events)])
    assert (first["points.single"], first["points.double"]) == (8, 12)
    assert (first["courtyards"], first["most.courtyard"]) == (3, 12)
    assert (second["points.single"], second["points.double"]) == (4, 0)
    assert (second["courtyards"], second["most.courtyard"]) == (1, 4)


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


def test_roles_are_what_a_player_did_to_courtyards() -> None:
    state = table("", ("T1", ""))
    done: list[Event] = [
        CourtyardMade(0, ((0, 0),), 1, double=False, points=4, divided=False),
        CourtyardMade(0, ((2, 0),), 1, double=False, points=2, divided=True),
        CourtyardGrew(0, ((4, 0),), 3, double=False, points=6, gained=2, more=2),
    ]
    first, second = castellan.tally([(state, done)])
    assert [first[f"role.{role}"] for role in ROLES] == [1, 1, 2]
    assert [second[f"role.{role}"] for role in ROLES] == [0, 0, 0]


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
