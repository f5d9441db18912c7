"""While a game runs nobody learns anything hidden, wherever they look: no seed, no order of the
tiles, no wall tile that is face down."""

import json
import logging
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.discord.pages.panel import Panel
from bot.locale import words_of
from bot.match.actions import Accept, Action, Actor, Claim, Join, Play, Resume, Stop, Undo
from bot.match.game import Game
from bot.match.rules import rules_of
from engine.bag import commitment
from engine.castle.choices import legal_moves
from engine.castle.state import State
from engine.castle.turn import order_text
from render.castle.tiles import tile_name
from tests.bot.choices import listed
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.seen import answer_of, buttons, menus, read
from tests.bot.discord.kit.trouble import INCIDENT, text_of
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import SEED, World, texts
from tests.bot.painting import studio_here
from tests.engine.conformance.adapters import ADAPTERS


async def state_of(world: World, game: Game) -> State:
    async with world.database.viewing() as connection:
        state: State = await world.table._positions.current(connection, game)
    return state


def hidden(state: State) -> Iterator[str]:
    """Patterns of texts that would reveal something hidden."""
    yield SEED
    yield re.escape(order_text(state.setup.deck, state.setup.wall_tiles))
    undrawn = state.setup.deck[state.dealt :]
    yield r"\W{1,6}".join(map(re.escape, undrawn[:3]))
    yield r"\W{1,6}".join(re.escape(tile_name(words_of("en"), tile)) for tile in undrawn[:3])
    kinds = [str(kind) for kind in state.wall.values()]
    yield r"\b" + r"\W{1,6}".join(kinds[:8]) + r"\b"
    yield r"\b" + r"\W{1,6}".join(f"{tower}\\W{{1,4}}{kind}" for tower, kind in state.wall.items())


async def look_everywhere(world: World, game: Game) -> list[str]:
    """Every look, command and button there is, used by a spectator and by both players."""
    answers: list[str] = []
    for command in (
        "board",
        "tiles",
        "log",
        "score",
        "replay",
        "review",
        "text",
        "verify",
        "games",
        "export",
    ):
        answer = await world.carla.slash(world.channel, in_group(command))
        answers.append(await all_of(answer))
    for label in ("Board", "Tiles left", "Log", "Play"):
        for person in (world.carla, world.anna, world.ben):
            answers.append(await all_of(await person.click(world.last_post, label=label)))
    for person in (world.carla, world.anna, world.ben):
        offered = await person.autocomplete(world.channel, "castle move", "move", "")
        answers.append(json.dumps(offered))
        wrong = await person.slash(world.channel, "castle move", now=True, move="A1 r0")
        answers.append(await all_of(wrong))
    return answers


async def all_of(answer: Any) -> str:
    """All texts of an answer; for pictures, their alt texts."""
    messages = [answer.response, *answer.followups]
    said = [f"{read(message).words}{buttons(message)}{menus(message)}" for message in messages]
    for message in messages:
        for file in message.attachments:
            if not file.filename.endswith(("png", "gif")):
                said.append((await file.read()).decode())
    return "\n".join(said)


