"""Painted pictures are cached up to a weight, and the most recently requested are kept longest."""

from concurrent.futures import ThreadPoolExecutor

from render.picture.kept import Kept


def test_a_value_is_made_once() -> None:
    kept, made = Kept[str](100, len), []

    def make() -> str:
        made.append("x")
        return "x"

    assert [kept.get("a", make) for _ in range(3)] == ["x"] * 3
    assert len(made) == 1


def test_what_was_not_asked_for_longest_goes_first() -> None:
    kept = Kept[str](10, len)
    for key in ("a", "b"):
        kept.get(key, lambda: "12345")
    kept.get("a", lambda: "never made")
    kept.get("c", lambda: "12345")
    assert kept.weight == 10
    assert kept.get("a", lambda: "anew") == "12345"
    assert kept.get("b", lambda: "anew") == "anew"


def test_one_value_alone_may_be_heavier() -> None:
    kept = Kept[str](3, len)
    kept.get("a", lambda: "12345")
    assert kept.get("a", lambda: "anew") == "12345"


def test_threads_are_given_the_same_value() -> None:
    kept = Kept[object](100, lambda _: 1)
    with ThreadPoolExecutor(8) as pool:
        values = list(pool.map(lambda _: kept.get("a", object), range(200)))
    assert len(set(map(id, values))) == 1
