"""One player with the panel open on a phone and on a desktop: a button does what its page shows, or
nothing at all and shows the present."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.discord.pages.page import Target
from bot.discord.pages.panel import every_tap
from bot.games.castellan.taps import building_taps
from bot.locale import languages, words_of
from bot.table.choosing import Drafts, Questions
from engine.castellan.moves import Turn
from engine.castellan.rules import castellan
from tests.bot.discord.castellan.table import TURNS, Party, take_back_label
from tests.bot.discord.kit.seen import answer_of, buttons, menus, read
from tests.bot.discord.kit.trouble import forge_post, text_of
from tests.bot.kit import statements

STALE = "That was for an earlier position"


@pytest.fixture
def long_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Confirm has no room for the notation of a turn."""
    monkeypatch.setattr(Target, "fits", lambda mark, verb: verb != "do" or "draft=" in mark.rest)


async def complete(party: Party, turn: Turn) -> Any:
    """Choose until the page has Confirm."""
    return await party.choose(party.anna, await party.panel(party.anna), turn, TURNS)


async def turns_played(party: Party) -> int:
    return (await party.game()).ply


@pytest.mark.usefixtures("long_moves")
async def test_confirm_plays_nothing_that_was_chosen_since(party: Party) -> None:
    await party.sit_down()
    turn = await party.next_turn()
    phone = await complete(party, turn)
    assert "~draft=" in buttons(phone)["Confirm"]
    desktop = await party.panel(party.anna)
    assert read(desktop).text == read(phone).text
    desktop = await party.take_back(party.anna, desktop)
    overtaken = await party.anna.click(phone, label="Confirm")
    assert STALE in text_of(overtaken)
    assert read(desktop).text in text_of(overtaken)
    assert await turns_played(party) == 0


@pytest.mark.usefixtures("long_moves")
async def test_confirm_plays_what_its_page_shows(party: Party) -> None:
    await party.sit_down()
    turn = await party.next_turn()
    page = await complete(party, turn)
    await party.world.restart()
    played = await party.tap(party.anna, page, "Confirm")
    assert "Played." in read(played).text
    story = await party.world.table.games.story(party.game_id)
    assert [move.notation for move in story.moves] == [castellan.move_text(turn)]


@pytest.mark.usefixtures("long_moves")
async def test_a_typed_turn_is_confirmed_however_long_it_is(party: Party) -> None:
    await party.sit_down()
    text = castellan.move_text(await party.next_turn())
    page = answer_of(await party.anna.slash(party.world.channel, "castellan move", move=text))
    assert "~draft=" in buttons(page)["Confirm"]
    assert "Played." in read(await party.tap(party.anna, page, "Confirm")).text
    assert await turns_played(party) == 1


@pytest.mark.usefixtures("long_moves")
async def test_what_is_begun_anew_is_not_what_was_begun_before(party: Party) -> None:
    """With the same choices, as many times changed."""
    await party.sit_down()
    turn = await party.next_turn()
    phone = await complete(party, turn)
    await party.tap(party.anna, await party.panel(party.anna), "Start over")
    desktop = await complete(party, turn)
    assert buttons(desktop)["Confirm"] != buttons(phone)["Confirm"]
    assert STALE in text_of(await party.anna.click(phone, label="Confirm"))
    assert await turns_played(party) == 0
    await party.tap(party.anna, desktop, "Confirm")
    assert await turns_played(party) == 1


def meanwhile(monkeypatch: pytest.MonkeyPatch, chosen: Sequence[str]) -> None:
    """Make these choices on the other device just after the next click has read the draft."""
    read = Drafts.questions

    async def questions(drafts: Drafts, *arguments: Any, **named: Any) -> Questions:
        asked = await read(drafts, *arguments, **named)
        monkeypatch.setattr(Drafts, "questions", read)
        await drafts.keep(asked.position, chosen)
        return asked

    monkeypatch.setattr(Drafts, "questions", questions)


@pytest.mark.parametrize("parts", [1, TURNS])
async def test_of_two_choices_at_once_one_is_made(
    party: Party, monkeypatch: pytest.MonkeyPatch, parts: int
) -> None:
    """Taking back the only choice, or a later one."""
    await party.sit_down()
    turn = await party.next_turn()
    page = await party.choose(party.anna, await party.panel(party.anna), turn, parts)
    chosen = (await party._draft()).chosen[:1]
    meanwhile(monkeypatch, chosen)
    overtaken = await party.anna.click(page, label=take_back_label(page))
    assert STALE in text_of(overtaken)
    assert (await party._draft()).chosen == chosen
    assert read(await party.panel(party.anna)).text in text_of(overtaken)


