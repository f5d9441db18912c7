"""Stepping through a game, running or finished, move by move."""

import re
from typing import Any

import pytest

from bot.locale import words_of
from bot.match.actions import Accept, Actor, Propose, Resign, Resume, Undo
from bot.match.game import Game
from tests.bot.discord.kit.moves import RULES, eager_moves, random_moves
from tests.bot.discord.kit.seen import answer_of, buttons, menus, parts, read
from tests.bot.discord.kit.trouble import forge_post, refusal, text_of
from tests.bot.discord.kit.world import World, alts, labels, texts

pytestmark = pytest.mark.sketched

ENGLISH = words_of("en")
MOVES = 4
WAYS = ["First", "Back", "Next", "Last"]


async def play_and_resign(world: World) -> Game:
    """After a few moves, each of them posted, Anna resigns."""
    game = await world.start()
    for move in random_moves(1)[:MOVES]:
        await world.play_on(game, [move])
        await world.deliver()
    await world.table.act(Actor("resign", world.anna.id, "Anna"), game.id, Resign())
    await world.deliver()
    return await world.table.games.get(game.id)


def head(page: Any) -> str:
    return texts(page).split("\n")[0]


def disabled_labels(page: Any) -> list[str]:
    return [part["label"] for part in parts(page) if part.get("disabled")]


async def test_an_ended_game_is_opened_before_its_first_move(friends: World) -> None:
    await play_and_resign(friends)
    page = await friends.step_through(friends.carla)
    assert page.ephemeral
    assert texts(page) == "**Anna 0 – Ben 0** · move 0 of 4\nBefore the first move."
    assert read(page).files == ("board.png",)
    assert labels(page) == [*WAYS, "Note"]
    assert disabled_labels(page) == ["First", "Back"]


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
    page = await friends.step_through(friends.carla)
    for ply, (said, alt) in enumerate(posted[:-1], 1):
        page = answer_of(await friends.carla.click(page, label="Next"))
        assert head(page).endswith(f"move {ply} of 4")
        assert texts(page).split("\n")[1] == said
        assert alts(page) == alt


async def test_one_steps_through_a_game_on_one_page(
    friends: World,
) -> None:
    await play_and_resign(friends)
    page = await friends.step_through(friends.carla)
    page_id = page.id
    for label, ply in (("Last", 4), ("Back", 3), ("Back", 2), ("Next", 3), ("First", 0)):
        page = answer_of(await friends.carla.click(page, label=label))
        assert head(page).endswith(f"move {ply} of 4")
        assert page.id == page_id


async def test_the_last_position_says_how_the_game_ended(friends: World) -> None:
    await play_and_resign(friends)
    page = await friends.step_through(friends.carla)
    assert "won by resignation" not in texts(page)
    page = answer_of(await friends.carla.click(page, label="Last"))
    assert texts(page).endswith("Ben won by resignation")
    assert disabled_labels(page) == ["Next", "Last"]


async def test_one_goes_on_after_a_restart(friends: World) -> None:
    await play_and_resign(friends)
    page = await friends.step_through(friends.carla)
    await friends.restart()
    page = answer_of(await friends.carla.click(page, label="Next"))
    assert head(page).endswith("move 1 of 4")


async def play_some(world: World) -> Game:
    """After a few moves, each of them posted."""
    game = await world.start()
    for move in random_moves(1)[:MOVES]:
        await world.play_on(game, [move])
        await world.deliver()
    return game


async def test_who_reads_in_words_is_told_every_point(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves("0")[:24])
    await friends.deliver()
    board = answer_of(await friends.carla.click(friends.last_post, label="Board"))
    briefly = texts(answer_of(await friends.carla.click(board, label="Move by move")))
    await friends.carla.slash(friends.channel, "table me", reading="words")
    board = answer_of(await friends.carla.click(friends.last_post, label="Board"))
    in_full = texts(answer_of(await friends.carla.click(board, label="Move by move")))
    assert "\n-# " not in briefly
    assert "\n-# " in in_full


