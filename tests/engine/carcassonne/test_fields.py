"""Fields: who owns them, which cities they feed, what they would score now."""

from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State
from engine.carcassonne.view import Field
from tests.engine.carcassonne.kit.boards import play, table

# A small city with a red farmer and a blue one, a large one with blue farmers alone.
FIELDS = """
    ..... ..... fffff
    ..... ..... fffff
    ..... ..... ff0ff
    ..... ..... fffff
    ..... ..... fcccf

    fffff ..... fcccf
    fffff ..... fcccf
    ff1ff ..... fcccf
    fffff ..... fcccf
    fcccf ..... fcccf

    fcccf ffrff fcccf
    ff0ff ffrff ff0ff
    rrrrr rr+rr rrrrr
    fffff ffrff fffff
    fffff ffrff fffff
    """


def field_at(state: State, x: int, y: int, segment: int) -> Field:
    """Find the field of this segment; y grows to the north."""
    fields = carcassonne.view(state, None).fields
    return next(field for field in fields if ((x, -y), segment) in field.segments)


def test_a_field_is_told_with_its_farmers_and_its_owner() -> None:
    strip = field_at(table(FIELDS), 0, 0, 2)
    assert strip.cells == ((0, 0), (1, 0))
    assert (strip.counts, strip.owners) == ((1, 0), (0,))


def test_a_field_without_farmers_has_no_owner_and_no_value() -> None:
    meadow = field_at(table(FIELDS), 0, 0, 3)
    assert (meadow.counts, meadow.owners, meadow.gives) == ((0, 0), (), (0, 0))


def test_fields_list_the_cities_they_feed_and_incomplete_ones() -> None:
    state = table(
        """
            ..... fcccf
            ..... fcccf
            ..... fcccf
            ..... fcccf
            ..... fcccf

            fcccf fcccf
            fffff ff0ff
            rrrrr rrrrr
            fffff fffff
            fffff fffff
            """,
        draws="E",
    )
    strip = field_at(state, 1, 0, 2)
    assert (strip.feeds, strip.incomplete) == ((), (((0, 0),), ((1, 0), (1, -1))))
    after, _ = play(state, "0,1 r2")
    strip = field_at(after, 1, 0, 2)
    assert (strip.feeds, strip.incomplete) == ((((0, 0), (0, -1)),), (((1, 0), (1, -1)),))
    assert strip.gives == (4, 0)


def test_c18_current_value_counts_farmers_in_other_fields_too() -> None:
    state = table(FIELDS)
    assert field_at(state, 0, 0, 2).gives == (4, 0)
    assert field_at(state, 0, 1, 1).gives == (0, 4)
    assert field_at(state, 2, 0, 2).gives == (4, 0)
    assert field_at(state, 2, 2, 1).gives == (4, 0)
    assert [(farm.followers, farm.seats) for farm in carcassonne.view(state, 0).farms] == [
        ((1, 1), (0, 1)),
        ((2, 0), (0,)),
    ]


def test_c18_farmers_outnumbered_from_another_field_get_nothing() -> None:
    state = table(
        """
            fffff
            fffff
            ff1ff
            fffff
            fcccf

            fcccf
            fcccf
            fccc0
            fcccf
            fcccf

            fcccf
            ff0ff
            rrrrr
            fffff
            fffff
            """
    )
    assert field_at(state, 0, 2, 1).gives == (0, 0)
    assert field_at(state, 0, 0, 2).gives == (4, 0)


def test_c19_what_it_gives_now_where_fields_are_counted() -> None:
    state = table(FIELDS, options="current")
    assert field_at(state, 0, 0, 2).gives == (3, 0)
    assert field_at(state, 0, 1, 1).gives == (0, 3)


def test_every_field_segment_on_the_table_is_in_one_field() -> None:
    view = carcassonne.view(table(FIELDS), None)
    segments = [segment for field in view.fields for segment in field.segments]
    assert len(segments) == len(set(segments)) == 12
