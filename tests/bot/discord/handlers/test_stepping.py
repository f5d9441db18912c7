"""Stepping through a game, running or finished, move by move."""

import re
from typing import Any

import pytest

from bot.locale import words_of
from bot.match.actions import Accept, Actor, Propose, Resign, Resume, Undo
from bot.match.game import Game
from tests.bot.discord.kit.moves import RULES, eager_moves, random_moves
from tests.bot.discord.kit.seen import answered, buttons, menus, parts, seen
from tests.bot.discord.kit.trouble import forged, refusal, text_of
from tests.bot.discord.kit.world import World, alts, labels, texts

pytestmark = pytest.mark.sketched

ENGLISH = words_of("en")
MOVES = 4
WAYS = ["First", "Back", "Next", "Last"]


async def ended(world: World) -> Game:
    """After a few moves, each of them posted, Anna resigns."""
    game = await world.start()
    for move in random_moves(1)[:MOVES]:
        await world.play_on(game, [move])
        await world.deliver()
    await world.table.act(Actor("resign", world.anna.id, "Anna"), game.id, Resign())
    await world.deliver()
    return await world.table.games.get(game.id)


def head(shown: Any) -> str:
    return texts(shown).split("\n")[0]


def closed(shown: Any) -> list[str]:
    """The buttons that lead nowhere from here."""
    return [one["label"] for one in parts(shown) if one.get("disabled")]


async def test_an_ended_game_is_opened_before_its_first_move(friends: World) -> None:
    await ended(friends)
    shown = answered(await friends.carla.click(friends.last_post, label="Move by move"))
    assert shown.ephemeral
    assert texts(shown) == "**Anna 0 – Ben 0** · move 0 of 4\nBefore the first move."
    assert seen(shown).files == ("board.png",)
    assert labels(shown) == [*WAYS, "Note"]
    assert closed(shown) == ["First", "Back"]


async def test_each_step_shows_what_was_posted_then(friends: World) -> None:
    await friends.start()
    posted = []
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    for move in random_moves(1)[:MOVES]:
        await friends.play_on(game, [move])
        await friends.deliver()
        posted.append((texts(friends.last_post).split("\n")[0], alts(friends.last_post)))
    await friends.table.act(Actor("x", friends.anna.id, "Anna"), game.id, Resign())
    await friends.deliver()
    shown = answered(await friends.carla.click(friends.last_post, label="Move by move"))
    for ply, (said, alt) in enumerate(posted[:-1], 1):
        shown = answered(await friends.carla.click(shown, label="Next"))
        assert head(shown).endswith(f"move {ply} of 4")
        assert texts(shown).split("\n")[1] == said
        assert alts(shown) == alt


async def test_one_steps_through_a_game_on_one_page(
    friends: World,
) -> None:
    await ended(friends)
    shown = answered(await friends.carla.click(friends.last_post, label="Move by move"))
    page_id = shown.id
    for label, ply in (("Last", 4), ("Back", 3), ("Back", 2), ("Next", 3), ("First", 0)):
        shown = answered(await friends.carla.click(shown, label=label))
        assert head(shown).endswith(f"move {ply} of 4")
        assert shown.id == page_id


async def test_the_last_position_says_how_the_game_ended(friends: World) -> None:
    await ended(friends)
    shown = answered(await friends.carla.click(friends.last_post, label="Move by move"))
    assert "won by resignation" not in texts(shown)
    shown = answered(await friends.carla.click(shown, label="Last"))
    assert texts(shown).endswith("Ben won by resignation")
    assert closed(shown) == ["Next", "Last"]


async def test_one_goes_on_after_a_restart(friends: World) -> None:
    await ended(friends)
    shown = answered(await friends.carla.click(friends.last_post, label="Move by move"))
    await friends.restart()
    shown = answered(await friends.carla.click(shown, label="Next"))
    assert head(shown).endswith("move 1 of 4")


async def running(world: World) -> Game:
    """After a few moves, each of them posted."""
    game = await world.start()
    for move in random_moves(1)[:MOVES]:
        await world.play_on(game, [move])
        await world.deliver()
    return game


