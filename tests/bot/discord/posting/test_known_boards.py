"""A board's post is made from the board that a step has just led to, if it is the same one;
otherwise the board is read."""

from dataclasses import replace

import pytest

from bot.match.game import Game
from bot.match.messages import BoardPost
from bot.table.boards import ShownBoard
from bot.table.positions import Position
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.trouble import Unpainted
from tests.bot.discord.kit.world import World, texts
from tests.bot.kit import statements


@pytest.fixture
async def game(friends: World) -> Game:
    """A game after two moves, whose boards have not been posted yet."""
    friends.equip(studio=Unpainted())
    game = await friends.start()
    await friends.play_on(game, eager_moves("0")[:2])
    return await friends.table.games.get(game.id)


async def posted(friends: World, board: BoardPost, position: Position | None) -> tuple[str, int]:
    """The text of the post, and how often the game was read for it."""
    known = None if position is None else ShownBoard(position, (), "en")
    with statements(friends.database) as sent:
        await friends.poster.post(friends.channel.id, board, f"nonce {board.ply}", known)
    reads = sum("FROM games JOIN seats" in " ".join(text.split()) for text, _ in sent)
    return texts(friends.last_post), reads


async def test_nothing_of_the_game_is_read_for_its_own_position(friends: World, game: Game) -> None:
    board = BoardPost(game.id, 2, 0)
    known = await friends.table.games.position(game.id, None)
    read, once = await posted(friends, board, None)
    told, never = await posted(friends, board, known)
    assert (told, once, never) == (read, 1, 0)


@pytest.mark.parametrize("other", ["an earlier ply", "another branch", "another game"])
async def test_another_position_is_not_used(friends: World, game: Game, other: str) -> None:
    board = BoardPost(game.id, 2, 0)
    known = await friends.table.games.position(game.id, None)
    match other:
        case "an earlier ply":
            known = await friends.table.games.position(game.id, None, ply=1)
        case "another branch":
            known = replace(known, game=replace(game, branch=1), events=())
        case _:
            known = replace(known, game=replace(game, id=game.id + 1), events=())
    read, _ = await posted(friends, board, None)
    told, reads = await posted(friends, board, known)
    assert (told, reads) == (read, 1)
