"""Two games on one server: each has its own commands, the table's are for both, and a command of
one game says so where the other is played.

The second game is The Castle once more, under another name.
"""

from collections.abc import Mapping
from pathlib import Path
from shutil import copyfile
from typing import Any

import discord
import pytest

import bot.locale
from bot.games.face import AnyFace
from bot.locale import ENGLISH, FOLDERS
from bot.match.game import Game
from bot.process.allowance import Allowance
from engine.games import GAMES
from tests.bot.discord.kit.remembered import end_game
from tests.bot.discord.kit.seen import MENU, answer_of, menus, parts, read
from tests.bot.discord.kit.trouble import text_of
from tests.bot.discord.kit.world import World, labels, texts

OTHER = "keep"
# Every command that works on the channel's game, with the options it needs.
IN_A_GAME: Mapping[str, Mapping[str, Any]] = {
    **{name: {} for name in ("rematch", "play", "undo", "resign", "board", "tiles", "log")},
    **{name: {} for name in ("score", "replay", "text", "watch", "nudge", "verify")},
    "move": {"move": "E5 r1"},
    "propose": {"what": "end"},
}


# Those that look at a game that is over as well.
LOOKS = ("board", "log", "replay", "review", "score", "steps", "text", "verify")


@pytest.fixture
def faces(
    faces: Mapping[str, AnyFace], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Mapping[str, AnyFace]:
    """Faces of two games: the second has the rules, the face and the words of the first."""
    monkeypatch.setitem(GAMES, OTHER, GAMES["castle"])
    folder = tmp_path / "locale" / ENGLISH
    folder.mkdir(parents=True)
    copyfile(Path(bot.locale.__file__).parent / ENGLISH / "castle.toml", folder / f"{OTHER}.toml")
    monkeypatch.setattr(bot.locale, "FOLDERS", (*FOLDERS, folder.parent))
    return {**faces, OTHER: faces["castle"]}


async def start_keep(world: World) -> Game:
    """A game of the second kind in the channel: Anna, who begins, against Ben."""
    await world.anna.slash(world.channel, f"{OTHER} new", opponent=world.ben, first="me")
    await world.deliver()
    await world.ben.click(world.last_post, label="Accept")
    await world.deliver()
    game = await world.table.games.open_in(world.channel.id)
    assert game is not None
    assert game.kind == OTHER
    return game


async def test_a_command_of_another_game_names_the_right_one(friends: World) -> None:
    game = await start_keep(friends)
    for command in IN_A_GAME:
        answer = await friends.anna.slash(
            friends.channel, f"castle {command}", **IN_A_GAME[command]
        )
        assert text_of(answer) == (
            "The game in this channel is Carcassonne: The Castle. "
            f"Use its own command: `/keep {command}`."
        )
        assert await friends.table.games.get(game.id) == game


async def test_the_last_game_of_a_kind_is_looked_at_while_another_kind_is_played(
    friends: World,
) -> None:
    async def look() -> dict[str, str]:
        answers = {}
        for command in LOOKS:
            answers[command] = text_of(
                await friends.anna.slash(friends.channel, f"castle {command}")
            )
        return answers

    friends.equip(allowance=Allowance(at_once=100_000))
    await end_game(friends)
    answers_before = await look()
    await start_keep(friends)
    assert await look() == answers_before


async def test_nothing_is_offered_to_a_move_of_another_game(friends: World) -> None:
    await start_keep(friends)
    for kind, offers in (("castle", False), (OTHER, True)):
        choices = await friends.anna.autocomplete(friends.channel, f"{kind} move", "move", "")
        assert bool(choices) == offers


async def test_a_game_that_rests_goes_on_by_a_command_of_its_own(friends: World) -> None:
    game = await start_keep(friends)
    await friends.anna.slash(friends.channel, f"{OTHER} propose", what="adjourn")
    await friends.deliver()
    await friends.ben.click(friends.last_post, label="Adjourn")
    elsewhere = friends.guild.create_text_channel("elsewhere")
    other = await friends.anna.slash(elsewhere, "castle play")
    assert text_of(other).startswith("No game has been played in this channel yet.")
    own = answer_of(await friends.anna.slash(elsewhere, f"{OTHER} play"))
    assert labels(own) == ["Resume here"]
    assert (await friends.table.games.get(game.id)).pause == "adjourned"


async def test_moderators_act_on_whatever_is_played(friends: World) -> None:
    game = await start_keep(friends)
    mona = friends.new_moderator("Mona")
    assert text_of(await mona.slash(friends.channel, "table-admin pause")).startswith("The game is")
    assert (await friends.table.games.get(game.id)).pause == "halted"
    await mona.slash(friends.channel, "table-admin resume")
    assert (await friends.table.games.get(game.id)).pause is None


async def test_the_record_of_whatever_is_played_is_exported(friends: World) -> None:
    game = await start_keep(friends)
    answer = answer_of(await friends.anna.slash(friends.channel, "table export"))
    assert read(answer).files == (f"keep-{game.id}.json",)
    assert "`/keep replay` shows it to anybody." in texts(answer)


async def test_records_are_about_all_games_until_one_is_chosen(friends: World) -> None:
    await start_keep(friends)
    for command in ["history", "stats", "leaderboard"]:
        page = answer_of(await friends.anna.slash(friends.channel, f"table {command}"))
        assert game_in_menu(page) == "All games"
        page = answer_of(
            await friends.anna.slash(friends.channel, f"table {command}", game="castle")
        )
        assert game_in_menu(page) == "Carcassonne: The Castle"
        [(menu, games)] = menus(page).items()
        page = answer_of(await friends.anna.select(page, [games["All games"]], custom_id=menu))
        assert game_in_menu(page) == "All games"


def game_in_menu(page: Any) -> str:
    [label] = [
        option["label"]
        for menu in parts(page)
        if menu["type"] == MENU
        for option in menu["options"]
        if option.get("default")
    ]
    return str(label)


async def test_the_games_there_are_can_be_chosen(friends: World) -> None:
    group = friends.bot.tree.get_command("table")
    assert isinstance(group, discord.app_commands.Group)
    for name in ("history", "stats", "leaderboard"):
        command = group.get_command(name)
        assert isinstance(command, discord.app_commands.Command)
        [option] = [parameter for parameter in command.parameters if parameter.name == "game"]
        assert not option.required
        assert [choice.value for choice in option.choices] == [
            "castle",
            "carcassonne",
            "castellan",
            OTHER,
        ]


async def test_help_names_the_commands_of_the_game_that_is_played(friends: World) -> None:
    await start_keep(friends)
    help_ = await friends.carla.slash(friends.channel, "table help", topic="start")
    text = texts(answer_of(help_))
    assert "`/keep new`" in text
    assert "/castle" not in text
