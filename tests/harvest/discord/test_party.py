"""The kit seats three people and plays for them to the end of a game."""

from bot.match.game import Status
from tests.bot.discord.kit.seen import read
from tests.harvest.discord.party import Party


async def test_a_game_of_three_is_played_to_its_end(party: Party) -> None:
    await party.sit_down()
    await party.play_on(cards=3)
    await party.world.deliver()
    game = await party.game()
    state = await party.state()
    assert (game.status, state.phase) == (Status.FINISHED, "over")
    assert all(f"{score} points" in read(party.world.last_post).words for score in state.scores)


async def test_the_one_who_is_called_plays_by_the_command(party: Party) -> None:
    await party.sit_down()
    assert await party.to_act() == party.anna
    answer = await party.play(party.anna, f"barley {(await party.state()).hands[0][0]}")
    assert read(answer).text.startswith("Played: `barley")
    assert await party.to_act() == party.ben