async def test_a_running_game_is_gone_through_from_its_board(friends: World) -> None:
    await play_some(friends)
    board = answer_of(await friends.carla.click(friends.last_post, label="Board"))
    page = answer_of(await friends.carla.click(board, label="Move by move"))
    assert page.id == board.id
    assert head(page).endswith("move 4 of 4")
    assert labels(page) == [*WAYS, "To the present", "Note"]
    page = answer_of(await friends.carla.click(page, label="Back"))
    assert head(page).endswith("move 3 of 4")


async def test_the_present_is_the_panel_for_who_is_to_act(friends: World) -> None:
    game = await play_some(friends)
    to_act = friends.anna
    other = friends.ben
    if (await friends.table.games.get(game.id)).to_act:
        to_act, other = other, to_act
    for person, label in ((to_act, "1"), (other, "Note"), (friends.carla, "Note")):
        page = answer_of(await person.slash(friends.channel, "castle steps", move=1))
        page = answer_of(await person.click(page, label="To the present"))
        assert label in labels(page)
        assert "To the present" not in labels(page)


async def test_the_command_begins_at_the_move_asked_for(friends: World) -> None:
    await play_some(friends)
    for move, ply in ((0, 0), (2, 2), (99, 4), (None, 4)):
        options = {} if move is None else {"move": move}
        page = answer_of(await friends.carla.slash(friends.channel, "castle steps", **options))
        assert page.ephemeral
        assert head(page).endswith(f"move {ply} of 4")


async def test_the_overlay_stays_while_stepping(friends: World) -> None:
    await play_some(friends)
    page = answer_of(await friends.carla.slash(friends.channel, "castle steps"))
    menu = next(custom_id for custom_id in menus(page) if ":look." in custom_id)
    value = menus(page)[menu][ENGLISH("castle.overlay.open")]
    page = answer_of(await friends.carla.select(page, [value], custom_id=menu))
    legend = ENGLISH("castle.legend.open")
    nothing = ENGLISH("castle.alt.nothing.open")
    for label in ("Back", "First", "Last"):
        assert legend in alts(page)[0] or nothing in alts(page)[0]
        page = answer_of(await friends.carla.click(page, label=label))
    page = answer_of(await friends.carla.click(page, label="To the present"))
    assert legend not in alts(page)[0]


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
    page = answer_of(await friends.carla.slash(friends.channel, "castle steps"))
    menu = next(custom_id for custom_id in menus(page) if ":moves." in custom_id)
    options = menus(page)[menu]
    assert [int(value.partition(".")[0]) for value in options.values()] == scored
    label, value = next(iter(options.items()))
    assert re.fullmatch(r"\d+ · (Anna|Ben) \+\d+( · (Anna|Ben) \+\d+)?", label)
    page = answer_of(await friends.carla.select(page, [value], custom_id=menu))
    assert head(page).endswith(f"move {scored[0]} of 30")


async def test_one_steps_from_any_board_of_the_bot(friends: World) -> None:
    game = await play_some(friends)
    boards = [post for post in friends.posts if alts(post)]
    assert len(boards) == MOVES + 1
    assert labels(boards[0]) == [], "it has been superseded"
    for ply, post in enumerate(boards):
        answer = await friends.carla.context_menu(friends.channel, "Step from here", post)
        assert head(answer_of(answer)).endswith(f"move {ply} of 4")
    await friends.table.act(Actor("resign", friends.anna.id, "Anna"), game.id, Resign())
    await friends.deliver()
    answer = await friends.carla.context_menu(friends.channel, "Step from here", friends.last_post)
    assert head(answer_of(answer)).endswith("move 4 of 4")


async def test_one_steps_from_a_board_that_was_shared(friends: World) -> None:
    await play_some(friends)
    shared = answer_of(await friends.anna.slash(friends.channel, "castle board", share=True))
    post = friends.post(shared.id)
    answer = await friends.carla.context_menu(friends.channel, "Step from here", post)
    assert head(answer_of(answer)).endswith("move 4 of 4")


async def test_one_steps_from_the_end_of_a_game(friends: World) -> None:
    """Its buttons say which one it is."""
    game = await play_some(friends)
    await friends.table.act(Actor("resign", friends.anna.id, "Anna"), game.id, Resign())
    await friends.deliver()
    answer = await friends.carla.context_menu(friends.channel, "Step from here", friends.last_post)
    assert head(answer_of(answer)).endswith("move 4 of 4")


