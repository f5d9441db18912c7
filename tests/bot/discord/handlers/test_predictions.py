"""Predicting the next placement by button: private, sealed, revealed when the move is played."""

from typing import Any

import discord
import pytest
import simcord

from bot.match.game import Game
from engine.castle.moves import assemble, move_text
from tests.bot.choices import legal_choices, predictable
from tests.bot.discord.kit.limits import beyond
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.seen import answer_of, buttons, read
from tests.bot.discord.kit.tapping import first_choices, tap_cell
from tests.bot.discord.kit.trouble import deliver_twice, forge_post, text_of
from tests.bot.discord.kit.world import World, labels, texts


@pytest.fixture
def dora(friends: World) -> simcord.MemberActor:
    """Another spectator, whose name contains formatting."""
    user = friends.env.create_user("dora", global_name="*Dora* @everyone")
    return friends.guild.add_member(user)


async def seal(person: simcord.MemberActor, board: Any, cell: str) -> simcord.ResponseMessage:
    """Predict this cell."""
    opened = answer_of(await person.click(board, label="Predict"))
    looked = answer_of(await tap_cell(person, opened, cell))
    return answer_of(await person.click(looked, label="Seal my prediction"))


async def play(friends: World, game: Game, cell: str) -> str:
    """Play and post the first move on this cell; returns its notation."""
    player = await friends.to_act()
    moves = await legal_choices(friends.table, game.id, player.id)
    move = next(move.text for move in moves if move.parts[0][1] == cell)
    await player.slash(friends.channel, "castle move", now=True, move=move)
    await friends.deliver()
    return move


async def cells(friends: World, game: Game) -> list[str]:
    moves = await predictable(friends.table, game.id, friends.carla.id)
    return list(dict.fromkeys(move.parts[0][1] for move in moves))


@pytest.mark.painted
async def test_a_spectator_chooses_a_cell_looks_and_seals(friends: World) -> None:
    game = await friends.start()
    opened = await friends.carla.click(friends.last_post, label="Predict")
    assert opened.ephemeral
    page = answer_of(opened)
    assert sorted(first_choices(page)) == sorted(await cells(friends, game))
    assert texts(page) == "Where will **Anna** lay this tile?"
    how = answer_of(await friends.carla.click(page, label="How this works"))
    assert "Your prediction stays sealed" in texts(how)
    assert "The right cell is worth 3 points, the right rotation then 1 more" in texts(how)
    cell = next(iter(first_choices(page)))
    looked = answer_of(await tap_cell(friends.carla, page, cell))
    assert texts(looked).startswith(f"You predict: **{cell}")
    assert labels(looked)[:2] == ["Seal my prediction", "Back"]
    done = answer_of(await friends.carla.click(looked, label="Seal my prediction"))
    assert texts(done).startswith(f"Sealed: **{cell}")
    assert labels(done) == ["Change it", "Predictions"]


async def test_nobody_is_told_of_a_prediction_before_the_move(
    friends: World, dora: simcord.MemberActor
) -> None:
    game = await friends.start()
    before = [texts(post) for post in friends.posts]
    cell, *_ = await cells(friends, game)
    await seal(friends.carla, friends.last_post, cell)
    await friends.deliver()
    assert [texts(post) for post in friends.posts] == before
    page = answer_of(await dora.click(friends.last_post, label="Predict"))
    assert "1 other person has made a prediction." in texts(page)
    assert "Carla" not in texts(page)
    assert "You predict" not in texts(page)
    own = answer_of(await friends.carla.click(friends.last_post, label="Predict"))
    assert f"You predict: **{cell}" in texts(own)


async def test_the_next_board_names_who_predicted_the_move(
    friends: World, dora: simcord.MemberActor
) -> None:
    game = await friends.start()
    first, *_, last = await cells(friends, game)
    await seal(friends.carla, friends.last_post, last)
    await seal(dora, friends.last_post, first)
    await play(friends, game, first)
    post = texts(friends.last_post)
    assert "1 of 2 saw it coming: \\*Dora\\* @\N{ZERO WIDTH SPACE}everyone" in post
    assert "Carla" not in post
    sent = [request.json for request in friends.env.http_requests if request.method == "POST"]
    pinged = [body["allowed_mentions"] for body in sent if body and "allowed_mentions" in body]
    assert pinged[-1] == {"parse": [], "users": [friends.ben.id]}


