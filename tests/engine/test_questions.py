"""Walking through the questions of a game, and retracing the way from the tokens alone."""

from collections.abc import Sequence

from engine.questions import Part, Question, parts_from, walk


def ask(chosen: Sequence[Part]) -> Question | None:
    """A cell, a rotation that depends on it, and anything else."""
    match len(chosen):
        case 0:
            return Question("cell", ("A1", "B2"))
        case 1:
            turnings = ("r0", "r1") if chosen[0][1] == "A1" else ("r1", "r2")
            return Question("rotation", turnings, turnings[0])
        case 2:
            return Question("follower", ("none", "knight"), "none")
        case _:
            return None


def test_a_walk_ends_where_nothing_goes_without_saying() -> None:
    result = walk(ask, [])
    assert result.answered == ()
    assert result.open == ask(())


def test_what_goes_without_saying_completes_a_walk() -> None:
    result = walk(ask, [("cell", "B2")])
    assert result.open is None
    assert [token for _, token in result.parts] == ["B2", "r1", "none"]


def test_impossible_choices_are_skipped_and_the_rest_is_kept() -> None:
    result = walk(ask, [("cell", "B2"), ("rotation", "r0"), ("follower", "knight")])
    assert [token for _, token in result.parts] == ["B2", "r1", "knight"]


def test_tokens_alone_tell_what_was_chosen() -> None:
    parts = walk(ask, [("cell", "A1"), ("follower", "knight")]).parts
    assert parts_from(ask, [token for _, token in parts]) == parts
    assert parts_from(ask, ["A1"]) == parts[:1]
    assert parts_from(ask, []) == ()


def test_tokens_that_are_no_choice_tell_nothing() -> None:
    assert parts_from(ask, ["C3"]) is None
    assert parts_from(ask, ["A1", "r2"]) is None
    assert parts_from(ask, ["A1", "r0", "none", "none"]) is None
