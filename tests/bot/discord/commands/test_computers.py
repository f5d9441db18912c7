"""Playing against the computer in a channel: how it gets its seat, what is posted, and what it
says."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.match.actions import Actor, NewGame
from bot.match.game import COMPUTER_WAITS, Game, Status
from bot.process.clock import DAY
from bot.table.computers import Computers
from bot.table.invitations import MOST_AGAINST_COMPUTERS
from bot.table.thinking import Thinking
from engine.games import GAMES
from engine.players.players import EXPERTS
from engine.players.search import LEVELS
from engine.tutorials import TUTORIALS
from tests.bot.discord.kit.forging import press
from tests.bot.discord.kit.limits import messages
from tests.bot.discord.kit.seen import answer_of, menus
from tests.bot.discord.kit.trouble import refusal
from tests.bot.discord.kit.world import World, labels, texts, the_bot
from tests.bot.thinking import CarelessExpert, Here


@pytest.fixture(autouse=True)
def careless_players(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in GAMES:
        monkeypatch.setitem(EXPERTS, kind, CarelessExpert(kind))


@pytest.fixture
async def computers(friends: World) -> AsyncIterator[Computers]:
    thinking = Thinking(1, Here().run)
    players = Computers(friends.database, friends.table, thinking, friends.clock)
    yield players
    thinking.close()
    await players.close()


async def ask(friends: World, kind: str = "castle", /, **options: Any) -> str:
    """Open a game for Anna; returns its posts and the answer to her."""
    options = {"thread": False, **options}
    answer = answer_of(await friends.anna.slash(friends.channel, f"{kind} new", **options))
    await friends.deliver()
    return texts(answer)


async def the_game(friends: World) -> Game:
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    return game


async def move(friends: World, computers: Computers) -> None:
    friends.clock.turn(COMPUTER_WAITS)
    await computers.play_due()
    await friends.deliver()


def levels(game: Game) -> list[str | None]:
    return [seat.computer for seat in game.seats]


@pytest.mark.parametrize("kind", GAMES)
async def test_a_game_against_the_computer_begins_at_once(
    friends: World, computers: Computers, kind: str
) -> None:
    answer = await ask(friends, kind, level="hard", first="opponent", **two(kind))
    assert answer == "Anna – Computer (hard): the game begins."
    begun, board = friends.posts
    assert "**Computer (hard)** begins." in texts(begun)
    assert "**Computer (hard)** is thinking about its move." in texts(board)
    before = (await the_game(friends)).ply
    await move(friends, computers)
    assert (await the_game(friends)).ply > before


def two(kind: str) -> dict[str, int]:
    return {"seats": 2} if len(GAMES[kind].seat_counts) > 1 else {}


async def test_one_looks_back_through_a_game_against_the_computer(
    friends: World, computers: Computers
) -> None:
    await ask(friends, "castle", level="hard", first="opponent")
    await move(friends, computers)
    page = answer_of(await friends.anna.click(friends.last_post, label="Since my last turn"))
    assert "**Computer (hard)**" in texts(page)
    page = answer_of(await friends.anna.slash(friends.channel, "castle steps", move=0))
    page = answer_of(await friends.anna.click(page, label="Next"))
    assert "**Computer (hard)**" in texts(page)
    present = answer_of(await friends.anna.click(page, label="To the present"))
    assert "Next" not in labels(present)


async def test_nothing_can_be_claimed_from_the_computer(friends: World) -> None:
    await ask(friends, "castle", level="hard", first="opponent")
    friends.clock.turn(8 * DAY)
    waits = answer_of(await friends.anna.slash(friends.channel, "castle play"))
    assert texts(waits) == "It is Computer (hard)'s turn."
    assert "Claim the win" not in labels(waits)


async def test_naming_the_bot_means_its_middle_level(friends: World) -> None:
    await ask(friends, opponent=the_bot(friends))
    assert levels(await the_game(friends)) == [None, "medium"]


async def test_the_level_holds_for_every_time_the_bot_is_named(friends: World) -> None:
    me = the_bot(friends)
    await ask(
        friends, "carcassonne", opponent=me, opponent2=friends.ben, opponent3=me, level="easy"
    )
    game = await the_game(friends)
    assert levels(game) == [None, None, "easy", "easy"]
    assert game.status is Status.LOBBY
    assert "**Anna** invites" in texts(friends.last_post)
    assert "Here so far: Anna, Computer (easy) and Computer 2 (easy)." in texts(friends.last_post)


async def test_computers_take_open_seats_without_being_named(
    friends: World,
) -> None:
    await ask(friends, "carcassonne", opponent=friends.ben, seats=4, level="medium")
    assert levels(await the_game(friends)) == [None, None, "medium", "medium"]


async def test_a_level_beside_an_opponent_also_seats_a_computer(friends: World) -> None:
    await ask(friends, "carcassonne", opponent=friends.ben, level="medium")
    assert levels(await the_game(friends)) == [None, None, "medium"]


@pytest.mark.parametrize(("kind", "options"), [("castle", {}), ("carcassonne", {"seats": 2})])
async def test_a_level_without_a_seat_for_it_is_refused(
    friends: World, kind: str, options: dict[str, int]
) -> None:
    answer = await ask(friends, kind, opponent=friends.ben, level="medium", **options)
    assert answer == (
        "All 2 seats go to people, so none is left for the computer. "
        "Leave out the level, or leave a seat for the computer."
    )


async def test_the_opener_can_give_an_open_lobby_seat_to_the_computer(friends: World) -> None:
    await ask(friends)
    [(menu, offered)] = menus(friends.last_post).items()
    assert offered == {f"Computer ({level})": level for level in LEVELS}
    answer = await friends.anna.select(friends.last_post, ["easy"], custom_id=menu)
    assert texts(answer.response) == "A computer player has taken the seat."
    game = await the_game(friends)
    assert (game.status, levels(game), game.rated) == (Status.RUNNING, [None, "easy"], False)


async def test_nobody_else_gives_seats_to_the_computer(friends: World) -> None:
    await ask(friends)
    answer = await friends.ben.select(friends.last_post, ["easy"])
    assert texts(answer.response) == refusal("not_yours_to_fill")


async def test_lobbies_without_open_seats_do_not_offer_a_computer(friends: World) -> None:
    await ask(friends, opponent=friends.ben)
    assert menus(friends.last_post) == {}


async def test_a_level_that_does_not_exist_is_refused(friends: World) -> None:
    await ask(friends)
    [menu] = menus(friends.last_post)
    answer = await press(friends, friends.anna, menu, values=("godlike",))
    assert answer == refusal("no_computers")


@pytest.mark.parametrize("rated", [None, True])
async def test_computer_games_are_rated_only_on_request(friends: World, rated: bool | None) -> None:
    await ask(friends, level="easy", **({} if rated is None else {"rated": rated}))
    assert (await the_game(friends)).rated is (rated is True)


async def test_the_computer_is_never_pinged(friends: World, computers: Computers) -> None:
    await ask(friends, level="easy", first="me")
    game = await the_game(friends)
    await friends.play_on(game, [await first_move(friends)])
    await friends.deliver()
    posts = messages(friends.env.http_requests)
    pinged = [user for post in posts for user in post["allowed_mentions"].get("users", [])]
    assert set(pinged) <= {friends.anna.id}


async def first_move(friends: World) -> str:
    """A legal one, in notation."""
    game = await the_game(friends)
    rules = GAMES[game.kind]
    async with friends.database.viewing() as connection:
        state = await friends.table._positions.current(connection, game)
    return rules.move_text(CarelessExpert(game.kind).candidates(state)[0].move)


async def test_the_help_offers_a_game_against_the_computer(
    friends: World,
) -> None:
    guide = answer_of(await friends.anna.slash(friends.channel, "table help"))
    assert len(labels(guide)) == 2 * len(GAMES) + len(TUTORIALS) + len(["Puzzle"])
    answer = await friends.anna.click(guide, label="Carcassonne against the computer")
    assert texts(answer.response) == "Anna – Computer (easy): the game begins."
    game = await the_game(friends)
    assert (game.kind, levels(game), game.to_act) == ("carcassonne", [None, "easy"], 0)


async def test_too_many_games_against_the_computer_are_refused(
    friends: World,
) -> None:
    most = MOST_AGAINST_COMPUTERS
    for number in range(most):
        elsewhere = friends.guild.create_text_channel(f"castle {number}").id
        asked = NewGame("castle", friends.guild.id, elsewhere, computers=("easy",), rated=False)
        click = Actor(f"open {number}", friends.anna.id, "Anna", frozenset({"start"}))
        await friends.table.open(click, asked)
    assert await ask(friends, level="easy") == refusal("too_many_against_computers", most=most)
    assert friends.post_ids == []
    lobby = NewGame(
        "carcassonne", friends.guild.id, friends.channel.id, seats=3, computers=("easy",)
    )
    click = Actor("lobby", friends.ben.id, "Ben", frozenset({"start"}))
    await friends.table.open(click, lobby)
    await friends.deliver()
    answer = answer_of(await friends.anna.click(friends.last_post, label="Join"))
    assert texts(answer) == refusal("too_many_against_computers", most=most)
