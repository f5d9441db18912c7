"""Whose pictures are painted first, and what is painted once. The tests paint by hand: nothing
takes time."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any

import pytest

from bot.presentation.studio import Studio
from render.pictures import Drawing
from tests.bot.painting import paint_here

ANNA = 1
BEN = 2


class Easels(Executor):
    """Painters that begin what they are given, and finish it on request."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._finish: dict[str, Callable[[], None]] = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        name = args[0].__self__.name
        self.begun.append(name)
        self._finish[name] = lambda: _run(partial(fn, *args), future)
        return future

    async def finish(self, name: str) -> None:
        self._finish.pop(name)()
        await _settle()

    async def finish_all(self) -> None:
        while self._finish:
            await self.finish(next(iter(self._finish)))


def _run(paint: Callable[[], bytes], future: Future[Any]) -> None:
    try:
        future.set_result(paint())
    except Exception as error:
        future.set_exception(error)


async def _settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


class Picture:
    def __init__(self, name: str) -> None:
        self.name = name

    def paint(self) -> bytes:
        if self.name == "broken":
            raise RuntimeError(self.name)
        return self.name.encode()


class Asking:
    """People who ask a studio for pictures without waiting for them."""

    def __init__(self) -> None:
        self.easels = Easels()
        self.studio = Studio(2, paint_here)
        self.studio._threads = self.easels  # type: ignore[assignment]
        self.tasks: list[asyncio.Task[bytes]] = []

    async def ask(
        self, name: str, person: int | None = None, key: str | None = None
    ) -> "asyncio.Task[bytes]":
        drawing = Drawing(f"{name}.png", name, Picture(name).paint)
        task = asyncio.create_task(self.studio.paint(drawing, key, person))
        self.tasks.append(task)
        await _settle()
        return task


@pytest.fixture
async def asking() -> AsyncIterator[Asking]:
    asking = Asking()
    yield asking
    await asking.easels.finish_all()
    await asyncio.gather(*asking.tasks, return_exceptions=True)
    asking.studio.close()


async def test_one_user_occupies_one_painter_and_leaves_another_free(asking: Asking) -> None:
    for number in range(30):
        await asking.ask(f"anna {number}", ANNA)
    assert asking.easels.begun == ["anna 0"]
    await asking.ask("ben", BEN)
    assert asking.easels.begun == ["anna 0", "ben"]


async def test_a_post_is_painted_before_whatever_people_look_at(asking: Asking) -> None:
    for name, person in (("anna 0", ANNA), ("ben 0", BEN), ("anna 1", ANNA), ("ben 1", BEN)):
        await asking.ask(name, person)
    await asking.ask("post")
    await asking.easels.finish("anna 0")
    assert asking.easels.begun == ["anna 0", "ben 0", "post"]


async def test_people_take_turns_however_much_one_of_them_wants(asking: Asking) -> None:
    await asking.ask("post 0")
    await asking.ask("post 1")
    for number in range(3):
        await asking.ask(f"anna {number}", ANNA)
    for number in range(2):
        await asking.ask(f"ben {number}", BEN)
    await asking.easels.finish_all()
    order = ["anna 0", "ben 0", "anna 1", "ben 1", "anna 2"]
    assert [name for name in asking.easels.begun if "post" not in name] == order


async def test_a_picture_that_several_ask_for_is_painted_once(asking: Asking) -> None:
    asked = [await asking.ask("board", person, "the same") for person in (ANNA, BEN, None)]
    assert asking.easels.begun == ["board"]
    await asking.easels.finish("board")
    assert [task.result() for task in asked] == [b"board"] * 3
    again = await asking.ask("board", BEN, "the same")
    assert again.result() == b"board"
    assert asking.easels.begun == ["board"]


async def test_a_post_does_not_wait_with_an_earlier_asker(
    asking: Asking,
) -> None:
    await asking.ask("anna 0", ANNA)
    await asking.ask("anna 1", ANNA)
    await asking.ask("board", ANNA, "the same")
    await asking.ask("board", None, "the same")
    assert asking.easels.begun == ["anna 0", "board"]
    await asking.easels.finish_all()
    assert asking.easels.begun == ["anna 0", "board", "anna 1"]


async def test_pictures_without_a_key_are_painted_each(asking: Asking) -> None:
    for person in (ANNA, BEN):
        await asking.ask(f"panel of {person}", person)
    assert len(asking.easels.begun) == 2


async def test_what_nobody_is_waiting_for_is_not_painted(asking: Asking) -> None:
    await asking.ask("anna 0", ANNA)
    given_up = await asking.ask("anna 1", ANNA, "the same")
    given_up.cancel()
    await asking.easels.finish("anna 0")
    assert asking.easels.begun == ["anna 0"]
    await asking.ask("anna 2", ANNA, "the same")
    assert asking.easels.begun == ["anna 0", "anna 2"]


async def test_who_gives_up_spoils_the_picture_for_nobody_else(asking: Asking) -> None:
    first = await asking.ask("board", ANNA, "the same")
    second = await asking.ask("board", BEN, "the same")
    first.cancel()
    await asking.easels.finish("board")
    assert second.result() == b"board"


async def test_a_failed_picture_fails_for_all_and_is_tried_again(
    asking: Asking,
) -> None:
    both = [await asking.ask("broken", person, "the same") for person in (ANNA, BEN)]
    await asking.easels.finish("broken")
    assert [str(task.exception()) for task in both] == ["broken", "broken"]
    await asking.ask("board", ANNA, "the same")
    assert asking.easels.begun == ["broken", "board"]


async def test_a_closed_studio_gives_up_what_fails(asking: Asking) -> None:
    """Fails like a painter process: no error is left to be reported."""
    broken = await asking.ask("broken")
    asking.studio.close()
    await asking.easels.finish("broken")
    assert broken.cancelled()
