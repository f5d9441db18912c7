"""A game that ended early says so wherever its last position is shown."""

from bot.match.actions import Actor, Resign
from bot.presentation.boards import position_key
from tests.bot.discord.commands.test_looks import ENGLISH
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import World, alts, labels, texts

WON = "Ben wins, as the other player resigned."


async def resign(friends: World) -> int:
    game = await friends.start()
    await friends.table.act(Actor("resign", friends.anna.id, "Anna"), game.id, Resign())
    await friends.deliver()
    return game.id


async def test_its_last_post_and_every_look_at_it_tell_who_won(friends: World) -> None:
    await resign(friends)
    looks = [
        answer_of(await friends.carla.slash(friends.channel, in_group(command)))
        for command in ("board", "text")
    ]
    contents = [alts(friends.last_post)[0], alts(looks[0])[0], texts(looks[1])]
    for text in contents:
        assert WON in text
        assert "to play" not in text


async def test_read_aloud_it_asks_nobody_to_lay_a_tile(friends: World) -> None:
    await resign(friends)
    answer = answer_of(await friends.carla.slash(friends.channel, "castle text", aloud=True))
    stands = texts(answer)
    [file] = answer.attachments
    for text in (stands, (await file.read()).decode()):
        assert WON in text
        assert "to play" not in text
        assert "Turned so" not in text


async def test_what_only_helps_to_move_is_no_longer_offered(friends: World) -> None:
    await resign(friends)
    board = answer_of(await friends.carla.slash(friends.channel, "castle board"))
    assert "Who leads where" in labels(board)
    assert not {"Where the tile fits", "Wall tiles in reach"} & set(labels(board))
    laid_over = await friends.carla.slash(friends.channel, "castle board", overlay="legal")
    assert "Where the tile fits: There is no tile to lay." in texts(answer_of(laid_over))


async def test_its_last_post_tells_what_the_last_move_was(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves(3)[:3])
    mover = Actor("resign", friends.anna.id, "Anna")
    await friends.table.act(mover, game.id, Resign())
    await friends.deliver()
    assert "Anna laid" in alts(friends.last_post)[0]


async def test_ended_games_do_not_reuse_the_running_games_picture(friends: World) -> None:
    game = await friends.start()
    before = position_key(ENGLISH, await friends.table.games.position(game.id, None), "look")
    await friends.table.act(Actor("resign", friends.anna.id, "Anna"), game.id, Resign())
    after = position_key(ENGLISH, await friends.table.games.position(game.id, None), "look")
    assert before != after
