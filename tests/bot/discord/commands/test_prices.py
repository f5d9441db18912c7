"""Whatever takes long has a price, which is charged before any of it is done."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from bot.discord.answering.desk import REPLAY
from bot.process.allowance import Allowance
from bot.table.choosing import Drafts, OrderBook
from bot.table.games import Games
from bot.table.people import People
from bot.table.results import PlayerStatistics
from bot.table.reviews import Reviews
from bot.table.thinking import Hints
from tests.bot.choices import legal_choices
from tests.bot.discord.kit.trouble import forge_post, text_of
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import World

TOO_MUCH = "That is a lot at once."
# The buttons that show something, with the contents of their ids.
LOOKS = {
    **dict.fromkeys(("board", "overlay", "supply", "log", "score", "replay", "play", "guess"), ""),
    **dict.fromkeys(("steps", "step", "present", "since"), ""),
    "page": "0",
    "try": "0~C9",
    "guesspage": "0",
    "orders": "",
    "order": "bend-1",
    "orderpage": "bend-1.0",
    "ranks": "castle",
    "profile": "castle.1.0",
    "history": "castle.1.0",
}
COMMANDS = (
    "board",
    "tiles",
    "text",
    "log",
    "score",
    "replay",
    "review",
    "games",
    "play",
    "hint",
    "verify",
    "steps",
    "history",
    "stats",
    "leaderboard",
    "profile",
)


# The expensive requests to the table.
READING: Mapping[type, Sequence[str]] = {
    Games: ("position", "story", "since_last_turn", "record", "records", "open_of"),
    Hints: ("take",),
    Reviews: ("of_game",),
    Drafts: ("questions", "of", "forget", "keep"),
    OrderBook: ("of", "suppose"),
    PlayerStatistics: ("of", "games_of", "leaderboard"),
    People: ("personal_data",),
}


@contextmanager
def nothing_done(world: World) -> Iterator[None]:
    """Fails if anything is read or painted."""

    def failing(*_: object, **__: object) -> Any:
        raise AssertionError("this was done before it was paid")

    with pytest.MonkeyPatch.context() as patch:
        for part, names in READING.items():
            for name in names:
                patch.setattr(part, name, failing)
        patch.setattr(world.desk.studio, "paint", failing)
        yield


async def test_no_button_works_without_allowance(friends: World) -> None:
    game = await friends.start()
    for verb, rest in LOOKS.items():
        post = await forge_post(friends, f"{verb}:{game.id}:0:0:{rest}")
        friends.equip(allowance=Allowance(at_once=0, now=lambda: 0.0))
        with nothing_done(friends):
            assert TOO_MUCH in text_of(await friends.carla.click(post, label="Press"))


async def test_no_command_works_without_allowance(friends: World) -> None:
    await friends.start()
    friends.equip(allowance=Allowance(at_once=0, now=lambda: 0.0))
    for command, options in [
        *((command, {}) for command in COMMANDS),
        *(("export", {"what": what}) for what in ("game", "channel", "me")),
    ]:
        with nothing_done(friends):
            answer = await friends.carla.slash(friends.channel, in_group(command), **options)
            assert TOO_MUCH in text_of(answer)


async def test_valid_notation_is_free_and_other_text_costs_allowance(friends: World) -> None:
    await friends.start()
    friends.equip(allowance=Allowance(at_once=0, now=lambda: 0.0))
    move = (await legal_choices(friends.table, 1, friends.anna.id))[0].text
    for text in (f"{move} x", "A1", "T T T"):
        answer = await friends.anna.slash(friends.channel, "castle move", now=True, move=text)
        assert TOO_MUCH in text_of(answer)
    answer = await friends.anna.slash(friends.channel, "castle move", now=True, move=move.lower())
    assert f"Played: `{move}`" in text_of(answer)


async def test_a_replay_takes_as_much_as_many_boards(friends: World) -> None:
    await friends.start()
    friends.equip(allowance=Allowance(at_once=REPLAY, now=lambda: 0.0))
    await friends.carla.slash(friends.channel, "castle replay")
    assert TOO_MUCH in text_of(await friends.carla.click(friends.last_post, label="Board"))


async def test_what_is_not_shown_costs_nothing(friends: World) -> None:
    """Somebody who has looked at everything can still join, watch, and ask for help."""
    await friends.anna.slash(friends.channel, "castle new", thread=False)
    await friends.deliver()
    friends.equip(allowance=Allowance(at_once=0, now=lambda: 0.0))
    assert TOO_MUCH not in text_of(await friends.ben.click(friends.last_post, label="Join"))
    for command in ("watch", "help", "rules", "me"):
        answer = await friends.carla.slash(friends.channel, in_group(command))
        assert TOO_MUCH not in text_of(answer)
