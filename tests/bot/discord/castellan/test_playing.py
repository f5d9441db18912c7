"""Castellan as three people play it in a channel, from the invitation to the end."""

import pytest

from bot.discord.features.typed_moves import LONGEST_COMPLETION
from bot.match.actions import Resign
from bot.match.game import Status
from bot.process.allowance import Allowance
from engine.castellan.moves import Turn, piece_text, place_text
from engine.castellan.rules import castellan
from engine.castellan.state import State
from engine.questions import Part
from render.board.aliases import alias
from tests.bot.discord.castellan.table import Party, take_back_label
from tests.bot.discord.kit.limits import beyond
from tests.bot.discord.kit.seen import answer_of, buttons, read
from tests.bot.discord.kit.trouble import text_of
from tests.bot.discord.kit.world import labels, texts

NAMES = {"tower": "Tower", "short": "Short wall", "long": "Long wall"}
# How many parts of a turn these are: cards, and the first piece.
BEGUN = 5


def long_turn(state: State) -> Turn:
    """A turn with all cards, and otherwise the first choice each time."""
    parts = list[Part]()
    while (asked := castellan.question(state, parts)) is not None:
        parts.append((asked.step, asked.choices[-1 if asked.step.startswith("card") else 0]))
    return castellan.assemble(parts)


async def invite(party: Party) -> None:
    """By Anna, who begins."""
    await party.anna.slash(
        party.world.channel,
        "castellan new",
        opponent=party.ben,
        opponent2=party.carla,
        first="me",
        rated=True,
    )
    await party.world.deliver()
    for person in (party.ben, party.carla):
        await person.click(party.world.last_post, label="Accept")
        await party.world.deliver()
    game = await party.world.table.games.open_in(party.world.channel.id)
    assert game is not None
    party.game_id = game.id


async def test_a_rated_game_of_three_runs_from_invitation_to_end(party: Party) -> None:
    await invite(party)
    for _ in range(6):
        turn = await party.next_turn()
        played = await party.play_by_panel(turn)
        assert read(played).text.startswith("Played.")
        assert await party.last_move() == castellan.move_text(turn)
    await party.play_on()
    await party.world.deliver()
    assert (await party.game()).status is Status.FINISHED
    state = await party.state()
    last = read(party.world.last_post)
    for name, score in zip(("Anna", "Ben", "Carla"), castellan.scores(state), strict=True):
        assert f"{name}: {score} points" in last.text
    assert last.files == ("end.png",)
    await party.world.table.look_after(party.game_id)
    channel = party.world.channel
    board = await party.anna.slash(channel, "table leaderboard", game="castellan")
    assert all(f"{name}: " in read(answer_of(board)).alts[0] for name in ("Anna", "Ben", "Carla"))


@pytest.mark.parametrize("seats", [2, 4])
async def test_a_game_is_played_on_the_panel_to_its_end(party: Party, seats: int) -> None:
    """The first turn of everybody, one in so many later ones, and the last turns, when nothing is
    left to draw. No page exceeds Discord's limits."""
    party.world.equip(allowance=Allowance(at_once=100_000))
    await party.sit_down(seats)
    phases = set[str]()
    while (state := await party.state()).phase != "over":
        if state.phase == "usual" and state.turn >= seats and state.turn % (2 * seats - 1):
            await party.play_on(1)
            continue
        await party.world.deliver()
        phases.add(state.phase)
        turn = await party.next_turn()
        played = await party.play_by_panel(turn)
        assert read(played).text.startswith("Played.")
        assert await party.last_move() == castellan.move_text(turn)
    assert phases == {"usual", "last"}
    assert (await party.game()).status is Status.FINISHED
    assert beyond(party.world.env.http_requests) == []
    record = castellan.records.read_record(await party.world.table.games.record(party.game_id))
    assert len(record.players) == seats
    assert len(record.moves) == state.turn


async def test_a_turn_of_every_card_in_hand_is_typed_in_one_line(party: Party) -> None:
    """The turn is longer than the suggestions that Discord allows: nothing is suggested any longer,
    and what is typed is either played, or refused with the place of the mistake."""
    await party.sit_down()
    hand = castellan.view(await party.state(), 0).hand
    turn = long_turn(await party.state())
    text = castellan.move_text(turn)
    assert set(turn.cards) == set(hand or ())
    assert len(text) > LONGEST_COMPLETION
    for end in range(40, len(text), 20):
        await party.anna.autocomplete(party.world.channel, "castellan move", "move", text[:end])
    assert beyond(party.world.env.http_requests) == []
    wrong = text.replace(piece_text(turn.build[-1]), "s77,7E")
    assert "`sZZZL57E`" in read(await party.play(party.anna, wrong)).text
    unreadable = text.replace(piece_text(turn.build[-1]), "q1")
    assert "`q1`" in read(await party.play(party.anna, unreadable)).text
    assert "`n50n`" in read(await party.play(party.anna, "T1: tm50 n50n")).text
    assert "`1,0N`" in read(await party.play(party.anna, "T1: tm50 1,0N")).text
    assert (await party.state()).turn == 0
    played = await party.play(party.anna, text)
    assert read(played).text.startswith(f"Played: `{alias(text)}`")


