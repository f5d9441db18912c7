"""Cloisters (C10)."""

from tests.engine.carcassonne.kit.boards import play, scorings, table

CLOISTER = """
    fffff fcccf fffff
    fffff fffff fffff
    rrrrr rrrrr rrrrr
    fffff fffff fffff
    fffff fffff fffff

    fffff fffff fffff
    fffff fffff fffff
    ffkff ff0ff ffkff
    fffff fffff fffff
    fffff fffff fffff

    fffff fffff .....
    fffff fffff .....
    ffkff ffkff .....
    fffff fffff .....
    fffff fffff .....
    """


def test_c10_cloister_completes_with_eight_tiles_around_it() -> None:
    after, events = play(table(CLOISTER, draws="B"), "1,-2 r0")
    assert scorings(events) == [("cloister", 1, (1, 0), (0,), 9)]
    assert (after.scores, after.supply) == ((9, 0), (7, 7))
    assert after.cloisters.bit_count() == 5, "the other cloisters are incomplete"


def test_c10_a_tile_completes_several_cloisters() -> None:
    state = table(
        """
            fffff fcccf fffff fffff
            fffff fffff fffff fffff
            rrrrr rrrrr rrrrr rrrrr
            fffff fffff fffff fffff
            fffff fffff fffff fffff

            fffff fffff fffff fffff
            fffff fffff fffff fffff
            ffkff ff0ff ff1ff ffkff
            fffff fffff fffff fffff
            fffff fffff fffff fffff

            fffff fffff ..... fffff
            fffff fffff ..... fffff
            ffkff ffkff ..... ffkff
            fffff fffff ..... fffff
            fffff fffff ..... fffff
            """,
        draws="B",
    )
    after, events = play(state, "1,-2 r0")
    assert scorings(events) == [
        ("cloister", 1, (1, 0), (0,), 9),
        ("cloister", 1, (0, 1), (1,), 9),
    ]
    assert after.scores == (9, 9)


def test_c10_cloister_laid_in_the_last_gap_is_complete_itself() -> None:
    state = table(
        """
            fffff fcccf fffff
            fffff fffff fffff
            rrrrr rrrrr rrrrr
            fffff fffff fffff
            fffff fffff fffff

            fffff ..... fffff
            fffff ..... fffff
            ffkff ..... ffkff
            fffff ..... fffff
            fffff ..... fffff

            fffff fffff fffff
            fffff fffff fffff
            ffkff ffkff ffkff
            fffff fffff fffff
            fffff fffff fffff
            """,
        draws="B",
    )
    _, events = play(state, "0,-1 r0 monk")
    assert scorings(events) == [("cloister", 1, (1, 0), (0,), 9)]


def test_c10_a_farmer_beside_the_cloister_is_no_monk() -> None:
    state = table(
        """
            fffff fcccf fffff
            fffff fffff fffff
            rrrrr rrrrr rrrrr
            fffff fffff fffff
            fffff fffff fffff

            fffff fffff fffff
            fffff ff0ff fffff
            ffkff ffkff ffkff
            fffff fffff fffff
            fffff fffff fffff

            fffff fffff .....
            fffff fffff .....
            ffkff ffkff .....
            fffff fffff .....
            fffff fffff .....
            """,
        draws="B",
    )
    after, events = play(state, "1,-2 r0")
    assert scorings(events) == [("cloister", 1, (0, 0), (), 0)]
    assert after.supply == (6, 7)
