"""Taking a hint in a channel: who may, what it says, and that it stays private."""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import pytest

from bot.discord.pages import page
from bot.games.regions import MOST
from bot.match.actions import Actor, Resign
from bot.match.game import Game
from bot.process.worker_processes import WorkerEnded
from bot.table.thinking import Thinking
from engine.games import GAMES
from engine.players.players import EXPERTS
from engine.questions import walk
from tests.bot.discord.kit.limits import beyond
from tests.bot.discord.kit.seen import answer_of, move_to_confirm, parts, read
from tests.bot.discord.kit.trouble import INCIDENT, refusal
from tests.bot.discord.kit.world import World, labels, texts
from tests.bot.thinking import Here

# Discord's number of a text with something beside it.
SECTION = 9


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints that look at few positions."""
    for expert in EXPERTS.values():
        monkeypatch.setattr(expert, "speed", 40)


@pytest.fixture
def thinkers(friends: World) -> Iterator[Here]:
    pool = Here()
    thinking = friends.table.hints.thinking = Thinking(pool.count, pool.run)
    yield pool
    thinking.close()


async def begin(friends: World, kind: str = "castle", /, **options: Any) -> Game:
    """A game of Anna, who begins, and Ben."""
    asked = {"opponent": friends.ben, "first": "me", "rated": False, **options}
    await friends.anna.slash(friends.channel, f"{kind} new", **asked)
    await friends.deliver()
    await friends.ben.click(friends.last_post, label="Accept")
    await friends.deliver()
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    return game


async def end(friends: World, game: Game) -> None:
    await friends.table.act(Actor("end", friends.ben.id, "Ben"), game.id, Resign())
    await friends.deliver()


async def state_of(friends: World, game: Game) -> Any:
    async with friends.database.viewing() as connection:
        return await friends.table._positions.current(connection, game)


async def ask_for_hint(friends: World, kind: str = "castle") -> str:
    return texts(answer_of(await friends.anna.slash(friends.channel, f"{kind} hint")))


def numbers_of_moves(text: str) -> list[str]:
    return re.findall(r"^\*\*(\d) · [+−]?\d+\.\d\*\* · .+$", text, re.MULTILINE)


def is_suggestion(part: Mapping[str, Any]) -> bool:
    return re.fullmatch(r"Play \d", part.get("label") or "") is not None


@pytest.mark.usefixtures("thinkers")
@pytest.mark.parametrize("kind", GAMES)
async def test_a_hint_names_moves_with_what_they_bring_and_why(friends: World, kind: str) -> None:
    await begin(friends, kind)
    text = await ask_for_hint(friends, kind)
    assert numbers_of_moves(text) in (["1", "2"], ["1", "2", "3"])
    whys = re.findall(r"^\*\*\d · \S+\*\* · (.+)$", text, re.MULTILINE)
    assert len(whys) == len(numbers_of_moves(text))
    assert len({*whys}) == len(whys), "only what differs is said"


@pytest.mark.usefixtures("thinkers")
@pytest.mark.painted
@pytest.mark.parametrize("kind", GAMES)
async def test_all_moves_of_a_hint_are_on_one_picture(friends: World, kind: str) -> None:
    await begin(friends, kind)
    answer = answer_of(await friends.anna.slash(friends.channel, f"{kind} hint"))
    numbers = numbers_of_moves(texts(answer))
    assert read(answer).files == ("hint.png",)
    [alt] = read(answer).alts
    assert re.findall(r"(?:^|; )(\d) is ", alt) == numbers


@pytest.mark.usefixtures("thinkers")
async def test_hints_are_private_and_link_to_choosing_a_move(friends: World) -> None:
    await begin(friends)
    answer = answer_of(await friends.anna.slash(friends.channel, "castle hint"))
    assert answer.flags.ephemeral
    assert labels(answer)[-1] == "Play"


@pytest.mark.usefixtures("thinkers")
@pytest.mark.parametrize("kind", GAMES)
async def test_one_tap_leads_from_a_hint_to_confirm(friends: World, kind: str) -> None:
    game = await begin(friends, kind)
    _, ideas = await friends.table.hints.take(game.id, friends.anna.id)
    hint = answer_of(await friends.anna.slash(friends.channel, f"{kind} hint"))
    pressed = [part["custom_id"] for part in parts(hint) if is_suggestion(part)]
    assert len(pressed) == len(ideas)
    for button, idea in zip(pressed, ideas, strict=True):
        panel = answer_of(await friends.anna.click(hint, custom_id=button))
        assert panel.id != hint.id, "the other suggestions stay"
        assert panel.flags.ephemeral
        assert move_to_confirm(panel) == idea.move
    await friends.anna.click(panel, label="Confirm")
    assert (await friends.table.games.get(game.id)).ply == 1


@pytest.mark.usefixtures("thinkers")
@pytest.mark.parametrize("kind", GAMES)
async def test_each_move_of_a_hint_has_its_button_beside_it(friends: World, kind: str) -> None:
    await begin(friends, kind)
    hint = answer_of(await friends.anna.slash(friends.channel, f"{kind} hint"))
    rows = [part for part in parts(hint) if part["type"] == SECTION]
    told = [row["components"][0]["content"] for row in rows]
    assert numbers_of_moves("\n".join(told)) == [
        row["accessory"]["label"].removeprefix("Play ") for row in rows
    ]


@pytest.mark.usefixtures("thinkers")
async def test_a_move_too_long_for_a_button_is_begun_by_it(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begin(friends, "castellan")
    _, ideas = await friends.table.hints.take(game.id, friends.anna.id)
    longest = max(range(len(ideas)), key=lambda number: len(ideas[number].move))
    with monkeypatch.context() as patch:
        patch.setattr(page, "LONGEST_ID", len(f"idea:1:0:0:{ideas[longest].move}") - 1)
        hint = answer_of(await friends.anna.slash(friends.channel, "castellan hint"))
    assert ideas[longest].move not in texts(hint)
    panel = answer_of(await friends.anna.click(hint, label=f"Play {longest + 1}"))
    cards = ideas[longest].move.partition(":")[0]
    assert texts(panel).startswith(f"**{cards}")
    assert (await friends.table.games.get(game.id)).ply == 0


@pytest.mark.usefixtures("thinkers")
async def test_a_hint_has_notation_for_those_who_read_in_words(friends: World) -> None:
    game = await begin(friends)
    _, ideas = await friends.table.hints.take(game.id, friends.anna.id)
    briefly = await ask_for_hint(friends)
    await friends.anna.slash(friends.channel, "table me", reading="words")
    in_words = await ask_for_hint(friends)
    for idea in ideas:
        assert f"`{idea.move}`" not in briefly
        assert f"`{idea.move}`" in in_words


@pytest.mark.usefixtures("thinkers")
async def test_a_stale_hint_leads_to_the_board_as_it_is(friends: World) -> None:
    game = await begin(friends)
    hint = answer_of(await friends.anna.slash(friends.channel, "castle hint"))
    idea = next(part["custom_id"] for part in parts(hint) if is_suggestion(part))
    _, ideas = await friends.table.hints.take(game.id, friends.anna.id)
    await friends.play_on(game, [ideas[0].move])
    stale = answer_of(await friends.anna.click(hint, custom_id=idea))
    assert "Confirm" not in labels(stale)


@pytest.mark.usefixtures("thinkers")
@pytest.mark.parametrize("kind", GAMES)
async def test_the_panel_offers_what_the_command_shows(friends: World, kind: str) -> None:
    await begin(friends, kind)
    panel = answer_of(await friends.anna.slash(friends.channel, f"{kind} play"))
    assert labels(panel)[-1] == "Hint"
    answer = answer_of(await friends.anna.click(panel, label="Hint"))
    assert answer.flags.ephemeral
    assert texts(answer) == await ask_for_hint(friends, kind)


@pytest.mark.parametrize("options", [{"rated": True}, {"hints": False}])
@pytest.mark.usefixtures("thinkers")
async def test_the_panel_offers_no_hint_where_there_is_none(
    friends: World, options: dict[str, bool]
) -> None:
    await begin(friends, **options)
    panel = answer_of(await friends.anna.slash(friends.channel, "castle play"))
    assert "Hint" not in labels(panel)


async def test_the_panel_offers_no_hint_where_nothing_thinks(friends: World) -> None:
    await begin(friends)
    panel = answer_of(await friends.anna.slash(friends.channel, "castle play"))
    assert "Hint" not in labels(panel)


@pytest.mark.usefixtures("thinkers")
async def test_a_hint_is_offered_beside_regions(friends: World) -> None:
    game = await begin(friends, "carcassonne")
    rules = GAMES["carcassonne"]
    while True:
        state = await state_of(friends, game)
        first = rules.question(state, ())
        assert first is not None
        if len(first.choices) > MOST:
            break
        parts = walk(partial(rules.question, state), [(first.step, first.choices[-1])]).parts
        await friends.play_on(game, [rules.move_text(rules.assemble(parts))])
        game = await friends.table.games.get(game.id)
    panel = answer_of(await (await friends.to_act()).slash(friends.channel, "carcassonne play"))
    assert {"1", "A"} <= {*labels(panel)}
    assert labels(panel)[-1] == "Hint"
    assert not beyond(friends.env.http_requests)


@pytest.mark.usefixtures("thinkers")
async def test_the_same_position_gets_the_same_hint(friends: World) -> None:
    await begin(friends)
    assert await ask_for_hint(friends) == await ask_for_hint(friends)


@pytest.mark.usefixtures("thinkers")
async def test_only_the_player_to_act_gets_a_hint(friends: World) -> None:
    await begin(friends)
    answer = await friends.ben.slash(friends.channel, "castle hint")
    assert texts(answer_of(answer)) == refusal("not_your_turn", seat="Anna")
    answer = await friends.carla.slash(friends.channel, "castle hint")
    assert texts(answer_of(answer)) == refusal("not_a_player")


async def test_a_game_that_counts_for_the_ratings_has_no_hints(
    friends: World, thinkers: Here
) -> None:
    await begin(friends, rated=True)
    assert await ask_for_hint(friends) == refusal("no_hints_in_rated")
    assert thinkers.turns == []


async def test_a_game_opened_without_hints_says_so_and_gives_none(
    friends: World, thinkers: Here
) -> None:
    game = await begin(friends, hints=False)
    assert not game.has_hints
    assert await ask_for_hint(friends) == refusal("no_hints")
    assert thinkers.turns == []


@pytest.mark.parametrize(("options", "said"), [({}, False), ({"hints": False}, True)])
async def test_the_invitation_says_that_there_are_no_hints(
    friends: World, options: dict[str, bool], said: bool
) -> None:
    await friends.anna.slash(friends.channel, "castle new", rated=False, **options)
    await friends.deliver()
    assert ("There are no hints in this game." in texts(friends.last_post)) is said


async def test_a_rematch_is_opened_without_hints_as_well(friends: World) -> None:
    await end(friends, await begin(friends, hints=False))
    await friends.ben.click(friends.last_post, label="Rematch")
    again = await friends.table.games.open_in(friends.channel.id)
    assert again is not None
    assert not again.has_hints


@pytest.mark.usefixtures("thinkers")
async def test_the_points_of_a_game_say_how_many_hints_each_player_took(friends: World) -> None:
    """In how many positions: asking twice in the same one gives the same hint again."""
    game = await begin(friends)
    for _ in range(2):
        await ask_for_hint(friends)
    await end(friends, game)
    points = answer_of(await friends.carla.click(friends.last_post, label="Points"))
    assert "Hints used: Anna 1." in texts(points)


async def test_the_last_post_does_not_mention_hints_not_taken(
    friends: World,
) -> None:
    await end(friends, await begin(friends))
    assert "Hints" not in texts(friends.last_post)


async def test_a_hint_whose_processes_die_is_given_at_first_sight(
    friends: World, thinkers: Here
) -> None:
    await begin(friends)
    thinkers.failures = [WorkerEnded("died")]
    assert numbers_of_moves(await ask_for_hint(friends))
    assert len(thinkers.turns) == 2


async def test_a_failing_hint_is_answered_with_an_incident(friends: World, thinkers: Here) -> None:
    await begin(friends)
    thinkers.failures = [WorkerEnded("died"), WorkerEnded("died again")]
    assert INCIDENT.search(await ask_for_hint(friends))


async def test_where_nothing_thinks_there_are_no_hints(friends: World) -> None:
    await begin(friends)
    assert await ask_for_hint(friends) == refusal("no_hints_here")


async def test_thinkers_receive_nothing_the_player_cannot_see(
    friends: World, thinkers: Here
) -> None:
    game = await begin(friends)
    await ask_for_hint(friends)
    [turn] = thinkers.turns
    state = await state_of(friends, game)
    rules = GAMES[game.kind]
    assert turn.position == rules.snapshots.encode(rules.resample(state, 0, turn.seed))