async def test_an_unpredicted_move_is_said_to_be_and_stays_said(
    friends: World,
) -> None:
    game = await friends.start()
    first, *_, last = await cells(friends, game)
    await seal(friends.carla, friends.last_post, last)
    await play(friends, game, first)
    post = friends.last_post
    assert "There was one prediction, and it was wrong." in texts(post)
    await play(friends, game, (await cells(friends, game))[0])
    assert "it was wrong" in texts(friends.post(post.id))
    assert "it was wrong" not in texts(friends.last_post)


async def test_a_prediction_is_changed_until_the_move_is_played(friends: World) -> None:
    game = await friends.start()
    first, *_, last = await cells(friends, game)
    done = await seal(friends.carla, friends.last_post, first)
    again = answer_of(await friends.carla.click(done, label="Change it"))
    assert f"You predict: **{first}" in texts(again)
    looked = answer_of(await tap_cell(friends.carla, again, last))
    done = answer_of(await friends.carla.click(looked, label="Seal my prediction"))
    assert texts(done).startswith(f"Sealed: **{last}")
    await play(friends, game, last)
    assert "1 of 1 saw it coming: Carla" in texts(friends.last_post)


async def test_turning_and_follower_can_be_predicted_too(friends: World) -> None:
    game = await friends.start()
    opened = answer_of(await friends.carla.click(friends.last_post, label="Predict"))
    looked = answer_of(await friends.carla.click(opened, label=labels(opened)[0]))
    follower = next(label for label in labels(looked) if label.startswith("1 "))
    looked = answer_of(await friends.carla.click(looked, label=follower))
    await friends.carla.click(looked, label="Seal my prediction")
    own = (await friends.table.predictions.predictable(game.id, friends.carla.id)).own
    assert own
    player = await friends.to_act()
    await player.slash(friends.channel, "castle move", now=True, move=move_text(assemble(own)))
    await friends.deliver()
    table = answer_of(await friends.anna.click(friends.last_post, label="Predict"))
    list_page = answer_of(await friends.anna.click(table, label="Predictions"))
    assert texts(list_page) == "**Predictions**\n1. **Carla**: 1 of 1 right, 5 points"


@pytest.mark.parametrize("who", ["anna", "ben"])
async def test_players_are_told_that_they_cannot_predict(friends: World, who: str) -> None:
    await friends.start()
    player: simcord.MemberActor = getattr(friends, who)
    page = answer_of(await player.click(friends.last_post, label="Predict"))
    assert texts(page).startswith("You play this game yourself")
    assert labels(page) == ["Predictions"]
    table = answer_of(await player.click(page, label="Predictions"))
    assert texts(table) == "No move has been predicted in this game yet."


async def test_a_player_cannot_use_a_button_of_a_spectator(friends: World) -> None:
    game = await friends.start()
    [cell, *_] = await cells(friends, game)
    for link in (f"guesstry:{game.id}:0:0:0~{cell}", f"guessdo:{game.id}:0:0:+0~{cell}"):
        post = await forge_post(friends, link)
        refused = text_of(await friends.anna.click(post, label="Press"))
        assert "You play this game yourself" in refused


async def test_a_question_leaves_nothing_to_predict(friends: World) -> None:
    game = await friends.start()
    moves = eager_moves("0")
    asked = next(n for n, move in enumerate(moves) if move in ("again", "end"))
    await friends.play_on(game, moves[:asked])
    await friends.deliver()
    page = answer_of(await friends.carla.click(friends.last_post, label="Predict"))
    assert texts(page).startswith("There is nothing to predict just now")
    assert labels(page) == ["Predictions"]


