"""A move reads its game once for the click, and once for the post."""

from typing import Any

import pytest

from bot.match.errors import Refused
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.trouble import forged, told
from tests.bot.discord.kit.world import World
from tests.bot.kit import statements


async def test_a_move_reads_its_game_once_for_the_click_and_once_for_each_post(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await friends.start()
    first, move = eager_moves("0")[:2]
    await friends.play_on(game, [first])
    await friends.deliver()
    post = await forged(friends, f"do:{game.id}:0:1:0{move}")
    player = await friends.to_act()

    def refusing(*_: object, **__: object) -> None:
        raise AssertionError("nothing is refused to somebody who plays")

    monkeypatch.setattr(Refused, "__init__", refusing)
    with statements(friends.database) as sent:
        answer = await player.click(post, label="Press")
    assert told(answer).startswith("Played")
    assert _reads(sent) == 1
    with statements(friends.database) as sent:
        await friends.deliver()
    assert _reads(sent) == 2  # the new board, and the old one that loses its buttons


def _reads(sent: list[tuple[str, Any]]) -> int:
    return sum("FROM games" in statement for statement, _ in sent)
