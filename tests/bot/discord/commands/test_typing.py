"""Typed moves: abbreviated, in words, with any spacing; and what the answers say."""

import re

from tests.bot.choices import Choice, legal_choices
from tests.bot.discord.kit.trouble import told
from tests.bot.discord.kit.world import World


async def legal(friends: World) -> list[Choice]:
    return list(await legal_choices(friends.table, 1, friends.anna.id))


async def typed(friends: World, text: str) -> str:
    return told(await friends.anna.slash(friends.channel, "castle move", move=text))


async def last_move(friends: World) -> str:
    return (await friends.table.games.story(1)).moves[-1].notation


def alone(moves: list[Choice]) -> Choice:
    """A move that its role alone tells apart from all others at its cell in this rotation."""
    texts = [move.text.partition("@")[0] for move in moves]
    return next(
        one for one in moves if "@" in one.text and texts.count(one.text.partition("@")[0]) == 1
    )


async def test_a_role_alone_is_played_on_the_one_part_that_takes_it(friends: World) -> None:
    await friends.start()
    move = alone(await legal(friends))
    answer = await typed(friends, move.text.partition("@")[0].lower())
    assert await last_move(friends) == move.text
    assert f"Played: `{move.text}`" in answer


async def test_a_move_is_taken_in_the_words_in_which_it_is_offered(friends: World) -> None:
    await friends.start()
    move = alone(await legal(friends))
    [offer] = await friends.anna.autocomplete(friends.channel, "castle move", "move", move.text)
    assert offer["value"] == move.text
    cell, role = move.text.split()[0], move.text.split()[2].partition("@")[0]
    assert re.fullmatch(rf"{cell} ↻ \d+° · {role}, .+", offer["name"])
    await typed(friends, offer["name"])
    assert await last_move(friends) == move.text


async def test_blanks_of_every_kind_are_blanks(friends: World) -> None:
    await friends.start()
    move = (await legal(friends))[0].text
    await typed(friends, "\u3000" + move.replace(" ", "\u00a0\u200b\t"))
    assert await last_move(friends) == move


async def test_where_a_text_can_mean_several_moves_each_is_named(friends: World) -> None:
    game = await friends.start()
    texts = [move.text for move in await legal(friends)]
    starts = [text.partition("@")[0] for text in texts if "@" in text]
    start = next((one for one in starts if starts.count(one) > 1), None)
    assert start is not None
    answer = await typed(friends, start)
    assert answer.startswith("That can mean several moves. Write one of them: ")
    assert all(f"`{text}`" in answer for text in texts if text.startswith(f"{start}@"))
    assert (await friends.table.games.get(game.id)).ply == 0


async def test_what_is_possible_is_named_with_a_move_that_is_not(friends: World) -> None:
    game = await friends.start()
    moves = [move.text for move in await legal(friends)]
    answer = await typed(friends, "A1 r0")
    found = re.search(r"Possible here: (.*)\. `/castle play` shows everything that is\.", answer)
    assert found is not None
    named = re.findall(r"`([^`]+)`", found[1])
    assert 0 < len(named) <= 5
    assert all(any(move.startswith(one) for move in moves) for one in named)
    start = " ".join(moves[0].split()[:2])
    answer = await typed(friends, f"{start} bishop@N")
    assert f"`{start}`" in answer.partition("Possible here")[2]
    assert (await friends.table.games.get(game.id)).ply == 0


async def test_whoever_is_not_to_move_hears_whose_turn_it_is_whatever_they_type(
    friends: World,
) -> None:
    await friends.start()
    answer = await friends.ben.slash(friends.channel, "castle move", move="hello")
    assert told(answer).startswith("It is Anna's turn.")
