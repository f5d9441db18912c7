"""Nobody is shown another player's hand, and nothing they are shown depends on it."""

import json
import logging
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from itertools import cycle
from random import Random

import pytest
import simcord

from bot.discord.pages.page import GAME_ID
from bot.match.game import Game
from bot.presentation.studio import CACHE_SIZE, Studio
from bot.process.allowance import Allowance
from bot.table.channels import ChannelSettings
from engine.castellan.moves import Turn
from engine.castellan.rules import castellan
from engine.castellan.state import State, hand
from engine.castellan.turn import start
from tests.bot.discord.castellan.sights import Witness, all_of, of, panel, sights
from tests.bot.discord.castellan.table import Party
from tests.bot.discord.kit.trouble import direct
from tests.bot.painting import studio_here
from tests.engine.castellan.adapter import CastellanAdapter

# After how many turns everything is looked at again, by number of players.
BETWEEN = {2: 10, 3: 15, 4: 19}
POSTED = 9
OURS = ("bot", "engine", "render")
# Channels, posts and people.
NUMBERED = re.compile(r"\b\d{15,20}\b")
SECONDS = re.compile(r"[\d.]+ s$")


@pytest.fixture
def studio() -> Iterator[Studio]:
    studio = Witness()
    yield studio
    studio.close()


@pytest.fixture
def curious(party: Party) -> Party:
    """Everybody may look as often as they like."""
    party.world.equip(allowance=Allowance(at_once=100_000))
    return party


@contextmanager
def painting(party: Party, kept: int = CACHE_SIZE) -> Iterator[None]:
    """What is drawn is painted too."""
    studio = studio_here(kept)
    party.world.equip(studio=studio)
    yield
    studio.close()


@contextmanager
def instead(party: Party, state: State, *known_games: Game) -> Iterator[None]:
    """Replace the state as if the cards had been dealt this way from the start: in memory, and
    wherever the game is replayed from its moves."""
    positions = party.world.table._positions
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.castellan.turn.new_setup", lambda *_, **__: state.setup)
        patch.setattr(positions, "_states", OrderedDict())
        for game in known_games:
            positions.remember(game, state)
        yield


def otherwise(state: State, seat: int | None, chance: Random) -> State:
    """The same game, with everything dealt again that this seat, or spectators, cannot see."""
    if seat is None:
        return CastellanAdapter().reshuffle(state, None, chance)
    return castellan.resample(state, seat, str(chance.random()))


async def moments(party: Party, seats: int) -> AsyncIterator[State]:
    """Positions from a whole game: the first turn, one in so many turns, and the first last
    turn."""
    await party.sit_down(seats)
    phase = "usual"
    while (state := await party.state()).phase != "over":
        if state.turn % BETWEEN[seats] == 0 or state.phase != phase:
            await party.world.deliver()
            yield state
        phase = state.phase
        await party.play_on(1)


async def all_shown(
    party: Party, person: simcord.MemberActor, turn: Turn, caplog: pytest.LogCaptureFixture
) -> dict[str, object]:
    """Everything that a person can find out, and what the log tells the host about it."""
    studio = party.world.desk.studio
    assert isinstance(studio, Witness)
    studio.asked.clear()
    caplog.clear()
    answers = await sights(party, person)
    if person == await party.to_act():
        answers["panel"] = await panel(party, person, turn)
    answers["pictures"] = list(studio.asked)
    answers["log"] = [
        SECONDS.sub("", record.getMessage())
        for record in caplog.records
        if record.name.startswith(OURS)
    ]
    return answers


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_nothing_shown_depends_on_what_is_hidden(
    curious: Party, caplog: pytest.LogCaptureFixture, seats: int
) -> None:
    """Hands, decks and the seed, over a whole game: at each moment for the player to act, and for
    one of the people who look, in rotation."""
    caplog.set_level(logging.DEBUG, "bot")
    chance = Random(seats)
    changed = 0
    emil = curious.world.new_person("Emil")
    looking = cycle([*enumerate(curious.everybody[:seats]), (None, emil)])
    async for state in moments(curious, seats):
        game = await curious.game()
        turn = await curious.next_turn()
        for seat, person in ((state.seat, await curious.to_act()), next(looking)):
            answers = await all_shown(curious, person, turn, caplog)
            other = otherwise(state, seat, chance)
            with instead(curious, other, game):
                assert await all_shown(curious, person, turn, caplog) == answers, str(state)
            changed += any(
                set(hand(other, at)) != set(hand(state, at)) for at in range(seats) if at != seat
            )
    assert changed > 2


async def test_cached_private_pictures_are_not_shown_to_others(curious: Party) -> None:
    await curious.sit_down()
    await curious.play_on(7)
    await curious.world.deliver()
    looking = (curious.anna, curious.dora, curious.ben)
    with painting(curious, kept=0):
        fresh = [await sights(curious, person) for person in looking]
    with painting(curious):
        for _ in range(2):
            assert [await sights(curious, person) for person in looking] == fresh


async def test_what_a_player_shares_is_what_spectators_see(curious: Party) -> None:
    await curious.sit_down()
    await curious.play_on(7)
    await curious.world.deliver()
    for command in ("board", "cards", "text", "log", "score"):
        shared = [
            await all_of(
                await person.slash(curious.world.channel, f"castellan {command}", share=True)
            )
            for person in curious.everybody
        ]
        assert all(answer == shared[-1] for answer in shared), command


async def story(party: Party, turns: Sequence[str]) -> list[object]:
    """Every post of a game with these turns, including pictures, in a separate channel with a live
    board, and the direct messages to Dora, who watches. Discord's ids are left out."""
    world = party.world
    world.channel = world.guild.create_text_channel("another")
    live = asdict(ChannelSettings(live="on"))
    await world.table.channels.set(world.guild.id, world.channel.id, live)
    game = await party.sit_down()
    before = len(direct(party.dora))
    await world.table.watch(game.id, party.dora.id, "turns")
    for turn in turns:
        await world.play_on(game, [turn])
        await world.deliver()
    posts = [await of(post) for post in world.posts]
    messages = direct(party.dora)[before:]
    assert len(messages) == len(turns)
    text = json.dumps([*posts, messages], default=bytes.hex)
    text = re.sub(rf"(?<=:){game.id}(?=[:`])", "0", NUMBERED.sub("0", text))
    text = text.replace(f'"id": {GAME_ID + game.id}', '"id": 0')
    everything: list[object] = json.loads(text)
    return everything


async def test_posts_do_not_depend_on_hidden_hands_and_decks(
    curious: Party, caplog: pytest.LogCaptureFixture
) -> None:
    """Two games with the same turns. In the second one, everything that nobody has seen by the end
    of these turns was dealt differently from the start."""
    caplog.set_level(logging.DEBUG, "bot")
    await curious.sit_down()
    await curious.play_on(POSTED)
    state = await curious.state()
    turns = [
        move.notation for move in (await curious.world.table.games.story(curious.game_id)).moves
    ]
    other = otherwise(state, None, Random(5))
    stories = list[object]()
    logs = list[object]()
    for dealt in (state, other):
        caplog.clear()
        with instead(curious, dealt), painting(curious, kept=0):
            stories.append(await story(curious, turns))
            assert await curious.state() == dealt
        logs.append(
            [record.getMessage() for record in caplog.records if record.name.startswith(OURS)]
        )
    assert len(curious.world.posts) > POSTED
    assert stories[0] == stories[1]
    assert logs[0] == logs[1]
    first = start(state.setup)[0], start(other.setup)[0]
    assert all(hand(first[0], seat) != hand(first[1], seat) for seat in range(3))
