"""Notes to oneself about a game: their owner alone reads them, until they open them at the end."""

import pytest

from bot.match import own_notes
from bot.match.actions import Accept, Resign, Undo
from bot.match.errors import Refused, StaleMove, Why
from bot.match.game import Game
from bot.match.own_notes import LONGEST_NOTE, latest_note
from tests.bot.kit import ANNA, BEN, CARLA, Seated, refusal_of


@pytest.fixture
async def game(seated: Seated) -> Game:
    """Two moves have been played; Anna has noted something at each position, Ben at one."""
    game = await seated.start()
    for _ in range(2):
        await seated.play(game.id)
    write = seated.table.own_notes.write
    await write(game.id, ANNA, 1, "Close the tower.")
    await write(game.id, ANNA, 2, "He wants the court.")
    await write(game.id, BEN, 2, "Hide the court.")
    return await seated.table.games.get(game.id)


async def read(seated: Seated, game: Game, user_id: int) -> list[tuple[int, str]]:
    now = await seated.table.games.get(game.id)
    return [(note.ply, note.text) for note in await seated.table.own_notes.of(now, user_id)]


async def over(seated: Seated, game: Game) -> None:
    await seated.act(ANNA, game.id, Resign())


async def test_a_note_is_read_by_its_owner_alone(seated: Seated, game: Game) -> None:
    assert await read(seated, game, ANNA) == [(1, "Close the tower."), (2, "He wants the court.")]
    assert await read(seated, game, BEN) == [(2, "Hide the court.")]
    assert await read(seated, game, CARLA) == []
    await over(seated, game)
    assert await read(seated, game, BEN) == [(2, "Hide the court.")]


async def test_opened_notes_are_read_by_all_when_it_is_over(seated: Seated, game: Game) -> None:
    await over(seated, game)
    await seated.table.own_notes.open(game.id, ANNA)
    assert len(await read(seated, game, CARLA)) == 2
    assert len(await read(seated, game, BEN)) == 3
    await seated.table.own_notes.open(game.id, ANNA, False)
    assert await read(seated, game, CARLA) == []


async def test_notes_of_a_running_game_stay_closed(seated: Seated, game: Game) -> None:
    assert (await refusal_of(seated.table.own_notes.open(game.id, ANNA))).why is Why.WRONG_STATUS
    assert await read(seated, game, CARLA) == []


async def test_who_opened_their_notes_opens_the_next_too(seated: Seated, game: Game) -> None:
    await over(seated, game)
    await seated.table.own_notes.open(game.id, ANNA)
    await seated.table.own_notes.write(game.id, ANNA, 0, "A bad start.")
    assert (0, "A bad start.") in await read(seated, game, CARLA)


async def test_a_note_replaces_the_one_before(seated: Seated, game: Game) -> None:
    write = seated.table.own_notes.write
    await write(game.id, ANNA, 1, f"  {'x' * (LONGEST_NOTE + 1)}")
    await write(game.id, ANNA, 2, " ")
    assert await read(seated, game, ANNA) == [(1, LONGEST_NOTE * "x")]


async def test_a_note_stays_when_its_move_is_taken_back(seated: Seated, game: Game) -> None:
    await seated.act(BEN, game.id, Undo())
    now = await seated.table.games.get(game.id)
    if now.ply == game.ply:
        await seated.act(ANNA, game.id, Accept("undo", now.ply))
    assert (2, "He wants the court.") in await read(seated, game, ANNA)
    with pytest.raises(StaleMove):
        await seated.table.own_notes.write(game.id, ANNA, 2, "Too late.")


async def test_a_lobby_has_nothing_to_note(seated: Seated) -> None:
    game_id = await seated.open()
    assert (
        await refusal_of(seated.table.own_notes.write(game_id, ANNA, 0, "x"))
    ).why is Why.WRONG_STATUS


async def test_the_latest_note_is_of_this_position_or_before(seated: Seated, game: Game) -> None:
    notes = await seated.table.own_notes.of(game, ANNA)
    latest = [latest_note(notes, ANNA, ply) for ply in range(4)]
    assert [note and note.ply for note in latest] == [None, 1, 2, 2]


async def test_the_notes_of_one_person_about_one_game_are_bounded(
    seated: Seated, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_notes, "MOST_NOTES", 2)
    write = seated.table.own_notes.write
    with pytest.raises(Refused) as refused:
        await write(game.id, ANNA, 0, "One more.")
    assert (refused.value.why, refused.value.facts) == (Why.TOO_MANY_NOTES, {"most": 2})
    await write(game.id, BEN, 0, "Mine are counted by themselves.")
    await write(game.id, ANNA, 2, "In place of another.")
    await write(game.id, ANNA, 0, " ")
    await write(game.id, ANNA, 1, "")
    await write(game.id, ANNA, 0, "There is room again.")
    kept = [(0, "There is room again."), (2, "In place of another.")]
    assert await read(seated, game, ANNA) == kept


async def test_who_has_more_notes_from_earlier_can_change_them(
    seated: Seated, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_notes, "MOST_NOTES", 1)
    await seated.table.own_notes.write(game.id, ANNA, 2, "Changed.")
    assert (2, "Changed.") in await read(seated, game, ANNA)
