"""The playground keeps going, whatever takes long in it."""

import asyncio
from datetime import UTC, datetime
from typing import Any
from unittest.mock import ANY

import pytest

from bot.discord.playground import (
    _find_boards,
    _follow_reviews,
    _forbid_threads,
    _let_clicks_wait,
    _Screens,
    _step_from,
)
from bot.match.actions import Actor, Resign
from bot.match.errors import Refused, Why
from bot.table.reviews import Progress
from engine.players.review import Review
from tests.bot.discord.kit.forms import options
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.trouble import refusal
from tests.bot.discord.kit.world import World, labels, texts


class SlowEnv:
    """The simulation while something takes longer than it waits."""

    http_requests: tuple[Any, ...] = ()
    tries = 0

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC)

    async def advance_time(self, seconds: float) -> None:
        self.tries += 1
        raise TimeoutError


class ClosedLater:
    """A page that is closed when it has been looked at twice."""

    looks = 0

    async def wait_closed(self) -> None:
        self.looks += 1
        if self.looks <= 2:
            raise TimeoutError


async def test_what_takes_long_does_not_end_the_playground() -> None:
    env: Any = SlowEnv()
    preview: Any = ClosedLater()
    await _Screens(env, preview, ANY, asyncio.Lock()).keep_up()
    assert env.tries == 2


class Clickable:
    """A page whose clicks are counted."""

    clicks = 0

    async def _action(self, context_id: str, body: object) -> dict[str, object]:
        self.clicks += 1
        return {"context": context_id}


async def test_a_click_waits_for_what_the_playground_does_itself() -> None:
    """The simulation would refuse it, and the page wait for its answer until it is reloaded."""
    clickable = Clickable()
    at_work = asyncio.Lock()
    preview: Any = clickable
    _let_clicks_wait(preview, at_work)
    async with at_work:
        click = asyncio.create_task(preview._action("page", {}))
        await asyncio.sleep(0)
        assert clickable.clicks == 0
    assert await click == {"context": "page"}
    assert clickable.clicks == 1


async def test_a_review_is_answered_when_it_is_made(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then the click counts as answered, and the page can be used."""
    game = await friends.start()
    await friends.table.act(Actor("gives up", friends.ben.id, "Ben"), game.id, Resign())
    made = asyncio.Event()
    reviews = friends.table.reviews

    async def follow(*arguments: Any, **_: object) -> Review:
        await arguments[-1](Progress(1, 4))
        await made.wait()
        raise Refused(Why.NO_REVIEWS_HERE)

    monkeypatch.setattr(reviews, "follow", follow)
    _follow_reviews(friends.env, reviews)
    asked = await friends.anna.slash(friends.channel, "castle review")
    await friends.env.settle()
    assert "1 of 4" in texts(answer_of(asked))
    made.set()
    await asyncio.sleep(0)
    await friends.env.settle()
    assert texts(answer_of(asked)) == refusal("no_reviews_here")


async def test_no_game_opens_in_a_thread(friends: World) -> None:
    """The page could not show it."""
    _forbid_threads(friends.env, friends.channel)
    await friends.start()
    form = await friends.anna.slash(friends.channel, "castle new")
    assert "thread" not in options(form, "switches")
    answer = answer_of(await friends.anna.slash(friends.channel, "castle new", level="easy"))
    assert labels(answer) == ["Yes, resign"]


async def test_one_can_step_from_each_board_and_from_nothing_else(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    assert _find_boards(friends.channel) == []
    await friends.ben.click(friends.last_post, label="Accept")
    await friends.deliver()
    [board] = _find_boards(friends.channel)
    people = (friends.anna, friends.ben, friends.carla)
    await _step_from(friends.channel, people, asyncio.Lock(), friends.carla.id, board)
    private = friends.channel.history(viewer=friends.carla)[-1]
    assert "move 0 of 0" in texts(private)
