"""However many pictures of whatever games a process paints, what it keeps of them stays within its
budget, counted by what is alive and not only by the budget itself."""

import gc
from collections.abc import Iterator
from itertools import islice

import pytest
from PIL import Image

from bot.games.faces import prepare_painting
from render.picture.cache import BUDGET, Packed, image_weight
from render.picture.colouring import Area
from tests.bot.games.mixed import mixed_drawings

# Small, so that it is full after a few pictures.
MOST = 12_000_000
PICTURES = 50
LOOK_EVERY = 10


@pytest.fixture
def _only_what_is_new() -> Iterator[None]:
    """Hide from the collector what other tests have left, which takes long to look through."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def alive() -> int:
    """The bytes of all images and masks of stencils that were made here and that anything refers
    to."""
    gc.collect()
    objects = gc.get_objects()
    images = sum(image_weight(thing) for thing in objects if isinstance(thing, Image.Image))
    packed = sum(len(thing.data) for thing in objects if isinstance(thing, Packed))
    return images + packed + sum(mask_size(thing) for thing in objects if isinstance(thing, Area))


def mask_size(area: Area) -> int:
    width, height = area.mask.size
    return int(width * height)


@pytest.mark.usefixtures("_only_what_is_new")
def test_picture_caches_of_all_games_stay_within_the_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prepare_painting()
    BUDGET.clear()
    monkeypatch.setattr(BUDGET, "most", MOST)
    before = alive()
    drawings = mixed_drawings("memory")
    held = list[int]()
    for _ in range(0, PICTURES, LOOK_EVERY):
        for drawing in islice(drawings, LOOK_EVERY):
            drawing.paint()
            assert BUDGET.weight <= MOST
        held.append(alive() - before)
    assert max(held) <= MOST
    assert min(held[1:]) > MOST / 2, "else the budget was not needed"