async def test_a_running_game_is_gone_through_from_its_board(friends: World) -> None:
    await running(friends)
    board = answered(await friends.carla.click(friends.last_post, label="Board"))
    shown = answered(await friends.carla.click(board, label="Move by move"))
    assert shown.id == board.id
    assert head(shown).endswith("move 4 of 4")
    assert labels(shown) == [*WAYS, "To the present", "Note"]
    shown = answered(await friends.carla.click(shown, label="Back"))
    assert head(shown).endswith("move 3 of 4")


async def test_the_present_is_the_panel_for_who_is_to_act(friends: World) -> None:
    game = await running(friends)
    to_act = friends.anna
    other = friends.ben
    if (await friends.table.games.get(game.id)).to_act:
        to_act, other = other, to_act
    for person, label in ((to_act, "1"), (other, "Note"), (friends.carla, "Note")):
        shown = answered(await person.slash(friends.channel, "castle steps", move=1))
        shown = answered(await person.click(shown, label="To the present"))
        assert label in labels(shown)
        assert "To the present" not in labels(shown)


async def test_the_command_begins_at_the_move_asked_for(friends: World) -> None:
    await running(friends)
    for move, ply in ((0, 0), (2, 2), (99, 4), (None, 4)):
        options = {} if move is None else {"move": move}
        shown = answered(await friends.carla.slash(friends.channel, "castle steps", **options))
        assert shown.ephemeral
        assert head(shown).endswith(f"move {ply} of 4")


async def test_the_overlay_stays_while_stepping(friends: World) -> None:
    await running(friends)
    shown = answered(await friends.carla.slash(friends.channel, "castle steps"))
    menu = next(one for one in menus(shown) if ":look." in one)
    value = menus(shown)[menu][ENGLISH("castle.overlay.open")]
    shown = answered(await friends.carla.select(shown, [value], custom_id=menu))
    legend = ENGLISH("castle.legend.open")
    nothing = ENGLISH("castle.alt.nothing.open")
    for label in ("Back", "First", "Last"):
        assert legend in alts(shown)[0] or nothing in alts(shown)[0]
        shown = answered(await friends.carla.click(shown, label=label))
    shown = answered(await friends.carla.click(shown, label="To the present"))
    assert legend not in alts(shown)[0]


async def test_a_menu_leads_to_the_moves_that_scored(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves("0")[:30])
    story = await friends.table.games.story(game.id)
    scored = [
        move.ply
        for move, frame in zip(story.moves, story.frames[1:], strict=True)
        if any(RULES.points(frame.events))
    ]
    assert len(scored) > 3
    shown = answered(await friends.carla.slash(friends.channel, "castle steps"))
    menu = next(one for one in menus(shown) if ":moves." in one)
    options = menus(shown)[menu]
    assert [int(value.partition(".")[0]) for value in options.values()] == scored
    label, value = next(iter(options.items()))
    assert re.fullmatch(r"\d+ · (Anna|Ben) \+\d+( · (Anna|Ben) \+\d+)?", label)
    shown = answered(await friends.carla.select(shown, [value], custom_id=menu))
    assert head(shown).endswith(f"move {scored[0]} of 30")


async def test_one_steps_from_any_board_of_the_bot(friends: World) -> None:
    game = await running(friends)
    boards = [post for post in friends.posts if alts(post)]
    assert len(boards) == MOVES + 1
    assert labels(boards[0]) == [], "it has been superseded"
    for ply, post in enumerate(boards):
        shown = await friends.carla.context_menu(friends.channel, "Step from here", post)
        assert head(answered(shown)).endswith(f"move {ply} of 4")
    await friends.table.act(Actor("resign", friends.anna.id, "Anna"), game.id, Resign())
    await friends.deliver()
    shown = await friends.carla.context_menu(friends.channel, "Step from here", friends.last_post)
    assert head(answered(shown)).endswith("move 4 of 4")


async def test_one_steps_from_a_board_that_was_shared(friends: World) -> None:
    await running(friends)
    shared = answered(await friends.anna.slash(friends.channel, "castle board", share=True))
    post = friends.post(shared.id)
    shown = await friends.carla.context_menu(friends.channel, "Step from here", post)
    assert head(answered(shown)).endswith("move 4 of 4")


async def test_one_steps_from_the_end_of_a_game(friends: World) -> None:
    """Its buttons say which one it is."""
    game = await running(friends)
    await friends.table.act(Actor("resign", friends.anna.id, "Anna"), game.id, Resign())
    await friends.deliver()
    shown = await friends.carla.context_menu(friends.channel, "Step from here", friends.last_post)
    assert head(answered(shown)).endswith("move 4 of 4")


