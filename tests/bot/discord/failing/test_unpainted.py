"""The painters die or hang: whoever clicked gets the words and the buttons, and a post that went
out without its picture gets it a little later."""

import asyncio
import re
from collections.abc import Hashable

import pytest
import simcord

from bot.discord.channel_poster import RETRY_PAUSES, BarePosts, ChannelPoster
from bot.match.game import Game
from bot.match.messages import BoardPost, RetireButtons
from bot.presentation.studio import Studio
from bot.process.worker_processes import WorkerEnded
from render.pictures import Drawing
from tests.bot.discord.kit.trouble import (
    EDIT,
    INCIDENT,
    Unpainted,
    legal_move,
    move_on,
    refusal,
    text_of,
)
from tests.bot.discord.kit.world import World, alts, labels, texts


class Failing(Unpainted):
    """While it is `broken`, no picture can be painted."""

    broken = False

    async def paint(
        self, drawing: Drawing, key: Hashable = None, person: int | None = None
    ) -> bytes:
        if self.broken:
            raise WorkerEnded("2 processes ended over the same work")
        return await super().paint(drawing, key, person)


@pytest.fixture
def studio() -> Studio:
    return Failing()


class Pauses:
    """The pauses before posts are repainted: each lasts until `end`."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self._over = asyncio.Semaphore(0)

    async def rest(self, seconds: float) -> None:
        self.asked.append(seconds)
        await self._over.acquire()

    def end(self) -> None:
        self._over.release()


@pytest.fixture
def pauses(friends: World) -> Pauses:
    pauses = Pauses()
    friends.poster.bare_posts = BarePosts(pauses.rest)
    return pauses


def set_broken(world: World, *, broken: bool) -> None:
    assert isinstance(world.desk.studio, Failing)
    world.desk.studio.broken = broken


async def bare_board(world: World) -> tuple[Game, int]:
    """A game whose last board went out without its picture, and the id of that post."""
    game = await world.start()
    set_broken(world, broken=True)
    game = await move_on(world, game)
    assert alts(world.last_post) == []
    return game, world.last_post.id


async def repaint(world: World) -> None:
    async with asyncio.timeout(60):
        await world.poster.bare_posts.drain()
    await world.env.settle()


async def test_a_board_gets_its_picture_later(friends: World, pauses: Pauses) -> None:
    _, post = await bare_board(friends)
    before = friends.post(post)
    set_broken(friends, broken=False)
    pauses.end()
    await repaint(friends)
    after = friends.post(post)
    assert [file.filename for file in after.attachments] == ["board.png"]
    assert len(alts(after)) == 1
    assert texts(before).startswith(texts(after).split("\n")[0])
    assert labels(after) == labels(before)


async def test_it_is_tried_again_and_at_last_given_up(
    friends: World, pauses: Pauses, caplog: pytest.LogCaptureFixture
) -> None:
    _, post = await bare_board(friends)
    for _ in RETRY_PAUSES:
        pauses.end()
    await repaint(friends)
    assert pauses.asked == [*RETRY_PAUSES]
    assert alts(friends.post(post)) == []
    assert f"gave up on the pictures of post {post}" in caplog.messages


async def test_a_superseded_board_gets_its_picture_but_no_buttons(
    friends: World, pauses: Pauses
) -> None:
    game, post = await bare_board(friends)
    set_broken(friends, broken=False)
    await move_on(friends, game)
    assert labels(friends.post(post)) == []
    pauses.end()
    await repaint(friends)
    after = friends.post(post)
    assert len(alts(after)) == 1
    assert labels(after) == []
    assert f"<@{friends.ben.id}>" not in texts(after)


async def test_a_board_superseded_while_painted_keeps_no_buttons(
    friends: World, pauses: Pauses, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, post = await bare_board(friends)
    set_broken(friends, broken=False)
    paint = Failing.paint

    async def move_meanwhile(self: Failing, drawing: Drawing, *more: object) -> bytes:
        monkeypatch.setattr(Failing, "paint", paint)
        await move_on(friends, game)
        return drawing.alt.encode()

    monkeypatch.setattr(Failing, "paint", move_meanwhile)
    pauses.end()
    await repaint(friends)
    assert len(alts(friends.post(post))) == 1
    assert labels(friends.post(post)) == []
    assert "Play" in labels(friends.last_post)


async def test_a_board_whose_post_was_deleted_is_left_alone(
    friends: World, pauses: Pauses, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    await bare_board(friends)
    set_broken(friends, broken=False)
    friends.env.inject_error(*EDIT, status=404, code=10008)
    pauses.end()
    await repaint(friends)
    assert len(pauses.asked) == 1
    assert "MessageGone()" in caplog.text


async def test_the_end_gets_its_pictures_later(friends: World, pauses: Pauses) -> None:
    await friends.start()
    set_broken(friends, broken=True)
    asked = await friends.ben.slash(friends.channel, "castle resign")
    assert asked.response is not None
    await friends.ben.click(asked.response, label="Yes, resign")
    await friends.deliver()
    assert alts(friends.last_post) == []
    set_broken(friends, broken=False)
    pauses.end()
    await repaint(friends)
    assert alts(friends.last_post)


async def test_a_board_without_a_picture_loses_its_buttons_too(friends: World) -> None:
    """Discord rejects an edit that refers to a picture which the post does not have. Another
    process does not know that it has none."""
    game, post = await bare_board(friends)
    poster = ChannelPoster(friends.bot)
    friends.env.inject_error(*EDIT, status=400, code=50035)
    board = BoardPost(game.id, game.ply, game.branch)
    await poster.retire(
        friends.channel.id, post, board, RetireButtons(game.id, game.ply + 1, game.branch)
    )
    assert labels(friends.post(post)) == []
    assert "An earlier board." in texts(friends.post(post))


async def test_a_click_is_answered_in_words_and_with_its_buttons(friends: World) -> None:
    await friends.start()
    set_broken(friends, broken=True)
    result = await friends.anna.click(friends.last_post, label="Play")
    answer = text_of(result)
    assert refusal("unpainted") in answer
    assert not INCIDENT.search(answer)
    assert isinstance(result.response, simcord.ResponseMessage)
    assert re.search(r"\n1 is [A-L]\d; 2 is ", answer), "the alt text says what the buttons mean"
    set_broken(friends, broken=False)
    again = await friends.anna.click(friends.last_post, label="Play")
    assert refusal("unpainted") not in text_of(again)
    assert "1 is " not in text_of(again)


async def test_a_move_counts_though_the_next_panel_has_no_picture(
    friends: World,
) -> None:
    game = await friends.start()
    set_broken(friends, broken=True)
    move = await legal_move(friends, game)
    played = await friends.anna.slash(friends.channel, "castle move", now=True, move=move)
    assert not INCIDENT.search(text_of(played))
    assert (await friends.table.games.get(game.id)).ply == game.ply + 1
