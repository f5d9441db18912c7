"""Nobody is shown another player's hand, and nothing that they see depends on it."""

from random import Random

import pytest

from bot.match.actions import Resign
from bot.process.allowance import Allowance
from tests.bot.discord.kit.seen import read
from tests.harvest.adapter import HarvestAdapter
from tests.harvest.discord.party import Party
from tests.harvest.discord.sights import LOOKS, all_of, sights

HAND = "Your hand"


@pytest.fixture
async def playing(party: Party) -> Party:
    """A game after a few turns, with Carla to act; everybody may look as often as they like."""
    party.world.equip(allowance=Allowance(at_once=1000))
    await party.sit_down()
    await party.play_on(5, cards=2)
    await party.world.deliver()
    return party


def looks(answers: dict[str, str]) -> dict[str, str]:
    """What everybody is shown, except for their own hand."""
    return {
        name: "\n".join(line for line in text.splitlines() if not line.startswith(HAND))
        for name, text in answers.items()
        if name.removeprefix("harvest ") in (*LOOKS, "Board", "Log", "table export")
    }


async def test_what_people_see_differs_only_in_their_own_hands(playing: Party) -> None:
    state = await playing.state()
    watched = await sights(playing, playing.dora)
    assert not any(HAND in text for text in watched.values())
    for seat, person in enumerate((playing.anna, playing.ben, playing.carla)):
        answers = await sights(playing, person)
        own = " ".join(map(str, state.hands[seat]))
        hands = [line for text in answers.values() for line in text.splitlines() if HAND in line]
        assert hands
        assert set(hands) == {f"{HAND} {own}"}
        assert looks(answers) == looks(watched)


async def test_nothing_shown_depends_on_what_is_hidden(
    playing: Party,
) -> None:
    game = await playing.game()
    state = await playing.state()
    chance = Random(7)
    for seat, person in ((0, playing.anna), (1, playing.ben), (None, playing.dora)):
        answers = await sights(playing, person)
        other = HarvestAdapter().reshuffle(state, seat, chance)
        playing.world.table._positions.remember(game, other)
        assert (await playing.state()).hands == other.hands != state.hands
        assert await sights(playing, person) == answers
        playing.world.table._positions.remember(game, state)


async def test_no_post_tells_a_hand_or_what_was_drawn(playing: Party) -> None:
    await playing.play_on(cards=4)
    await playing.world.deliver()
    for post in playing.world.posts:
        assert HAND not in read(post).words
        assert " draws " not in read(post).words
    assert any("holds 5 cards now" in read(post).words for post in playing.world.posts)


async def test_who_left_sees_what_spectators_see(
    playing: Party,
) -> None:
    """They keep the hand they had. What they are shown does not change with all others."""
    await playing.act(playing.ben, Resign())
    await playing.play_on(2, cards=2)
    await playing.world.deliver()
    game = await playing.game()
    state = await playing.state()
    chance = Random(7)
    assert (await playing.game()).seats[1].left
    answers = await sights(playing, playing.ben)
    assert looks(answers) == looks(await sights(playing, playing.dora))
    other = HarvestAdapter().reshuffle(state, 1, chance)
    playing.world.table._positions.remember(game, other)
    assert other.hands != state.hands
    assert other.hands[1] == state.hands[1]
    assert await sights(playing, playing.ben) == answers
    predicts = await all_of(await playing.ben.click(playing.world.last_post, label="Predict"))
    assert "predictions are for those who never did" in predicts
