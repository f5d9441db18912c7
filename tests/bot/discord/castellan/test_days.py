"""Castellan over days: agreements, time, moderators, a live board, and records to take away."""

from typing import Any

import simcord

from bot.match.actions import Propose
from bot.match.game import Status
from bot.match.rules import replay_to_end
from bot.match.time_limits import read_limit
from bot.process.clock import DAY
from bot.table.housekeeping import Timers
from engine.castellan.rules import castellan
from engine.castellan.state import hand
from tests.bot.discord.castellan.table import Party
from tests.bot.discord.kit.seen import answer_of, menus, read
from tests.bot.discord.kit.trouble import text_of
from tests.bot.discord.kit.world import labels, texts


async def begin(party: Party, turns: int = 4, **asked: Any) -> None:
    await party.sit_down(**asked)
    await party.play_on(turns)
    await party.world.deliver()


async def pass_time(party: Party, days: int) -> None:
    party.world.clock.turn(days * DAY)
    await Timers(party.world.database, party.world.table, party.world.clock).look()
    await party.world.deliver()


async def agree(party: Party, label: str, asked: simcord.MemberActor) -> None:
    """Everybody but the one who asked says yes."""
    for person in party.everybody[:3]:
        if person != asked:
            await person.click(party.world.last_post, label=label)
    await party.world.deliver()


async def test_a_turn_with_a_drawn_card_needs_everybody_to_undo(party: Party) -> None:
    await begin(party, 3)
    before = await party.state()
    turn = await party.next_turn()
    anna = await party.to_act()
    await party.play_by_panel(turn)
    assert (await party.state()).turn == before.turn + 1
    await anna.slash(party.world.channel, "castellan undo")
    await party.world.deliver()
    await agree(party, "Allow take-back", anna)
    assert await party.state() == before
    assert await party.to_act() == anna


async def test_a_game_is_resumed_with_the_turn_that_was_begun(party: Party) -> None:
    await begin(party)
    person = await party.to_act()
    turn = await party.next_turn()
    await party.choose(person, await party.panel(person), turn, 2)
    await party.act(person, Propose("adjourn"))
    await party.world.deliver()
    await agree(party, "Adjourn", person)
    assert (await party.game()).pause == "adjourned"
    await person.click(party.world.last_post, label="Resume the game")
    await party.world.deliver()
    assert "Start over" in labels(await party.panel(person))


async def test_a_game_ends_without_a_winner_when_all_agree(party: Party) -> None:
    await begin(party)
    asked = await party.to_act()
    await party.act(asked, Propose("end"))
    await party.world.deliver()
    await agree(party, "End the game", asked)
    assert (await party.game()).status is Status.AGREED


async def test_the_others_play_on_without_whoever_is_out_of_time(party: Party) -> None:
    await begin(party, time_limit=read_limit("2d"))
    late = await party.to_act()
    await pass_time(party, 3)
    other = next(person for person in party.everybody[:3] if person != late)
    await other.click(party.world.last_post, label="Play on without them")
    await party.world.deliver()
    assert await party.to_act() != late
    assert (await party.game()).status is Status.RUNNING


async def test_a_reminder_names_no_card(party: Party) -> None:
    await begin(party)
    cards = hand(await party.state(), (await party.game()).to_act or 0)
    requests = len(party.world.env.http_requests)
    await pass_time(party, 2)
    sent = str([request.json for request in party.world.env.http_requests[requests:]])
    assert sent != "[]"
    assert not any(f'"{card}"' in sent or f" {card} " in sent for card in cards)


async def test_a_seat_is_handed_over_with_its_hand(party: Party, mona: simcord.MemberActor) -> None:
    """The former player can no longer see it."""
    await begin(party)
    former = await party.to_act()
    cards = hand(await party.state(), (await party.game()).to_act or 0)
    answer = await mona.slash(party.world.channel, "table-admin seat", player=former, to=party.dora)
    await party.world.deliver()
    assert text_of(answer).startswith("Dora plays in")
    page = read(await party.panel(party.dora))
    assert any(card in " ".join((page.text, *page.alts)) for card in cards)
    refused = answer_of(await former.click(party.world.last_post, label="Play"))
    assert "Only the players of this game can do that." in texts(refused)
    sealed = answer_of(await former.click(party.world.last_post, label="Predict"))
    assert "predictions are for those who never did" in texts(sealed)
    assert not menus(sealed)


async def test_a_moderator_pauses_and_ends_a_game(party: Party, mona: simcord.MemberActor) -> None:
    await begin(party)
    await mona.slash(party.world.channel, "table-admin pause")
    await party.world.deliver()
    assert texts(party.world.last_post).startswith("**Mona** has paused the game.")
    person = await party.to_act()
    refused = await person.slash(party.world.channel, "castellan play")
    assert text_of(refused).startswith("A moderator has paused the game")
    await mona.slash(party.world.channel, "table-admin resume")
    await party.world.deliver()
    assert labels(party.world.last_post)[0] == "Play"


async def test_a_live_board_shows_what_spectators_see(
    party: Party, mona: simcord.MemberActor
) -> None:
    await begin(party)
    await mona.slash(party.world.channel, "table-admin settings", live="on")
    await party.play_by_panel(await party.next_turn())
    await party.world.deliver()
    live, board = [post for post in party.world.posts if post.attachments][-2:]
    alt_texts = {read(post).alts for post in (live, board)}
    assert len(alt_texts) == 1


async def test_the_record_of_a_game_is_exported_and_shown_elsewhere(party: Party) -> None:
    await begin(party, 100)
    game = await party.game()
    assert game.status is Status.FINISHED
    taken = answer_of(await party.dora.slash(party.world.channel, "table export"))
    [file] = taken.message.attachments
    record = await file.read()
    state, _ = replay_to_end(castellan, castellan.records.read_record(record.decode()))
    assert castellan.scores(state) == castellan.scores(await party.state())
    channel = party.world.guild.create_text_channel("elsewhere")
    answer = await party.dora.slash(channel, "castellan replay", record=("game.json", record))
    assert text_of(answer) == f"A game of {game.ply} moves."
    assert read(answer_of(answer)).files == ("final.png", "replay.gif")