@pytest.mark.parametrize("label", ["Seal my prediction", "Back"])
async def test_a_stale_prediction_page_shows_the_current_choices(
    friends: World, label: str
) -> None:
    game = await friends.start()
    opened = answer_of(await friends.carla.click(friends.last_post, label="Predict"))
    first, *_, last = first_choices(opened)
    looked = answer_of(await tap_cell(friends.carla, opened, first))
    await play(friends, game, last)
    result = await friends.carla.click(looked, label=label)
    assert "Where will **Ben** lay this tile?" in text_of(result)
    assert ("That was for an earlier position" in text_of(result)) is (label != "Back")
    assert await friends.table.predictions.table(game) == ()


async def test_a_seal_that_is_pressed_twice_is_one_prediction(friends: World) -> None:
    game = await friends.start()
    opened = answer_of(await friends.carla.click(friends.last_post, label="Predict"))
    cell = next(iter(first_choices(opened)))
    looked = answer_of(await tap_cell(friends.carla, opened, cell))
    with deliver_twice(friends):
        await friends.carla.click(looked, label="Seal my prediction")
    await play(friends, game, cell)
    [row] = await friends.table.predictions.table(game)
    assert (row.predicted, row.right) == (1, 1)


async def test_the_buttons_work_after_a_restart(friends: World) -> None:
    game = await friends.start()
    opened = answer_of(await friends.carla.click(friends.last_post, label="Predict"))
    await friends.restart()
    looked = answer_of(await friends.carla.click(opened, label=labels(opened)[0]))
    await friends.restart()
    done = answer_of(await friends.carla.click(looked, label="Seal my prediction"))
    assert texts(done).startswith("Sealed: ")
    assert (await friends.table.predictions.predictable(game.id, friends.carla.id)).own


NO_PLACEMENTS = ("0A1 r0", "", "0~A1", "0~#nonsense", "9~E5~E5", "x", "0~A4~draft=1", "tap=0.0~A4")


async def test_a_button_that_names_no_placement_shows_what_can_be_predicted(friends: World) -> None:
    game = await friends.start()
    for verb in ["guesstry", "guessdo"]:
        for rest in NO_PLACEMENTS:
            post = await forge_post(friends, f"{verb}:{game.id}:0:0:{rest}")
            answer = await friends.carla.click(post, label="Press")
            assert "That was for an earlier position" in text_of(answer)
            assert first_choices(answer_of(answer))
            assert (
                await friends.table.predictions.predictable(game.id, friends.carla.id)
            ).own == ()


async def test_a_button_that_names_no_page_is_refused(friends: World) -> None:
    game = await friends.start()
    for rest in NO_PLACEMENTS:
        post = await forge_post(friends, f"guesspage:{game.id}:0:0:{rest}")
        refused = text_of(await friends.carla.click(post, label="Press"))
        assert "This button is from another version of the bot." in refused


async def test_the_points_of_a_game_have_the_table_of_predictions(friends: World) -> None:
    game = await friends.start()
    cell, *_ = await cells(friends, game)
    await seal(friends.carla, friends.last_post, cell)
    await play(friends, game, cell)
    resign = await friends.anna.slash(friends.channel, "castle resign")
    await friends.anna.click(answer_of(resign), label="Yes, resign")
    await friends.deliver()
    points = answer_of(await friends.anna.click(friends.last_post, label="Points"))
    assert "**Predictions**\n1. **Carla**: 1 of 1 right, " in texts(points)


async def test_games_without_predictions_end_without_their_table(friends: World) -> None:
    await friends.start()
    resign = await friends.anna.slash(friends.channel, "castle resign")
    await friends.anna.click(answer_of(resign), label="Yes, resign")
    await friends.deliver()
    assert "Predictions" not in texts(friends.last_post)


async def test_very_many_cells_and_names_are_within_the_limits(
    friends: World,
) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves("0")[:30])
    await friends.deliver()
    for label in await cells(friends, game):
        opened = answer_of(await friends.carla.click(friends.last_post, label="Predict"))
        if label in buttons(opened):
            looked = answer_of(await friends.carla.click(opened, label=label))
            assert read(looked).files[0] == "board.png"
    assert beyond(friends.env.http_requests) == []
    assert isinstance(friends.last_post, discord.Message)