@pytest.mark.usefixtures("long_moves")
async def test_what_is_chosen_while_a_turn_is_confirmed_is_not_played(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    await party.sit_down()
    turn = await party.next_turn()
    page = await complete(party, turn)
    meanwhile(monkeypatch, (await party._draft()).chosen[:1])
    assert "Played." in text_of(await party.anna.click(page, label="Confirm"))
    story = await party.world.table.games.story(party.game_id)
    assert [move.notation for move in story.moves] == [castellan.move_text(turn)]


async def test_each_further_choice_names_the_draft_it_follows(party: Party) -> None:
    """The first one stands alone, as nothing was chosen before it."""
    await party.sit_down()
    page = await party.panel(party.anna)
    tries = [custom_id for custom_id in buttons(page).values() if custom_id.startswith("try:")]
    assert tries
    assert not any("draft=" in custom_id for custom_id in tries)
    page = await party.choose(party.anna, page, await party.next_turn(), 2)
    tries = [custom_id for custom_id in buttons(page).values() if custom_id.startswith("try:")]
    tries += [value for offered in menus(page).values() for value in offered.values()]
    assert len(tries) > 5
    assert all("~draft=" in choice for choice in tries)


async def test_a_page_turned_over_is_the_same_draft(party: Party) -> None:
    """So the other device goes on too."""
    await party.sit_down()
    page = await party.choose(party.anna, await party.panel(party.anna), await party.next_turn(), 1)
    draft = await party._draft()
    turned = f"try:{party.game_id}:0:0:+0~draft={draft.revision}"
    answer = await party.anna.click(await forge_post(party.world, turned), label="Press")
    assert read(answer_of(answer)).text == read(page).text
    assert await party._draft() == draft


async def test_a_choice_reads_the_draft_once_and_writes_it_once(party: Party) -> None:
    await party.sit_down()
    turn = await party.next_turn()
    page = await party.choose(party.anna, await party.panel(party.anna), turn, 1)
    link = next(custom_id for custom_id in buttons(page).values() if "~draft=" in custom_id)
    with statements(party.world.database) as sent:
        await party.anna.click(page, custom_id=link)
    texts = [" ".join(statement.split()) for statement, _ in sent]
    assert sum(text.startswith("SELECT drafts.") for text in texts) == 1
    assert sum("UPDATE drafts" in text for text in texts) == 1
    assert not any("INTO drafts" in text for text in texts)


# Offers by their number.


async def test_a_tap_without_room_is_named_by_its_number(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leads where it would lead in its own tokens."""
    monkeypatch.setattr(Target, "fits", lambda mark, _: "+0~" not in mark.rest)
    await party.sit_down()
    for _ in range(4):
        person = await party.to_act()
        turn = await party.next_turn()
        page = await party.panel(person)
        async for page in party.pages(person, turn):
            ids = [*buttons(page).values()]
            ids += [value for offered in menus(page).values() for value in offered.values()]
            assert not any("~build~" in custom_id for custom_id in ids)
        assert castellan.move_text(turn) in buttons(page)["Confirm"]
        await party.tap(person, page, "Confirm")
        await party.world.deliver()


@pytest.mark.parametrize("link", ["tap=0.999", "tap=0.-1", "tap=0.0", "+0~build~tower~99,99"])
async def test_a_tap_that_is_not_offered_is_answered_with_the_present(
    party: Party, link: str
) -> None:
    await party.sit_down()
    page = await party.choose(party.anna, await party.panel(party.anna), await party.next_turn(), 1)
    revision = (await party._draft()).revision
    for draft in (revision + 1, 999_999_999) if link == "tap=0.0" else (revision,):
        custom_id = f"try:{party.game_id}:0:0:{link}~draft={draft}"
        result = await party.anna.click(await forge_post(party.world, custom_id), label="Press")
        assert STALE in text_of(result)
        assert read(page).text in text_of(result)
    assert (await party._draft()).revision == revision


async def test_a_tap_on_a_further_page_leads_where_its_choices_lead(party: Party) -> None:
    """To the first page of the next question."""
    await party.sit_down()
    await party.play_on(6)
    await party.world.deliver()
    person = await party.to_act()
    turn = await party.next_turn()
    state = await party.state()
    page = await party.choose(person, await party.panel(person), turn, 1)
    parts = castellan.parts(turn)[:1]
    question = castellan.question(state, parts)
    view = castellan.view(state, state.seat)
    assert question is not None
    taps = building_taps(words_of("en"), view, parts, question, 1)
    assert taps is not None
    tokens = "~".join(token for _, token in next(every_tap(taps)).parts)
    game = await party.game()
    drafts = party.world.table.drafts
    contents = list[str]()
    for link in ("tap=1.0", f"+0~{tokens}"):
        position = (await drafts.questions(game.id, person.id)).position
        revision = await drafts.keep(position, [parts[0][1]])
        custom_id = f"try:{game.id}:0:{game.ply}:{link}~draft={revision}"
        answer = await person.click(await forge_post(party.world, custom_id), label="Press")
        contents.append(read(answer_of(answer)).text)
    assert contents[0] == contents[1] != read(page).text


async def test_taps_are_numbered_alike_in_every_language(party: Party) -> None:
    await party.sit_down()
    await party.play_on(6)
    state = await party.state()
    view = castellan.view(state, state.seat)
    parts = (("card", (view.hand or ())[0]),)
    question = castellan.question(state, parts)
    assert question is not None
    for number in range(3):
        offers = set()
        for language in languages():
            taps = building_taps(words_of(language), view, parts, question, number)
            if taps is not None:
                offers.add(tuple(tap.parts for tap in every_tap(taps)))
        assert len(offers) <= 1
    assert offers
