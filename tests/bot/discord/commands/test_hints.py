"""Taking a hint in a channel: who may, what it says, and that it stays private."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.match.actions import Interaction, Resign
from bot.match.game import Game
from bot.table.thinking import Thinking
from engine.game import GAMES
from engine.players.players import JUDGEMENTS
from tests.bot.discord.kit.seen import answered
from tests.bot.discord.kit.trouble import refusal
from tests.bot.discord.kit.world import World, labels, texts
from tests.bot.thinking import Here


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints of few positions."""
    for judgement in JUDGEMENTS.values():
        monkeypatch.setattr(judgement, "speed", 40)


@pytest.fixture
def thinkers(friends: World) -> Iterator[Here]:
    found = Here()
    thinking = friends.table.hints.thinking = Thinking(found)
    yield found
    thinking.close()


async def begin(friends: World, kind: str = "castle", /, **options: Any) -> Game:
    """A game of Anna, who begins, and Ben."""
    given = {"opponent": friends.ben, "first": "me", "rated": False, **options}
    await friends.anna.slash(friends.channel, f"{kind} new", **given)
    await friends.deliver()
    await friends.ben.click(friends.last_post, label="Accept")
    await friends.deliver()
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    return game


async def end(friends: World, game: Game) -> None:
    await friends.table.act(Interaction("end", friends.ben.id, "Ben"), game.id, Resign())
    await friends.deliver()


async def asked(friends: World, kind: str = "castle") -> str:
    return texts(answered(await friends.anna.slash(friends.channel, f"{kind} hint")))


@pytest.mark.usefixtures("thinkers")
@pytest.mark.parametrize("kind", GAMES)
async def test_a_hint_names_moves_with_what_they_bring_and_why(friends: World, kind: str) -> None:
    await begin(friends, kind)
    told = await asked(friends, kind)
    numbers = re.findall(r"^\*\*(\d)\.\*\* .+ expected at the end$", told, re.MULTILINE)
    assert numbers in (["1", "2"], ["1", "2", "3"])
    assert re.search(r"^- .+ \([+−]?\d+\.\d\)$", told, re.MULTILINE)


@pytest.mark.usefixtures("thinkers")
async def test_a_hint_is_private_and_leads_to_the_choice_of_a_move(friends: World) -> None:
    await begin(friends)
    answer = answered(await friends.anna.slash(friends.channel, "castle hint"))
    assert answer.flags.ephemeral
    assert labels(answer) == ["Play"]


@pytest.mark.usefixtures("thinkers")
@pytest.mark.parametrize("kind", GAMES)
async def test_the_panel_leads_to_a_hint_and_stays_as_it_is(friends: World, kind: str) -> None:
    await begin(friends, kind)
    panel = answered(await friends.anna.click(friends.last_post, label="Play"))
    before = texts(panel)
    hint = answered(await friends.anna.click(panel, label="Hint"))
    assert texts(hint) == await asked(friends, kind)
    assert texts(panel) == before


@pytest.mark.usefixtures("thinkers")
@pytest.mark.parametrize("options", [{"hints": False}, {"rated": True}])
async def test_where_there_are_no_hints_the_panel_offers_none(
    friends: World, options: dict[str, Any]
) -> None:
    await begin(friends, **options)
    panel = answered(await friends.anna.click(friends.last_post, label="Play"))
    assert "Hint" not in labels(panel)


async def test_where_nobody_thinks_the_panel_offers_no_hint(friends: World) -> None:
    await begin(friends)
    panel = answered(await friends.anna.click(friends.last_post, label="Play"))
    assert "Hint" not in labels(panel)


@pytest.mark.usefixtures("thinkers")
async def test_the_same_position_gets_the_same_hint(friends: World) -> None:
    await begin(friends)
    assert await asked(friends) == await asked(friends)


@pytest.mark.usefixtures("thinkers")
async def test_only_the_player_to_act_gets_a_hint(friends: World) -> None:
    await begin(friends)
    answer = await friends.ben.slash(friends.channel, "castle hint")
    assert texts(answered(answer)) == refusal("not_your_turn", seat="Anna")
    answer = await friends.carla.slash(friends.channel, "castle hint")
    assert texts(answered(answer)) == refusal("not_a_player")


async def test_a_game_that_counts_for_the_ratings_has_no_hints(
    friends: World, thinkers: Here
) -> None:
    await begin(friends, rated=True)
    assert await asked(friends) == refusal("no_hints_in_rated")
    assert thinkers.turns == []


async def test_a_game_opened_without_hints_says_so_and_gives_none(
    friends: World, thinkers: Here
) -> None:
    game = await begin(friends, hints=False)
    assert not game.has_hints
    assert await asked(friends) == refusal("no_hints")
    assert thinkers.turns == []


@pytest.mark.parametrize(("given", "said"), [({}, False), ({"hints": False}, True)])
async def test_the_invitation_says_that_there_are_no_hints(
    friends: World, given: dict[str, bool], said: bool
) -> None:
    await friends.anna.slash(friends.channel, "castle new", rated=False, **given)
    await friends.deliver()
    assert ("There are no hints in it." in texts(friends.last_post)) is said


async def test_a_rematch_is_opened_without_hints_as_well(friends: World) -> None:
    await end(friends, await begin(friends, hints=False))
    await friends.ben.click(friends.last_post, label="Rematch")
    again = await friends.table.games.open_in(friends.channel.id)
    assert again is not None
    assert not again.has_hints


@pytest.mark.usefixtures("thinkers")
async def test_the_last_post_says_how_many_hints_each_player_took(friends: World) -> None:
    """In how many positions: who asks twice in one gets the same hint again."""
    game = await begin(friends)
    for _ in range(2):
        await asked(friends)
    await end(friends, game)
    assert "Hints taken: Anna 1." in texts(friends.last_post)


async def test_the_last_post_of_a_game_without_hints_taken_says_nothing_of_them(
    friends: World,
) -> None:
    await end(friends, await begin(friends))
    assert "Hints" not in texts(friends.last_post)


async def test_where_nothing_thinks_there_are_no_hints(friends: World) -> None:
    await begin(friends)
    assert await asked(friends) == refusal("no_hints_here")


async def test_who_thinks_is_told_nothing_that_the_player_cannot_see(
    friends: World, thinkers: Here
) -> None:
    game = await begin(friends)
    await asked(friends)
    [turn] = thinkers.turns
    async with friends.database.viewing() as connection:
        state = await friends.table._positions.current(connection, game)
    rules = GAMES[game.kind]
    assert turn.position == rules.encode(rules.resampled(state, 0, turn.seed))
