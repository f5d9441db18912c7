"""The house rule that a piece which is placed stays, against trial building (K13)."""

from typing import Any

import pytest

from engine.castellan.moves import Turn
from engine.castellan.rules import castellan
from tests.bot.discord.castellan.table import TURNS, Party, take_back_label
from tests.bot.discord.kit.seen import answer_of, buttons, read
from tests.bot.discord.kit.trouble import text_of
from tests.bot.discord.kit.world import labels

FINAL = "This choice is final"
BACK = ("Take back", "Start over")


async def sit_down(party: Party, value: str) -> Turn:
    """Returns the turn that Anna is to play: of several cards, on an open plan."""
    await party.sit_down(2, options={"trial_building": value})
    await party.play_on(2)
    await party.world.deliver()
    state = await party.state()
    hand = castellan.view(state, state.seat).hand
    parts = [("card", (hand or ())[0]), ("card2", (hand or ())[1]), ("card3", "build")]
    while (asked := castellan.question(state, parts)) is not None:
        parts.append((asked.step, asked.default or asked.choices[-1]))
    return castellan.assemble(parts)


def parts_to_place(turn: Turn, pieces: int) -> int:
    """How many parts of the turn it takes to place this many pieces."""
    return [step for step, _ in castellan.parts(turn)].index(
        "place" if pieces == 1 else f"place{pieces}"
    ) + 1


def ways_back(page: Any) -> list[str]:
    return [word for label in labels(page) for word in BACK if label.startswith(word)]


async def test_only_what_comes_before_a_placed_piece_is_taken_back(
    party: Party,
) -> None:
    turn = await sit_down(party, "off")
    page = await party.panel(party.anna)
    assert FINAL not in read(page).text, "a card can still be changed"
    page = await party.choose(party.anna, page, turn, parts_to_place(turn, 1) - 1)
    assert ways_back(page) == list(BACK)
    assert FINAL in read(page).text
    page = await party.choose(party.anna, page, turn, parts_to_place(turn, 1))
    assert ways_back(page) == []


async def test_with_trial_building_everything_can_be_taken_back(party: Party) -> None:
    turn = await sit_down(party, "on")
    for parts in (parts_to_place(turn, 1), TURNS):
        page = await party.choose(party.anna, await party.panel(party.anna), turn, parts)
        assert ways_back(page) == list(BACK)
        assert FINAL not in read(page).text


@pytest.mark.parametrize("pressed", [*BACK, "another place"])
async def test_old_buttons_do_not_take_a_placed_piece_back(party: Party, pressed: str) -> None:
    turn = await sit_down(party, "off")
    first = parts_to_place(turn, 1)
    before = await party.choose(party.anna, await party.panel(party.anna), turn, first - 1)
    old = await party.panel(party.anna)
    others = [
        custom_id
        async for custom_id, _, _, parts in party.leads(old)
        if len(parts) == first and parts[-1] != castellan.parts(turn)[first - 1]
    ]
    page = await party.choose(party.anna, before, turn, first)
    kept = read(page).text.splitlines()[0]
    ids = {"Take back": buttons(old)[take_back_label(old)], "another place": others[0]}
    ids["Start over"] = buttons(old)["Start over"]
    page_after = answer_of(await party.anna.click(old, custom_id=ids[pressed]))
    assert kept in read(page_after).text
    assert ways_back(page_after) == []
    assert kept in read(await party.panel(party.anna)).text


async def test_a_turn_is_built_to_its_end_and_played(party: Party) -> None:
    turn = await sit_down(party, "off")
    played = await party.play_by_panel(turn)
    assert read(played).text.startswith("Played.")
    assert await party.last_move() == castellan.move_text(turn)


@pytest.mark.parametrize("value", ["on", "off"])
async def test_a_typed_turn_begins_with_what_stays(party: Party, value: str) -> None:
    turn = await sit_down(party, value)
    other = await party.next_turn()
    assert (
        castellan.parts(other)[: parts_to_place(turn, 1)]
        != castellan.parts(turn)[: parts_to_place(turn, 1)]
    )
    await party.choose(party.anna, await party.panel(party.anna), turn, parts_to_place(turn, 1))
    channel = party.world.channel
    text = castellan.move_text(other)
    answer = text_of(await party.anna.slash(channel, "castellan move", now=True, move=text))
    if value == "on":
        assert answer.startswith("Played: ")
        return
    assert "a piece that is placed stays" in answer
    assert "`/castellan play`" in answer
    assert (await party.game()).to_act == 0
    move = castellan.move_text(turn)
    played = await party.anna.slash(channel, "castellan move", now=True, move=move)
    assert text_of(played).startswith("Played: ")


async def test_the_invitation_and_the_rules_tell_of_it(party: Party) -> None:
    channel = party.world.channel
    await party.anna.slash(
        channel, "castellan new", opponent=party.ben, options="trial_building=off"
    )
    await party.world.deliver()
    assert "a piece that you place stays" in read(party.world.last_post).text
    await party.ben.click(party.world.last_post, label="Accept")
    rules = await party.anna.slash(channel, "castellan rules", topic="turn")
    assert "**In this game:** a piece that you place stays." in read(answer_of(rules)).text
