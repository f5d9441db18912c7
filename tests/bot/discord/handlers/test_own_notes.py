"""Notes to oneself: written in a form, shown again on one's panel and while stepping."""

from typing import Any

import pytest
from simcord import MemberActor

from bot.match import own_notes
from bot.match.actions import Actor, Resign
from bot.match.game import Game
from tests.bot.discord.kit.forging import press, send_form
from tests.bot.discord.kit.moves import random_moves
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.trouble import forge_post, text_of
from tests.bot.discord.kit.world import World, labels, texts

pytestmark = pytest.mark.sketched

NOTE = "Close the *tower* next week."
SHOWN = "✎ **Your note:** Close the \\*tower\\* next week."


async def start_game(world: World) -> Game:
    """After two moves it is Anna's turn."""
    game = await world.start()
    await world.play_on(game, random_moves(1)[:2])
    await world.deliver()
    return await world.table.games.get(game.id)


async def write_note(world: World, page: Any, text: str = NOTE) -> Any:
    form = await world.anna.click(page, label="Note")
    return answer_of(await world.anna.submit_modal(form, {"text": text}))


async def over(world: World, game: Game) -> None:
    await world.table.act(Actor("resign", world.ben.id, "Ben"), game.id, Resign())
    await world.deliver()


async def test_a_note_is_written_on_the_panel(friends: World) -> None:
    await start_game(friends)
    panel = answer_of(await friends.anna.click(friends.last_post, label="Play"))
    page = await write_note(friends, panel)
    assert page.id == panel.id, "the panel is there again"
    assert SHOWN in texts(page)
    assert "1" in labels(page)


async def test_a_note_comes_back_at_the_next_turn(friends: World) -> None:
    game = await start_game(friends)
    await write_note(friends, answer_of(await friends.anna.click(friends.last_post, label="Play")))
    await friends.play_on(game, random_moves(1)[2:4])
    await friends.deliver()
    panel = answer_of(await friends.anna.click(friends.last_post, label="Play"))
    assert f"{SHOWN} *(move 2)*" in texts(panel)
    assert "✎" not in text_of(await friends.ben.click(friends.last_post, label="Board"))


async def test_a_note_is_written_on_the_board_and_while_stepping(friends: World) -> None:
    await start_game(friends)
    board = answer_of(await friends.anna.click(friends.last_post, label="Board"))
    assert SHOWN in texts(await write_note(friends, board))
    step = answer_of(await friends.anna.slash(friends.channel, "castle steps", move=1))
    page = await write_note(friends, step, "Too early.")
    assert page.id == step.id
    assert "✎ **Your note:** Too early." in texts(page)
    forward = answer_of(await friends.anna.click(page, label="Next"))
    assert SHOWN in texts(forward)


async def test_the_form_holds_what_was_written(friends: World) -> None:
    await start_game(friends)
    step = answer_of(await friends.anna.slash(friends.channel, "castle steps", move=1))
    page = await write_note(friends, step)
    form = await friends.anna.click(page, label="Note")
    assert NOTE in str(form.modal)
    emptied = answer_of(await friends.anna.submit_modal(form, {"text": ""}))
    assert "✎" not in texts(emptied)


async def test_a_form_for_a_note_survives_a_restart(friends: World) -> None:
    await start_game(friends)
    step = answer_of(await friends.anna.slash(friends.channel, "castle steps", move=2))
    form = await friends.anna.click(step, label="Note")
    await friends.restart()
    assert SHOWN in text_of(await friends.anna.submit_modal(form, {"text": NOTE}))


async def test_nobody_else_sees_a_note(friends: World) -> None:
    game = await start_game(friends)
    await write_note(friends, answer_of(await friends.anna.click(friends.last_post, label="Play")))
    await over(friends, game)
    for person in (friends.ben, friends.carla):
        assert "✎" not in text_of(await person.slash(friends.channel, "castle steps", move=2))
    assert "Close the" not in "".join(map(texts, friends.posts))


async def test_notes_are_opened_when_the_game_is_over(friends: World) -> None:
    async def step() -> Any:
        return answer_of(await friends.anna.slash(friends.channel, "castle steps", move=2))

    async def seen_by_carla() -> str:
        return text_of(await friends.carla.slash(friends.channel, "castle steps", move=2))

    game = await start_game(friends)
    await write_note(friends, answer_of(await friends.anna.click(friends.last_post, label="Play")))
    assert "Show my notes to all" not in labels(await step())
    await over(friends, game)
    opened = await friends.anna.click(await step(), label="Show my notes to all")
    assert text_of(opened).startswith("Everybody")
    assert "✎ **Anna** noted: Close the" in await seen_by_carla()
    await friends.anna.click(await step(), label="Hide my notes again")
    assert "✎" not in await seen_by_carla()


async def test_the_form_says_who_sees_the_note_and_where_it_will_be(friends: World) -> None:
    async def form(person: MemberActor) -> str:
        step = answer_of(await person.slash(friends.channel, "castle steps", move=2))
        return str((await person.click(step, label="Note")).modal)

    game = await start_game(friends)
    assert "It is there again at your next turn." in await form(friends.anna)
    assert "You find it again in Move by move." in await form(friends.carla)
    await friends.table.own_notes.write(game.id, friends.anna.id, 2, NOTE)
    await over(friends, game)
    text = await form(friends.anna)
    assert "Only you see it" in text
    assert "You find it again in Move by move." in text
    await friends.table.own_notes.open(game.id, friends.anna.id)
    assert "Everybody sees it" in await form(friends.anna)
    assert "Only you see it" in await form(friends.carla)


async def test_whoever_has_no_room_for_a_note_is_told_before_writing_it(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_notes, "MOST_NOTES", 1)
    game = await start_game(friends)
    await friends.table.own_notes.write(game.id, friends.anna.id, 1, NOTE)
    panel = answer_of(await friends.anna.click(friends.last_post, label="Play"))
    answer = text_of(await friends.anna.click(panel, label="Note"))
    assert "You have 1 notes on this game already." in answer
    assert "find it with `/castle steps`, and leave its text empty" in answer


@pytest.mark.parametrize("verb", ["opennotes", "note"])
async def test_forged_buttons_open_no_notes(friends: World, verb: str) -> None:
    game = await start_game(friends)
    await friends.table.own_notes.write(game.id, friends.anna.id, 2, NOTE)
    post = await forge_post(friends, f"{verb}:{game.id}:0:{10**15}:nowhere")
    await friends.anna.click(post, label="Press")
    assert await friends.table.own_notes.of(game, friends.carla.id) == ()


async def test_a_form_that_leads_nowhere_changes_no_note(friends: World) -> None:
    game = await start_game(friends)
    await friends.table.own_notes.write(game.id, friends.anna.id, 2, NOTE)
    assert "another version" in await press(friends, friends.anna, f"note:{game.id}:0:2:nowhere")
    form_id = f"savenote:{game.id}:0:2:nowhere"
    assert "another version" in await send_form(friends, friends.anna, form_id, {"text": ["x"]})
    [note] = await friends.table.own_notes.of(game, friends.anna.id)
    assert note.text == NOTE
