"""Boards that were posted: known without reading again, and superseded."""

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.discord.channel_poster import ChannelPoster
from bot.match.game import Game
from bot.match.messages import BoardPost, RetireButtons
from bot.table.boards import ShownBoard
from bot.table.channels import ChannelSettings
from bot.table.games import Games
from bot.table.positions import Position
from render.castle.pictures import CastlePictures
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.trouble import Unpainted
from tests.bot.discord.kit.world import World, alts, labels, texts
from tests.bot.kit import statements


@pytest.fixture
async def game(friends: World) -> Game:
    """A game after two moves, whose boards have not been posted yet."""
    game = await friends.start()
    await friends.play_on(game, eager_moves("0")[:2])
    return await friends.table.games.get(game.id)


async def post_board(
    friends: World, board: BoardPost, position: Position | None
) -> tuple[str, int]:
    """Returns the text of the post, and how often the game was read for it."""
    shown_board = None if position is None else ShownBoard(position, (), ChannelSettings())
    with statements(friends.database) as sent:
        await friends.poster.post(friends.channel.id, board, f"nonce {board.ply}", shown_board)
    reads = sum("FROM games JOIN seats" in " ".join(text.split()) for text, _ in sent)
    return texts(friends.last_post), reads


async def test_nothing_of_the_game_is_read_for_its_own_position(friends: World, game: Game) -> None:
    board = BoardPost(game.id, 2, 0)
    position = await friends.table.games.position(game.id, None)
    read, once = await post_board(friends, board, None)
    reused, never = await post_board(friends, board, position)
    assert (reused, once, never) == (read, 1, 0)


@pytest.mark.parametrize("other", ["an earlier ply", "another branch", "another game"])
async def test_another_position_is_not_used(friends: World, game: Game, other: str) -> None:
    board = BoardPost(game.id, 2, 0)
    position = await friends.table.games.position(game.id, None)
    match other:
        case "an earlier ply":
            position = await friends.table.games.position(game.id, None, ply=1)
        case "another branch":
            position = replace(position, game=replace(game, branch=1), events=())
        case _:
            position = replace(position, game=replace(game, id=game.id + 1), events=())
    read, _ = await post_board(friends, board, None)
    posted_text, reads = await post_board(friends, board, position)
    assert (posted_text, reads) == (read, 1)


@pytest.fixture
async def board(friends: World) -> BoardPost:
    """The second board, which is in the last post."""
    game = await friends.start()
    await friends.play_on(game, eager_moves("0")[:2])
    await friends.deliver()
    return BoardPost(game.id, 2, 0)


def nothing_is_shown(patch: pytest.MonkeyPatch) -> None:
    """Fails if a state, a view or a picture is needed."""

    def failing(*_: object, **__: object) -> Any:
        raise AssertionError("this is not needed to take buttons off a post")

    for part, names in (
        (Games, ("look", "story")),
        (CastlePictures, ("board",)),
        (Unpainted, ("paint",)),
    ):
        for name in names:
            patch.setattr(part, name, failing)


def retirement_of(board: BoardPost) -> RetireButtons:
    """Superseded by the next board."""
    return RetireButtons(board.game_id, board.ply + 1, board.branch)


def without_supply(text: str) -> str:
    """What is left to come is told of the current board only."""
    return re.sub(r", \d+ tiles? left", "", text)


async def test_the_words_and_the_picture_stay(
    friends: World, board: BoardPost, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = friends.last_post
    nothing_is_shown(monkeypatch)
    with statements(friends.database) as sent:
        await friends.poster.retire(friends.channel.id, before.id, board, retirement_of(board))
    assert sent == []
    after = friends.last_post
    assert labels(before)
    assert not labels(after)
    text, _, _ = texts(before).partition("\n<@")
    assert texts(after) == without_supply(text)
    assert alts(after) == alts(before)
    assert [file.filename for file in after.attachments] == ["board.png"]


async def test_another_process_does_not_know_the_pictures_description(
    friends: World, board: BoardPost, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = friends.last_post
    poster = ChannelPoster(friends.bot)
    nothing_is_shown(monkeypatch)
    await poster.retire(friends.channel.id, before.id, board, retirement_of(board))
    after = friends.last_post
    assert without_supply(texts(before)).startswith(texts(after))
    assert texts(after)
    assert alts(after) == ["An earlier board."]
    assert [file.filename for file in after.attachments] == ["board.png"]


async def test_what_was_taken_back_is_no_longer_told(friends: World, board: BoardPost) -> None:
    post = friends.last_post
    taken_back = BoardPost(board.game_id, board.ply, branch=7)
    await friends.poster.retire(friends.channel.id, post.id, taken_back, retirement_of(taken_back))
    assert texts(friends.last_post) == "An earlier board."


async def test_the_end_of_a_game_leaves_the_words_too(friends: World, board: BoardPost) -> None:
    before = friends.last_post
    await friends.poster.retire(friends.channel.id, before.id, board, RetireButtons(board.game_id))
    after = friends.last_post
    assert without_supply(texts(before)).startswith(texts(after))
    assert texts(after)
    assert alts(after) == alts(before)
