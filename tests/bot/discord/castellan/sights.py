"""Everything that somebody can be shown of a game of Castellan: words, buttons, menus, alt texts,
the names and bytes of files, and of each picture what is drawn, and its cache key."""

import json
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import simcord
from sqlalchemy import delete

from bot.store.schema import drafts
from engine.castellan.moves import Turn
from render.pictures import Drawing
from tests.bot.discord.castellan.table import Party
from tests.bot.discord.kit.seen import parts
from tests.bot.discord.kit.trouble import Unpainted
from tests.bot.discord.kit.world import labels

# The commands of the game that show something.
LOOKS: Sequence[tuple[str, Mapping[str, Any]]] = (
    ("board", {"overlay": "closing", "compact": True}),
    ("cards", {}),
    ("text", {}),
    ("text", {"aloud": True}),
    ("log", {}),
    ("score", {}),
    ("verify", {}),
    ("steps", {}),
    *(("steps", {"move": move}) for move in (0, 2, 5)),
)
TABLE: Sequence[tuple[str, Mapping[str, Any]]] = (
    ("table export", {}),
    ("table export", {"what": "me"}),
    ("table games", {}),
)
BUTTONS = ("Play", "Board", "Cards left", "Log", "Since my last turn", "Predict")
TYPED = ("", "T", "W", "T1 W", "T1 W1 T2 W2 T3 W3: ")
IMPOSSIBLE = ("T1: t99,99", "W1: t99,99", "nonsense")
# What Discord generates for every file.
NEVER_THE_SAME = ("url", "proxy_url", "attachment_id")


class Witness(Unpainted):
    """Records what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, object, Hashable]] = []

    async def paint(
        self, drawing: Drawing, key: Hashable = None, person: int | None = None
    ) -> bytes:
        self.asked.append((drawing.filename, call_of(drawing.paint), key))
        return await super().paint(drawing, key, person)


def call_of(function: object) -> object:
    """The function and its arguments, however nested: of those that are equal, pictures are too."""
    if not isinstance(function, partial):
        return function
    named = {name: call_of(value) for name, value in function.keywords.items()}
    return function.func, [call_of(value) for value in function.args], named


async def sights(party: Party, person: simcord.MemberActor) -> dict[str, object]:
    """What every command, button, and attempt to type a move shows a person."""
    answers: dict[str, object] = {}
    channel = party.world.channel
    looks = [(f"castellan {look}", options) for look, options in LOOKS]
    for command, options in (*looks, *TABLE):
        answers[f"{command} {options}"] = await all_of(
            await person.slash(channel, command, **options)
        )
    for label in BUTTONS:
        if label not in labels(party.world.last_post):  # nothing has happened yet
            continue
        answers[label] = await all_of(await person.click(party.world.last_post, label=label))
    for typed in TYPED:
        offered = await person.autocomplete(channel, "castellan move", "move", typed)
        answers[f"autocomplete {typed}"] = json.dumps(offered)
    for typed in IMPOSSIBLE:
        answers[typed] = await all_of(
            await person.slash(channel, "castellan move", now=True, move=typed)
        )
    return answers


async def panel(party: Party, person: simcord.MemberActor, turn: Turn) -> list[object]:
    """Every page of the panel on the way to a turn. The draft is deleted at the end, so that those
    of the next one have the same revisions."""
    pages = []
    async for page in party.pages(person, turn):
        pages.append(await of(page))
    await party.tap(person, page, "Start over")
    async with party.world.database.writing() as connection:
        await connection.execute(delete(drafts))
    return pages


async def all_of(answer: Any) -> list[object]:
    """All parts of an answer."""
    return [await of(message) for message in (answer.response, *answer.followups) if message]


async def of(message: Any) -> object:
    """A message, with its files."""
    files = [(file.filename, await file.read()) for file in message.attachments]
    return bare(parts(message)), files


def bare(value: Any) -> Any:
    """What somebody chose, as opposed to what Discord generated."""
    if isinstance(value, Mapping):
        return {name: bare(entry) for name, entry in value.items() if name not in NEVER_THE_SAME}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [bare(entry) for entry in value]
    return value