async def test_the_next_game_is_asked_for_below_the_last_one(party: Party) -> None:
    await party.sit_down(4)
    for person in (party.anna, party.ben, party.dora):
        await party.act(person, Resign())
    await party.world.deliver()
    await party.carla.click(party.world.last_post, label="Rematch")
    await party.world.deliver()
    for person in (party.anna, party.ben, party.dora):
        await person.click(party.world.last_post, label="Accept")
        await party.world.deliver()
    game = await party.world.table.games.open_in(party.world.channel.id)
    assert game is not None
    assert {seat.name for seat in game.seats} == {"Anna", "Ben", "Carla", "Dora"}
    assert (game.status, game.ply) == (Status.RUNNING, 0)


async def test_a_panel_overtaken_on_another_device_is_updated(
    party: Party,
) -> None:
    await party.sit_down()
    turn = await party.next_turn()
    old = await party.choose(party.anna, await party.panel(party.anna), turn, BEGUN + 2)
    phone = await party.tap(party.anna, await party.panel(party.anna), "Start over")
    overtaken = await party.anna.click(old, label=take_back_label(old))
    assert "That was for an earlier position" in text_of(overtaken)
    assert read(phone).text in text_of(overtaken)
    assert (await party.state()).turn == 0


async def test_a_begun_turn_waits_until_the_position_changes(
    party: Party,
) -> None:
    """Even while the process is down."""
    await party.sit_down()
    turn = await party.next_turn()
    page = await party.choose(party.anna, await party.panel(party.anna), turn, BEGUN)
    await party.world.restart()
    assert read(await party.panel(party.anna)).text == read(page).text
    assert take_back_label(page)
    assert turn.cards[0] not in read(await party.panel(party.ben)).text
    await party.play(party.anna, castellan.move_text(turn))
    await party.play_on(2)
    await party.world.deliver()
    assert not any("Take back" in label for label in labels(await party.panel(party.anna)))


async def test_k13_a_removed_piece_is_offered_again(party: Party) -> None:
    """K13."""
    await party.sit_down()
    turn = await party.next_turn()
    before = await party.choose(party.anna, await party.panel(party.anna), turn, BEGUN)
    after = await party.choose(party.anna, await party.panel(party.anna), turn, BEGUN + 2)
    assert read(after).text != read(before).text
    while read(after).text != read(before).text:
        after = await party.take_back(party.anna, after)
    assert buttons(after).keys() == buttons(before).keys()


async def test_one_tap_takes_back_the_last_piece_by_its_name(party: Party) -> None:
    """K13. And so on to the first card."""
    await party.sit_down()
    turn = await party.next_turn()
    person = await party.to_act()
    pages = [page async for page in party.pages(person, turn)]
    page = pages[-1]
    last = turn.build[-1]
    assert take_back_label(page) == f"Take back {alias(place_text(last))}"
    while any("Take back" in label for label in labels(page)):
        before = read(page).text.splitlines()[0]
        page = await party.take_back(person, page)
        assert read(page).text.splitlines()[0] != before
    assert read(page).text == read(pages[0]).text


async def test_no_order_can_be_left(party: Party) -> None:
    await party.sit_down()
    waiting = answer_of(await party.ben.click(party.world.last_post, label="Play"))
    assert labels(waiting) == []


async def test_acting_out_of_turn_does_not_suggest_an_order(party: Party) -> None:
    await party.sit_down()
    channel = party.world.channel
    move = castellan.move_text(await party.next_turn())
    for answer in (
        await party.ben.slash(channel, "castellan hint"),
        await party.ben.slash(channel, "castellan move", now=True, move=move),
    ):
        text = texts(answer_of(answer))
        assert text.startswith("It is Anna's turn.")
        assert "order" not in text


async def test_everybody_sees_which_cards_are_left_of_each_player(party: Party) -> None:
    await party.sit_down()
    await party.play_on(2)
    await party.world.deliver()
    played = (await party.state()).played[0]
    page = read(answer_of(await party.dora.slash(party.world.channel, "castellan cards")))
    assert played
    assert "Anna" in page.alts[0]


async def test_spectators_predict_the_first_piece_and_its_place(party: Party) -> None:
    await party.sit_down()
    await party.play_on(4)
    await party.world.deliver()
    turn = await party.next_turn()
    first = turn.build[0]
    asked = await party.world.table.predictions.predictable(party.game_id, party.dora.id)
    place = castellan.parts(turn)[[name for name, _ in castellan.parts(turn)].index("place")]
    guess = [("kind", first.kind), place]
    assert [part.part for part in asked.questions.after(guess).walk.answered] == guess
    await party.world.table.predictions.predict(
        party.world.by(party.dora), party.game_id, (await party.game()).ply, 0, guess
    )
    await party.play(await party.to_act(), castellan.move_text(turn))
    assert "1 of 1 saw it coming: Dora" in read(party.world.last_post).text


async def test_the_others_play_on_when_somebody_resigns(party: Party) -> None:
    """K21."""
    await party.sit_down()
    await party.play_on(4)
    await party.world.deliver()
    leaving = await party.to_act()
    answer = answer_of(await leaving.slash(party.world.channel, "castellan resign"))
    await party.tap(leaving, answer, "Yes, resign")
    await party.world.deliver()
    posts = "\n".join(read(post).text for post in party.world.posts)
    assert "has left the game; the others play on." in posts
    assert await party.to_act() != leaving
    await party.play_on()
    await party.world.deliver()
    assert (await party.game()).status is Status.FINISHED


async def test_what_cannot_be_played_is_refused_with_what_can(party: Party) -> None:
    await party.sit_down()
    for typed in ["T9: t0,0", "T1 t0,0", "T1: t5,5", "nonsense"]:
        refused = await party.play(party.anna, typed)
        assert read(refused).text
        assert (await party.state()).turn == 0