async def test_a_game_that_rests_is_gone_through_wherever_it_is(friends: World) -> None:
    """Adjourned, and after it was resumed in another channel: from there, and from its old
    boards."""
    game = await play_some(friends)
    await friends.table.act(Actor("offer", friends.anna.id, "Anna"), game.id, Propose("adjourn"))
    accepted = Accept("adjourn", MOVES)
    await friends.table.act(Actor("accept", friends.ben.id, "Ben"), game.id, accepted)
    await friends.deliver()
    assert (await friends.table.games.get(game.id)).pause == "adjourned"
    page = answer_of(await friends.anna.slash(friends.channel, "castle steps", move=2))
    assert head(answer_of(await friends.anna.click(page, label="Next"))).endswith("move 3 of 4")
    present = answer_of(await friends.anna.click(page, label="To the present"))
    assert alts(present)

    new_channel = friends.guild.create_text_channel("elsewhere")
    ben = Actor("resume", friends.ben.id, "Ben", frozenset({"start"}))
    await friends.table.act(ben, game.id, Resume(new_channel.id))
    await friends.deliver()
    page = answer_of(await friends.anna.slash(new_channel, "castle steps"))
    assert head(page).endswith("move 4 of 4")
    old = next(post for post in friends.posts if alts(post))
    page = answer_of(await friends.carla.context_menu(friends.channel, "Step from here", old))
    assert head(page).endswith("move 0 of 4")


async def test_a_post_that_is_no_board_says_so(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new")
    await friends.deliver()
    theirs = await friends.anna.send(friends.channel, "Hello")
    for post in (friends.last_post, theirs):
        answer = await friends.carla.context_menu(friends.channel, "Step from here", post)
        assert refusal("no_board") in text_of(answer)


async def test_a_board_that_was_taken_back_says_so(friends: World) -> None:
    game = await play_some(friends)
    board = friends.last_post
    mover = next(m for m in reversed((await friends.table.games.story(game.id)).moves))
    by = friends.anna if mover.user_id == friends.anna.id else friends.ben
    other = friends.ben if by is friends.anna else friends.anna
    await friends.table.act(Actor("undo", by.id, "x"), game.id, Undo())
    now = await friends.table.games.get(game.id)
    if now.ply == MOVES:
        await friends.table.act(Actor("yes", other.id, "x"), game.id, Accept("undo", now.ply))
    await friends.deliver()
    answer = await friends.carla.context_menu(friends.channel, "Step from here", board)
    assert refusal("taken_back") in text_of(answer)


async def test_since_my_last_turn_tells_what_happened(friends: World) -> None:
    game = await play_some(friends)
    story = await friends.table.games.story(game.id)
    last = {move.seat: move.ply for move in story.moves if move.ply < MOVES}
    for person in (friends.anna, friends.ben):
        page = answer_of(await person.click(friends.last_post, label="Since my last turn"))
        assert page.ephemeral
        seat = next(n for n, player in enumerate(story.game.seats) if player.user_id == person.id)
        count = MOVES - last[seat]
        last_moves = "the last move" if count == 1 else f"the last {count} moves"
        assert head(page).endswith(last_moves)
        assert read(page).files == ("since.gif",)
        page = answer_of(await person.click(page, label="Move by move"))
        assert head(page).endswith(f"move {last[seat]} of 4")


async def test_spectators_see_the_last_round(friends: World) -> None:
    await play_some(friends)
    page = answer_of(await friends.carla.click(friends.last_post, label="Since my last turn"))
    assert "the last 2 moves" in head(page)


async def test_a_position_after_the_end_is_the_last_one(friends: World) -> None:
    game = await play_and_resign(friends)
    post = await forge_post(friends, f"step:{game.id}:0:{10**17}:forward")
    assert "move 4 of 4" in text_of(await friends.carla.click(post, label="Press"))


async def test_no_two_buttons_of_a_page_have_the_same_id(friends: World) -> None:
    await play_and_resign(friends)
    page = await friends.step_through(friends.carla)
    for _ in range(MOVES):
        ids = list(buttons(page).values())
        assert len(ids) == len({*ids}) == len(WAYS) + 1
        page = answer_of(await friends.carla.click(page, label="Next"))
