"""Forms: opened first, submitted whenever, answered like a click."""

import asyncio
from collections.abc import Mapping

import pytest
import simcord

from bot.discord.answering import visit as visits
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Answered, Visit
from bot.discord.features.context import (
    FORMS,
    OPENS_FORM,
    VERBS,
    ButtonHandler,
    FormHandler,
    typed_text,
)
from bot.discord.features.new_game import new_game_target
from bot.discord.features.new_game_form import request_target
from bot.discord.pages.forms import (
    ChecksField,
    Form,
    FormValues,
    MenuField,
    PeopleField,
    TextField,
)
from bot.discord.pages.page import PageButton, Target, page
from bot.match.actions import NewGame
from bot.match.requests import GameRequest
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.trouble import forge_post, refusal, text_of
from tests.bot.discord.kit.world import World, texts

MOST = 50


def letter(target: Target) -> Form:
    fields = (
        TextField(name="text", label="Text", value="Dear", most=MOST, long=True),
        MenuField(name="stamp", label="Stamp", options=[("Red", "r"), ("Blue", "b", "Far")]),
        PeopleField(name="to", label="To", most=3),
        ChecksField(name="how", label="How", options=[("Fast", "f"), ("Sealed", "s")]),
    )
    return Form("send", target, "A letter", fields)


async def write(visit: Visit, target: Target) -> None:
    await visit.open_form(letter(target))


async def send(visit: Visit, target: Target, values: FormValues) -> None:
    text = typed_text(values, "text", MOST)
    people = values.people("to")
    chosen = values.chosen("stamp") + values.chosen("how")
    await visit.show(page(f"{text} {people} {chosen} {target.rest}"))


@pytest.fixture
async def desk(friends: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A page with a button that opens a form."""
    monkeypatch.setitem(VERBS, "write", ButtonHandler(write, opens_form=True))
    monkeypatch.setitem(FORMS, "send", FormHandler(send))
    button = PageButton("write", Target(rest="x"), "Write")
    channel = friends.bot.get_partial_messageable(friends.channel.id)
    await channel.send(view=page("Post", [button]).view)
    await friends.env.settle()
    return friends


async def test_a_form_is_opened_and_submitted(desk: World) -> None:
    form = await desk.anna.click(desk.last_post, label="Write")
    values = {"text": " Hello ", "stamp": ["b"], "to": [desk.ben], "how": ["s"]}
    sent = await desk.anna.submit_modal(form, values)
    assert text_of(sent) == f"Hello ({desk.ben.id},) ('b', 's') x"


async def test_a_form_outlives_a_restart(desk: World) -> None:
    form = await desk.anna.click(desk.last_post, label="Write")
    await desk.restart()
    sent = await desk.anna.submit_modal(form, {"text": "Hello", "stamp": ["r"]})
    assert text_of(sent) == "Hello () ('r',) x"


async def test_nothing_is_kept_of_an_open_form(desk: World) -> None:
    await desk.anna.click(desk.last_post, label="Write")
    assert not desk.bot._connection._view_store._modals


async def test_a_text_that_is_refused_is_shown_again(
    desk: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> None:
        raise Mistake("refused.over")

    monkeypatch.setitem(FORMS, "send", FormHandler(refuse))
    form = await desk.anna.click(desk.last_post, label="Write")
    text = "a long story\nthat nobody wants to type ``` twice"
    answer = text_of(await desk.anna.submit_modal(form, {"text": text, "stamp": ["r"]}))
    assert answer.endswith("```\na long story\nthat nobody wants to type ''' twice\n```")


async def test_a_form_of_another_version(desk: World, monkeypatch: pytest.MonkeyPatch) -> None:
    form = await desk.anna.click(desk.last_post, label="Write")
    monkeypatch.delitem(FORMS, "send")
    answer = text_of(await desk.anna.submit_modal(form, {"stamp": ["r"]}))
    assert "another version" in answer


async def test_a_refusal_instead_of_a_form(desk: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object) -> None:
        raise Mistake("refused.over")

    monkeypatch.setitem(VERBS, "write", ButtonHandler(refuse, opens_form=True))
    answer = await desk.anna.click(desk.last_post, label="Write")
    assert answer.modal is None
    assert "over" in text_of(answer)


async def test_a_form_that_takes_too_long(desk: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(visits, "FORM_WITHIN", 0)
    monkeypatch.setitem(VERBS, "write", ButtonHandler(never, opens_form=True))
    answer = await desk.anna.click(desk.last_post, label="Write")
    assert "took too long" in text_of(answer)


async def test_forms_are_counted_by_their_verb(desk: World) -> None:
    form = await desk.anna.click(desk.last_post, label="Write")
    await desk.anna.submit_modal(form, {"stamp": ["r"]})
    assert desk.desk.metrics.interactions["form", "send", "answered"] == 1


# Everything that opens a form.

NEW_GAME = NewGame("castle", 0, 0)
FROM_BUTTONS: Mapping[str, Target] = {
    "new": new_game_target(NEW_GAME),
    "setup": request_target(1),
    "setmore": request_target(1),
    "setrules": request_target(1, 0),
    "me": Target(),
    "note": Target(1, rest="board."),
}
FROM_COMMANDS = ("castle new", "table me")
# From the page of a season: tests of that page have them.
OF_MODERATORS = ("moretime", "replace")


async def ask_for_form(friends: World, way: str) -> simcord.InteractionResult:
    """Press a button with this verb, or use this command."""
    if not (await friends.table.requests.last(friends.anna.id, GameRequest))[1]:
        await friends.table.requests.keep(friends.anna.id, GameRequest(NEW_GAME))
    if way in FROM_COMMANDS:
        return await friends.anna.slash(friends.channel, way)
    post = await forge_post(friends, FROM_BUTTONS[way].id(way))
    return await friends.anna.click(post, label="Press")


def test_all_that_opens_a_form_is_listed() -> None:
    assert {verb for verb, handler in VERBS.items() if handler.opens_form} == {
        *FROM_BUTTONS,
        *OF_MODERATORS,
    }
    names = {command.__name__ for command, always in OPENS_FORM.items() if not always}
    assert names == {command.split()[1] for command in FROM_COMMANDS}


async def test_a_form_is_the_first_answer(friends: World) -> None:
    await friends.start()
    for way in [*FROM_BUTTONS, *FROM_COMMANDS]:
        form = await ask_for_form(friends, way)
        assert form.modal is not None
        assert not form.deferred


@pytest.mark.parametrize("way", [*FROM_BUTTONS, *FROM_COMMANDS])
async def test_what_cannot_be_prepared_in_time_changes_nothing(
    friends: World, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Everything that a person is doing waits, and the form with it."""
    before = await friends.start()
    person = friends.anna.id
    monkeypatch.setattr(visits, "FORM_WITHIN", 0)
    async with friends.desk.concurrency.admit(person), friends.desk.concurrency.admit(person):
        slow = await ask_for_form(friends, way)
    assert slow.modal is None
    assert answer_of(slow).ephemeral
    assert texts(answer_of(slow)) == refusal("slow_form")
    assert await friends.table.games.get(before.id) == before
    causes = {type(error.__cause__) for error in friends.env.errors}
    assert causes <= {Answered}, "which leaves nothing to answer to a command"
