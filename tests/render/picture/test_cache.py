"""The caches share one budget of bytes: what was not used again for longest goes first."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count

from PIL import Image

from render.picture.cache import (
    ENTRY,
    PACKED_SHARE,
    Budget,
    Cache,
    PackingCache,
    image_weight,
)


def weigh(weight: str) -> int:
    """A value of so many entries: of three, if it is "xxx"."""
    return (len(weight) - 1) * ENTRY


def budget_of(entries: int) -> Budget:
    return Budget(entries * ENTRY)


def never() -> str:
    raise AssertionError("this is cached")


def test_a_value_is_made_once() -> None:
    cache = Cache[str](weigh, budget_of(9))
    made = count()
    assert [cache.get("a", lambda: f"{next(made)}") for _ in range(3)] == ["0"] * 3


def test_what_was_not_asked_for_again_goes_first() -> None:
    cache = Cache[str](weigh, budget_of(2))
    for key in ("a", "b"):
        cache.get(key, lambda: "x")
    cache.get("a", never)
    cache.get("c", lambda: "x")
    assert cache.get("a", never) == "x"
    assert cache.get("b", lambda: "y") == "y"


def test_what_was_asked_for_once_is_not_kept_for_ever() -> None:
    cache = Cache[str](weigh, budget_of(2))
    cache.get("a", lambda: "x")
    cache.get("a", never)
    for key in ("b", "c", "d", "e"):
        cache.get(key, lambda: "x")
    assert cache.get("a", lambda: "y") == "y"


def test_caches_share_a_budget_but_no_keys() -> None:
    budget = budget_of(4)
    first = Cache[str](weigh, budget)
    second = Cache[str](weigh, budget)
    assert (first.get("a", lambda: "xx"), second.get("a", lambda: "yy")) == ("xx", "yy")
    assert budget.weight == 4 * ENTRY
    second.get("b", lambda: "zz")
    assert budget.weight == 4 * ENTRY
    assert first.get("a", lambda: "ww") == "ww"


def test_the_budget_is_never_exceeded() -> None:
    budget = budget_of(10)
    cache = Cache[str](weigh, budget)
    for number in range(500):
        cache.get(number * number % 37, partial(str, "x" * (1 + number % 4)))
        assert budget.weight <= budget.most


def test_one_value_alone_may_be_heavier() -> None:
    cache = Cache[str](weigh, budget_of(2))
    cache.get("a", lambda: "xxxxx")
    assert cache.get("a", never) == "xxxxx"


def test_threads_are_given_the_same_value() -> None:
    cache = Cache[object](lambda _: 1, budget_of(100))
    with ThreadPoolExecutor(8) as pool:
        values = list(pool.map(lambda _: cache.get("a", object), range(200)))
    assert len(set(map(id, values))) == 1


def test_an_image_weighs_what_its_pixels_take() -> None:
    for mode, pixel in (("1", 1), ("L", 1), ("P", 1), ("RGB", 4), ("RGBA", 4)):
        assert image_weight(Image.new(mode, (30, 20))) == 20 * (30 * pixel + 8)


def test_an_evicted_image_is_unpacked_instead_of_made_anew() -> None:
    """Also after it was unpacked and evicted again."""
    budget = Budget(400_000)
    cache = PackingCache[Image.Image](image_weight, budget)
    first = Image.effect_mandelbrot((100, 100), (-3, -2.5, 2, 2.5), 100)
    cache.get("first", lambda: first)
    for number in range(100):
        cache.get(number, lambda: Image.new("L", (200, 200)))
        assert budget.weight <= budget.most
        if number % 40 == 39:
            assert "first" not in {key for _, key in budget.entries}
            assert cache.get("first", Image.Image) == first


def test_no_more_is_packed_than_its_share() -> None:
    budget = Budget(400_000)
    cache = PackingCache[Image.Image](image_weight, budget)
    for number in range(200):
        cache.get(number, lambda: Image.effect_noise((150, 150), 90))
        assert budget.weight <= budget.most
    unpacked = sum(entry.weight for entry in budget.entries.values())
    assert 0 < budget.weight - unpacked <= PACKED_SHARE * budget.most
