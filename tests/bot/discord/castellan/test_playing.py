"""Castellan as three people play it in a channel, from the invitation to the end."""

import pytest

from bot.match.game import Status
from engine import castellan
from tests.bot.discord.castellan.table import Party
from tests.bot.discord.kit.seen import answered, buttons, seen
from tests.bot.discord.kit.world import labels

BEGUN = 5
"""So many parts of a turn: cards, and its first piece."""


async def invited(party: Party) -> None:
    """By Anna, who begins."""
    await party.anna.slash(
        party.world.channel, "castellan new", opponent=party.ben, opponent2=party.carla, first="me"
    )
    await party.world.deliver()
    for person in (party.ben, party.carla):
        await person.click(party.world.last_post, label="Accept")
        await party.world.deliver()
    game = await party.world.table.games.open_in(party.world.channel.id)
    assert game is not None
    party.game_id = game.id


async def test_three_play_from_the_invitation_to_the_end_and_are_rated(party: Party) -> None:
    await invited(party)
    for _ in range(6):
        turn = await party.next_turn()
        played = await party.play_by_panel(turn)
        assert seen(played).text.startswith(f"Played: `{castellan.move_text(turn)}`")
    await party.play_on()
    await party.world.deliver()
    assert (await party.game()).status is Status.FINISHED
    state = await party.state()
    told = "\n".join(seen(post).text for post in party.world.posts)
    for name, score in zip(("Anna", "Ben", "Carla"), castellan.scores(state), strict=True):
        assert f"{name} wins with {score} points" in told or f"{name} {score}" in told
    assert "final.png" in seen(party.world.last_post).files
    await party.world.table.look_after(party.game_id)
    channel = party.world.channel
    board = await party.anna.slash(channel, "table leaderboard", game="castellan")
    assert all(f"{name}: " in seen(answered(board)).alts[0] for name in ("Anna", "Ben", "Carla"))


async def test_a_turn_that_is_begun_waits_for_its_player_until_the_position_changes(
    party: Party,
) -> None:
    """Also while the process is not there."""
    await party.sit_down()
    turn = await party.next_turn()
    page = await party.choose(party.anna, await party.panel(party.anna), turn, BEGUN)
    await party.world.restart()
    assert seen(await party.panel(party.anna)).text == seen(page).text
    assert "Take back" in buttons(page)
    assert turn.cards[0] not in seen(await party.panel(party.ben)).text
    await party.play(party.anna, castellan.move_text(turn))
    await party.play_on(2)
    await party.world.deliver()
    assert "Take back" not in buttons(await party.panel(party.anna))


async def test_a_piece_is_taken_back_and_the_same_is_offered_again(party: Party) -> None:
    """K13."""
    await party.sit_down()
    turn = await party.next_turn()
    before = await party.choose(party.anna, await party.panel(party.anna), turn, BEGUN)
    after = await party.choose(party.anna, await party.panel(party.anna), turn, BEGUN + 2)
    assert seen(after).text != seen(before).text
    while seen(after).text != seen(before).text:
        after = await party.tap(party.anna, after, "Take back")
    assert buttons(after).keys() == buttons(before).keys()


async def test_no_order_can_be_left(party: Party) -> None:
    await party.sit_down()
    waiting = answered(await party.ben.click(party.world.last_post, label="Play"))
    assert labels(waiting) == []


async def test_everybody_sees_which_cards_are_left_of_each_player(party: Party) -> None:
    await party.sit_down()
    await party.play_on(2)
    await party.world.deliver()
    played = (await party.state()).played[0]
    shown = seen(answered(await party.dora.slash(party.world.channel, "castellan cards")))
    assert played
    assert "Anna" in shown.alts[0]


async def test_a_spectator_predicts_the_first_piece_and_where_it_goes(party: Party) -> None:
    await party.sit_down()
    await party.play_on(4)
    await party.world.deliver()
    turn = await party.next_turn()
    first = turn.build[0]
    asked = await party.world.table.predictions.predictable(party.game_id, party.dora.id)
    place = castellan.parts(turn)[[name for name, _ in castellan.parts(turn)].index("place")]
    guess = [("kind", first.kind), place]
    assert [part.part for part in asked.questions.after(guess).walk.answered] == guess
    await party.world.table.predictions.predict(
        party._by(party.dora), party.game_id, (await party.game()).ply, 0, guess
    )
    await party.play(await party.to_act(), castellan.move_text(turn))
    assert "1 of 1 saw it coming: Dora" in seen(party.world.last_post).text


async def test_the_others_play_on_when_somebody_resigns(party: Party) -> None:
    """K21."""
    await party.sit_down()
    await party.play_on(4)
    await party.world.deliver()
    leaving = await party.to_act()
    answer = answered(await leaving.slash(party.world.channel, "castellan resign"))
    await party.tap(leaving, answer, "Yes, resign")
    await party.world.deliver()
    assert await party.to_act() != leaving
    await party.play_on()
    await party.world.deliver()
    assert (await party.game()).status is Status.FINISHED


@pytest.mark.parametrize("typed", ["T9: t0,0", "T1 t0,0", "T1: t5,5", "nonsense"])
async def test_what_cannot_be_played_is_refused_with_what_can(party: Party, typed: str) -> None:
    await party.sit_down()
    refused = await party.play(party.anna, typed)
    assert seen(refused).text
    assert (await party.state()).turn == 0