async def test_a_game_that_rests_is_gone_through_wherever_it_is(friends: World) -> None:
    """Adjourned, and after it was resumed in another channel: from there, and from its old
    boards."""
    game = await running(friends)
    await friends.table.act(Actor("offer", friends.anna.id, "Anna"), game.id, Propose("adjourn"))
    accepted = Accept("adjourn", MOVES)
    await friends.table.act(Actor("accept", friends.ben.id, "Ben"), game.id, accepted)
    await friends.deliver()
    assert (await friends.table.games.get(game.id)).pause == "adjourned"
    shown = answered(await friends.anna.slash(friends.channel, "castle steps", move=2))
    assert head(answered(await friends.anna.click(shown, label="Next"))).endswith("move 3 of 4")
    present = answered(await friends.anna.click(shown, label="To the present"))
    assert alts(present)

    there = friends.guild.create_text_channel("elsewhere")
    ben = Actor("resume", friends.ben.id, "Ben", frozenset({"start"}))
    await friends.table.act(ben, game.id, Resume(there.id))
    await friends.deliver()
    shown = answered(await friends.anna.slash(there, "castle steps"))
    assert head(shown).endswith("move 4 of 4")
    old = next(post for post in friends.posts if alts(post))
    shown = answered(await friends.carla.context_menu(friends.channel, "Step from here", old))
    assert head(shown).endswith("move 0 of 4")


async def test_a_post_that_is_no_board_says_so(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new")
    await friends.deliver()
    theirs = await friends.anna.send(friends.channel, "Hello")
    for post in (friends.last_post, theirs):
        shown = await friends.carla.context_menu(friends.channel, "Step from here", post)
        assert refusal("no_board") in text_of(shown)


async def test_a_board_that_was_taken_back_says_so(friends: World) -> None:
    game = await running(friends)
    board = friends.last_post
    mover = next(m for m in reversed((await friends.table.games.story(game.id)).moves))
    by = friends.anna if mover.user_id == friends.anna.id else friends.ben
    other = friends.ben if by is friends.anna else friends.anna
    await friends.table.act(Actor("undo", by.id, "x"), game.id, Undo())
    now = await friends.table.games.get(game.id)
    if now.ply == MOVES:
        await friends.table.act(Actor("yes", other.id, "x"), game.id, Accept("undo", now.ply))
    await friends.deliver()
    shown = await friends.carla.context_menu(friends.channel, "Step from here", board)
    assert refusal("taken_back") in text_of(shown)


async def test_since_my_last_turn_tells_what_happened(friends: World) -> None:
    game = await running(friends)
    story = await friends.table.games.story(game.id)
    last = {move.seat: move.ply for move in story.moves if move.ply < MOVES}
    for person in (friends.anna, friends.ben):
        shown = answered(await person.click(friends.last_post, label="Since my last turn"))
        assert shown.ephemeral
        seat = next(n for n, one in enumerate(story.game.seats) if one.user_id == person.id)
        count = MOVES - last[seat]
        last_moves = "the last move" if count == 1 else f"the last {count} moves"
        assert head(shown).endswith(last_moves)
        assert seen(shown).files == ("since.gif",)
        shown = answered(await person.click(shown, label="Move by move"))
        assert head(shown).endswith(f"move {last[seat]} of 4")


async def test_spectators_see_the_last_round(friends: World) -> None:
    await running(friends)
    shown = answered(await friends.carla.click(friends.last_post, label="Since my last turn"))
    assert "the last 2 moves" in head(shown)


async def test_a_position_after_the_end_is_the_last_one(friends: World) -> None:
    game = await ended(friends)
    post = await forged(friends, f"step:{game.id}:0:{10**17}:forward")
    assert "move 4 of 4" in text_of(await friends.carla.click(post, label="Press"))


async def test_no_two_buttons_of_a_page_have_the_same_id(friends: World) -> None:
    await ended(friends)
    shown = answered(await friends.carla.click(friends.last_post, label="Move by move"))
    for _ in range(MOVES):
        ids = list(buttons(shown).values())
        assert len(ids) == len({*ids}) == len(WAYS) + 1
        shown = answered(await friends.carla.click(shown, label="Next"))
