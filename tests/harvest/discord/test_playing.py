"""Harvest as three people play it, from the invitation to the end."""

import pytest

from bot.match.actions import Resign
from bot.match.game import Status
from tests.bot.discord.kit.seen import answer_of, buttons, menus, read
from tests.bot.discord.kit.world import labels, texts
from tests.harvest.discord.party import Party, a_turn
from tests.harvest.rules.rules import harvest


async def invite(party: Party) -> None:
    """By Anna, who begins."""
    await party.anna.slash(
        party.world.channel,
        "harvest new",
        opponent=party.ben,
        opponent2=party.carla,
        first="me",
        rated=True,
    )
    await party.world.deliver()


async def accept(party: Party, *people: object) -> None:
    for person in (party.ben, party.carla):
        if person in people:
            await person.click(party.world.last_post, label="Accept")
            await party.world.deliver()
    game = await party.world.table.games.open_in(party.world.channel.id)
    assert game is not None
    party.game_id = game.id


async def test_a_rated_game_of_three_runs_from_invitation_to_end(party: Party) -> None:
    await invite(party)
    await accept(party, party.ben, party.carla)
    for _ in range(3):
        move = a_turn(await party.state(), cards=3)
        answer = await party.play_by_panel(await party.to_act(), move)
        assert read(answer).text.startswith("Played.")
    await party.play_on(cards=3)
    await party.world.deliver()
    assert (await party.game()).status is Status.FINISHED
    state = await party.state()
    text = read(party.world.last_post).text
    for name, score in zip(("Anna", "Ben", "Carla"), state.scores, strict=True):
        assert f"{name}: {score} points" in text
    await party.world.table.look_after(party.game_id)
    channel = party.world.channel
    board = read(answer_of(await party.anna.slash(channel, "table leaderboard")))
    assert all(f"{name}: " in board.alts[0] for name in ("Anna", "Ben", "Carla"))
    stats = read(answer_of(await party.ben.slash(channel, "table stats")))
    assert "Cards sown in a game: " in stats.text


async def test_two_can_start_when_the_third_does_not_come(party: Party) -> None:
    await invite(party)
    await accept(party, party.ben)
    await party.anna.click(party.world.last_post, label="Start now")
    await party.world.deliver()
    assert [seat.name for seat in (await party.game()).seats] == ["Anna", "Ben"]
    assert (await party.state()).setup.seats == 2


async def test_a_begun_turn_waits_until_the_position_changes(
    party: Party,
) -> None:
    """Five cards do not fit into the id of a button, and the process may end in between."""
    await party.sit_down()
    labels = ["barley", "5", "2. barley", "7", "3. buckwheat", "8", "4. sunflowers", "11"]
    page = await party.tap(party.anna, await party.panel(party.anna), *labels, "5. sunflowers")
    await party.world.restart()
    resumed = await party.panel(party.anna)
    assert read(resumed).text == read(page).text
    assert "12" in buttons(resumed)
    assert "barley" not in read(await party.panel(party.ben)).text
    await party.play(party.anna, "pumpkins 5")
    await party.play_on(2)
    await party.world.deliver()
    assert "2. barley" not in read(await party.panel(party.anna)).text


async def test_an_order_is_played_when_its_weather_comes(party: Party) -> None:
    await party.sit_down()
    await party.play_on(1)
    await party.world.deliver()
    page = await party.tap(party.carla, await party.panel(party.carla), "Give an order")
    [(menu, kinds)] = menus(page).items()
    for weather in kinds:
        chosen = answer_of(await party.carla.select(page, [kinds[weather]], custom_id=menu))
        await party.tap(party.carla, chosen, "barley", "12", "Give this order")
    await party.play_on(1)
    await party.world.deliver()
    assert await party.to_act() == party.carla, "nothing is turned up for her this time"
    await party.play_on(3)
    await party.world.deliver()
    texts = [read(post).text for post in party.world.posts]
    assert any("Carla** sows 12 on the barley" in text for text in texts)
    assert await party.to_act() == party.anna


async def test_a_game_names_the_look_at_its_supply_itself(party: Party) -> None:
    await party.sit_down()
    page = answer_of(await party.dora.slash(party.world.channel, "harvest weather"))
    assert "Sun" in read(page).words
    text = read(answer_of(await party.dora.slash(party.world.channel, "table help"))).text
    assert "`/harvest board`, `weather`, `log`" in text
    waits = await party.dora.slash(party.world.channel, "table help", topic="wait")
    assert "**Orders**" in texts(answer_of(waits))


@pytest.fixture
def without_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harvest, "orders", None)


@pytest.mark.usefixtures("without_orders")
async def test_the_supply_is_viewable_without_orders(party: Party) -> None:
    await party.sit_down()
    assert "Weather to come" in labels(party.world.last_post)
    waiting = answer_of(await party.ben.click(party.world.last_post, label="Play"))
    assert labels(waiting) == []
    text = read(answer_of(await party.dora.slash(party.world.channel, "table help"))).text
    assert "`weather`" in text
    assert "**Orders**" not in text


async def test_spectators_predict_the_first_field_for_any_hand(party: Party) -> None:
    await party.sit_down()
    page = answer_of(await party.dora.click(party.world.last_post, label="Predict"))
    await party.tap(party.dora, page, "pumpkins", "Seal my prediction")
    await party.play(party.anna, "pumpkins 5 barley 7")
    assert "1 of 1 saw it coming: Dora" in read(party.world.last_post).text


async def test_a_move_is_taken_back_when_both_others_allow_it(party: Party) -> None:
    await party.sit_down()
    await party.play(party.anna, "pumpkins 5")
    await party.anna.slash(party.world.channel, "harvest undo")
    await party.world.deliver()
    asked = party.world.last_post
    assert "yet to answer: Ben and Carla" in read(asked).text
    await party.carla.click(asked, label="Allow take-back")
    await party.world.deliver()
    assert "Ben has yet to answer" in read(party.world.last_post).text
    assert (await party.state()).turn == 1
    await party.ben.click(asked, label="Allow take-back")
    await party.world.deliver()
    assert ((await party.state()).turn, await party.to_act()) == (0, party.anna)


async def test_the_others_play_on_after_a_resignation_which_comes_last(party: Party) -> None:
    await party.sit_down()
    await party.play_on(4)
    await party.world.deliver()
    answer = answer_of(await party.ben.slash(party.world.channel, "harvest resign"))
    assert "play on" in read(answer).text
    await party.tap(party.ben, answer, "Yes, resign")
    await party.world.deliver()
    assert await party.to_act() == party.carla
    assert "Carla" not in read(party.world.last_post).text
    await party.play_on(cards=2)
    await party.world.deliver()
    assert "**3.** Ben" in read(party.world.last_post).text
    await party.world.table.look_after(party.game_id)
    board = read(answer_of(await party.anna.slash(party.world.channel, "table leaderboard")))
    assert "3. Ben" in board.alts[0]


async def test_the_game_ends_when_one_of_the_last_two_resigns(party: Party) -> None:
    await party.sit_down()
    await party.play_on(3)
    await party.act(party.carla, Resign())
    await party.act(party.anna, Resign())
    await party.world.deliver()
    game = await party.game()
    assert (game.status, game.winners) == (Status.RESIGNED, (1,))


async def test_a_turn_taken_back_entirely_is_not_begun(
    party: Party,
) -> None:
    await party.sit_down()
    first = await party.panel(party.anna)
    await party.tap(party.anna, first, "barley", "Take back")
    assert read(await party.panel(party.anna)).text == read(first).text