async def test_no_request_and_no_log_tells_what_lies_hidden(
    friends: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game = await friends.start()
    await friends.play_on(game, eager_moves(0)[:19])
    await friends.deliver()
    answers = await look_everywhere(friends, await friends.table.games.get(game.id))
    state = await state_of(friends, await friends.table.games.get(game.id))
    requests = [json.dumps(request.json) for request in friends.env.http_requests]
    logged = [
        f"{record.getMessage()} {record.exc_text}"
        for record in caplog.records
        if record.name.startswith(("bot", "engine", "render"))
    ]
    assert len(answers) > 20
    for pattern in hidden(state):
        for text in (*answers, *requests, *logged):
            assert not re.search(pattern, text), pattern
    following = state.setup.deck[state.dealt]
    assert not [text for text in logged if re.search(rf"\b{following}\b", text)]


async def test_the_export_of_a_running_game_holds_no_secret(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves(0)[:19])
    answer = await friends.carla.slash(friends.channel, "table export")
    assert answer.response is not None
    [file] = answer.response.attachments
    record = json.loads(await file.read())
    assert {"seed", "deck", "wall_tiles"} & record.keys() == set()
    state = await state_of(friends, await friends.table.games.get(game.id))
    assert record["commitment"] == commitment(
        SEED, order_text(state.setup.deck, state.setup.wall_tiles)
    )


async def test_looks_do_not_depend_on_hidden_information(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves(0)[:19])
    game = await friends.table.games.get(game.id)
    before = await looks_of(friends)
    await reshuffle(friends, game)
    assert await looks_of(friends) == before


async def looks_of(world: World) -> list[tuple[str, list[bytes]]]:
    """Text and repainted pictures of every look at the current position."""
    world.equip(studio=studio_here(kept=0))
    player = await world.to_act()
    answers = [
        await world.carla.slash(world.channel, "castle board", overlay=overlay)
        for overlay in world.desk.faces["castle"].pictures.overlays
    ]
    answers += [await world.carla.slash(world.channel, in_group(c)) for c in ("tiles", "text")]
    opened = await player.slash(world.channel, "castle play")
    assert opened.response is not None
    looked = await player.click(opened.response, label=next(iter(buttons(opened.response))))
    world.desk.studio.close()
    return [
        (read(answer.response).words, [await f.read() for f in answer.response.attachments])
        for answer in (*answers, looked)
        if answer.response is not None
    ]


async def reshuffle(world: World, game: Game) -> None:
    """Put everything that nobody may see into another order."""
    state = await state_of(world, game)
    other = ADAPTERS["castle"].reshuffle(state, None, Random(7))
    assert other != state
    world.table._positions.remember(game, other)


@pytest.mark.parametrize("ply", [6, 19, 30])
async def test_move_previews_reveal_nothing_hidden(friends: World, ply: int) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves(0)[:ply])
    game = await friends.table.games.get(game.id)
    before = [page async for page in previews(friends, game)]
    await reshuffle(friends, game)
    assert [page async for page in previews(friends, game)] == before
    assert len(before) > 10


async def previews(world: World, game: Game) -> Any:
    """What the panel shows for some thirty legal moves, with the alt texts of its pictures."""
    player = await world.to_act()
    questions = await world.table.drafts.questions(game.id, player.id)
    choices = listed(questions)
    for move in choices[:: max(1, len(choices) // 30)]:
        panel = Panel(words_of("en"), world.desk.faces["castle"], questions.after(move.parts))
        page = panel.page()
        yield page.view.to_components()  # type: ignore[no-untyped-call]


async def test_table_errors_reveal_nothing_hidden(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves(0)[:19])
    game = await friends.table.games.get(game.id)
    state = await state_of(friends, game)
    player = await friends.to_act()
    rules = rules_of(game.kind)
    wrong = [rules.move_text(move).replace("r0", "r1") for move in legal_moves(state)][:40]
    actions: list[Action] = [
        Join(),
        Stop(),
        Claim(),
        Resume(1, None),
        Accept("undo", 3),
        Play("x"),
        Play("C9", 2),
        *map(Play, wrong),
    ]
    errors = []
    for number, action in enumerate(actions):
        for person in (player.id, friends.carla.id):
            click = Actor(f"wrong {number} {person}", person, "Somebody")
            try:
                await friends.table.act(click, game.id, action)
            except Exception as refused:
                errors.append(refused)
            else:
                await friends.table.act(Actor(f"back {number}", player.id, "x"), game.id, Undo())
    assert len(errors) > 50
    patterns = [*hidden(state), rf"\b{state.setup.deck[state.dealt]}\b"]
    for error in errors:
        text = f"{error!r} {error.__cause__!r} {error.__context__!r} {vars(error)}"
        assert not [pattern for pattern in patterns if re.search(pattern, text)]


async def test_a_bug_with_a_secret_in_its_text_tells_it_to_nobody(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await friends.start()

    async def leaking(*_: object) -> object:
        raise RuntimeError(f"seed {SEED}")

    for method, command in (("position", "board"), ("story", "log"), ("record", "export")):
        monkeypatch.setattr(friends.table.games, method, leaking)
        answer = await friends.carla.slash(friends.channel, in_group(command), share=True)
        assert INCIDENT.search(text_of(answer))
    sent = [json.dumps(request.json) for request in friends.env.http_requests]
    assert not [text for text in sent if SEED in text]


async def test_verify_shows_the_seed_only_after_the_end(friends: World) -> None:
    await friends.start()
    assert not [r for r in friends.env.http_requests if SEED in json.dumps(r.json)]
    sure = await friends.ben.slash(friends.channel, "castle resign")
    assert sure.response is not None
    await friends.ben.click(sure.response, label="Yes, resign")
    assert not [r for r in friends.env.http_requests if SEED in json.dumps(r.json)]
    await friends.deliver()
    assert SEED not in read(friends.last_post).text
    proof = await friends.carla.slash(friends.channel, "castle verify")
    assert SEED in texts(answer_of(proof))
