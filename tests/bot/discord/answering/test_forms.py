"""Forms: opened first, submitted whenever, answered like a click."""

import asyncio

import pytest

from bot.discord.answering import visit as visits
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import FORMS, VERBS, ButtonHandler, FormHandler, typed_text
from bot.discord.pages.forms import (
    ChecksField,
    Form,
    FormValues,
    MenuField,
    PeopleField,
    TextField,
)
from bot.discord.pages.page import PageButton, Target, page
from tests.bot.discord.kit.trouble import told
from tests.bot.discord.kit.world import World

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
    text, people = typed_text(values, "text", MOST), values.people("to")
    chosen = values.chosen("stamp") + values.chosen("how")
    await visit.say(f"{text} {people} {chosen} {target.rest}")


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
    shown = await desk.anna.click(desk.last_post, label="Write")
    values = {"text": " Hello ", "stamp": ["b"], "to": [desk.ben], "how": ["s"]}
    sent = await desk.anna.submit_modal(shown, values)
    assert told(sent) == f"Hello ({desk.ben.id},) ('b', 's') x"


async def test_a_form_outlives_a_restart(desk: World) -> None:
    shown = await desk.anna.click(desk.last_post, label="Write")
    await desk.restart()
    sent = await desk.anna.submit_modal(shown, {"text": "Hello", "stamp": ["r"]})
    assert told(sent) == "Hello () ('r',) x"


async def test_nothing_is_kept_of_an_open_form(desk: World) -> None:
    await desk.anna.click(desk.last_post, label="Write")
    assert not desk.bot._connection._view_store._modals


async def test_a_text_that_is_refused_is_shown_again(
    desk: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> None:
        raise Mistake("refused.over")

    monkeypatch.setitem(FORMS, "send", FormHandler(refuse))
    shown = await desk.anna.click(desk.last_post, label="Write")
    text = "a long story\nthat nobody wants to type ``` twice"
    answer = told(await desk.anna.submit_modal(shown, {"text": text, "stamp": ["r"]}))
    assert answer.endswith("```\na long story\nthat nobody wants to type ''' twice\n```")


async def test_a_form_of_another_version(desk: World, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = await desk.anna.click(desk.last_post, label="Write")
    monkeypatch.delitem(FORMS, "send")
    answer = told(await desk.anna.submit_modal(shown, {"stamp": ["r"]}))
    assert "another version" in answer


async def test_a_refusal_instead_of_a_form(desk: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object) -> None:
        raise Mistake("refused.over")

    monkeypatch.setitem(VERBS, "write", ButtonHandler(refuse, opens_form=True))
    answer = await desk.anna.click(desk.last_post, label="Write")
    assert answer.modal is None
    assert "over" in told(answer)


async def test_a_form_that_takes_too_long(desk: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(visits, "FORM_WITHIN", 0)
    monkeypatch.setitem(VERBS, "write", ButtonHandler(never, opens_form=True))
    answer = await desk.anna.click(desk.last_post, label="Write")
    assert "took too long" in told(answer)


async def test_forms_are_counted_by_their_verb(desk: World) -> None:
    shown = await desk.anna.click(desk.last_post, label="Write")
    await desk.anna.submit_modal(shown, {"stamp": ["r"]})
    assert desk.desk.metrics.interactions["form", "send", "answered"] == 1
