"""Drafts: the beginning of a player's move."""

from asyncio import gather
from dataclasses import replace
from typing import Any

import pytest

from bot.host.running import _cleaner
from bot.match.actions import Answer, Draft, HandOver, Resign, Undo
from bot.match.errors import StaleMove, Why
from bot.process.clock import HOUR
from bot.store.orders import load_draft, save_draft
from bot.table.housekeeping import KEEP_FOR
from bot.table.positions import Position
from bot.table.saving import Saver
from tests.bot.kit import ANNA, BEN, CARLA, NOON, OTHER_CHANNEL, Seated, by, refusal_of

CHOSEN = ("E5", "r1")


async def position(seated: Seated, game_id: int, user: int = ANNA) -> Position:
    return await seated.table.games.position(game_id, user)


async def draft_of(seated: Seated, current: Position) -> tuple[str, ...]:
    return (await seated.table.drafts.of(current)).chosen


async def test_a_draft_is_found_by_its_player_alone(seated: Seated) -> None:
    game = await seated.start()
    current = await position(seated, game.id)
    assert await draft_of(seated, current) == ()
    await seated.table.drafts.keep(current, CHOSEN)
    assert await draft_of(seated, current) == CHOSEN
    for other in (BEN, CARLA):
        assert await draft_of(seated, await position(seated, game.id, other)) == ()


async def test_a_later_draft_takes_the_place_of_the_one_before(seated: Seated) -> None:
    game = await seated.start()
    current = await position(seated, game.id, BEN)
    await seated.table.drafts.keep(current, CHOSEN)
    supposing = replace(current, supposed_kind="bend-1")
    await seated.table.drafts.keep(supposing, ("E6",))
    assert await draft_of(seated, current) == ()
    assert await draft_of(seated, supposing) == ("E6",)


async def test_whoever_begins_anew_has_no_draft(seated: Seated) -> None:
    game = await seated.start()
    current = await position(seated, game.id)
    await seated.table.drafts.forget(current)
    await seated.table.drafts.keep(current, CHOSEN)
    await seated.table.drafts.forget(current)
    assert await draft_of(seated, current) == ()


async def test_a_draft_is_of_one_position(seated: Seated) -> None:
    """The same ply on another branch is a different position."""
    game = await seated.start()
    current = await position(seated, game.id)
    await seated.table.drafts.keep(current, CHOSEN)
    await seated.play(game.id)
    assert await draft_of(seated, await position(seated, game.id)) == ()
    await seated.act(ANNA, game.id, Undo())
    assert await draft_of(seated, await position(seated, game.id)) == ()


async def test_nothing_is_kept_of_a_position_that_is_gone(seated: Seated) -> None:
    game = await seated.start()
    current = await position(seated, game.id)
    await seated.play(game.id)
    with pytest.raises(StaleMove):
        await seated.table.drafts.keep(current, CHOSEN)


async def test_nothing_is_kept_for_a_seat_that_was_handed_over(seated: Seated) -> None:
    game = await seated.start()
    current = await position(seated, game.id)
    moderator = by(BEN, rights=("end",))
    await seated.table.act(moderator, game.id, HandOver(ANNA, CARLA, "Carla"))
    with pytest.raises(StaleMove):
        await seated.table.drafts.keep(current, CHOSEN)
    assert await draft_of(seated, await position(seated, game.id, CARLA)) == ()


async def test_nothing_is_kept_for_a_game_that_is_over(seated: Seated) -> None:
    """Somebody resigns in the position in which a move was begun."""
    game = await seated.start()
    seen = await position(seated, game.id)
    await seated.act(BEN, game.id, Resign())
    assert (await refusal_of(seated.table.drafts.keep(seen, CHOSEN))).why is Why.WRONG_STATUS
    assert await draft_of(seated, seen) == ()


async def test_the_end_drops_what_was_begun_while_it_was_decided(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As another process may do on a server."""
    game = await seated.start()
    seen = await position(seated, game.id)
    save = Saver.save

    async def begin_and_save(saver: Saver, *decided: Any) -> Answer:
        await save_draft(saver.connection, game, 0, "", CHOSEN, now=NOON)
        return await save(saver, *decided)

    monkeypatch.setattr(Saver, "save", begin_and_save)
    await seated.act(BEN, game.id, Resign())
    assert await draft_of(seated, seen) == ()


async def test_what_was_left_in_a_game_that_is_over_is_removed_in_time(seated: Seated) -> None:
    over = await seated.start()
    running = await seated.start(OTHER_CHANNEL)
    await seated.act(BEN, over.id, Resign())
    await seated.table.look_after(over.id)
    for game in (over, running):
        for seat in (0, 1):
            await seated.database.write(save_draft, game, seat, "", CHOSEN, now=NOON)
    seated.clock.turn(KEEP_FOR + HOUR)
    await _cleaner(seated.database, seated.clock, sparingly=False)._run_round()
    for seat in (0, 1):
        assert await seated.database.read(load_draft, over, seat, "") == Draft()
        assert (await seated.database.read(load_draft, running, seat, "")).chosen == CHOSEN


async def test_what_is_kept_again_has_the_same_revision(seated: Seated) -> None:
    drafts = seated.table.drafts
    current = await position(seated, (await seated.start()).id)
    first = await drafts.keep(current, CHOSEN)
    assert await drafts.keep(current, CHOSEN, await drafts.of(current)) == first
    assert await drafts.of(current) == Draft(CHOSEN, first)
    second = await drafts.keep(current, ("E6",), await drafts.of(current))
    assert second > first
    assert await drafts.of(current) == Draft(("E6",), second)


async def test_no_revision_comes_twice_in_a_position(seated: Seated) -> None:
    """Not even for what is begun anew, or after the seat was somebody else's."""
    drafts = seated.table.drafts
    game = await seated.start()
    current = await position(seated, game.id)
    seen = [await drafts.keep(current, CHOSEN)]
    await drafts.forget(current)
    seen.append(await drafts.keep(current, CHOSEN))
    seen.append(await drafts.keep(replace(current, supposed_kind="bend-1"), CHOSEN))
    for before, after, name in ((ANNA, CARLA, "Carla"), (CARLA, ANNA, "Anna")):
        moderator = by(BEN, rights=("end",))
        await seated.table.act(moderator, game.id, HandOver(before, after, name))
        seen.append(await drafts.keep(await position(seated, game.id, after), CHOSEN))
    assert seen == sorted(set(seen))


async def test_two_devices_do_not_overwrite_each_other(seated: Seated) -> None:
    """Both go on from the same draft: one is told that it has moved on."""
    drafts = seated.table.drafts
    current = await position(seated, (await seated.start()).id)
    await drafts.keep(current, CHOSEN)
    seen = await drafts.of(current)
    ways = ((*CHOSEN, "none"), (*CHOSEN, "herald@N"))
    ended = await gather(*(drafts.keep(current, way, seen) for way in ways), return_exceptions=True)
    [revision] = [end for end in ended if isinstance(end, int)]
    [stale] = [end for end in ended if isinstance(end, BaseException)]
    assert isinstance(stale, StaleMove)
    assert await drafts.of(current) == Draft(ways[ended.index(revision)], revision)


async def test_nobody_has_begun_what_somebody_else_has_just_begun(seated: Seated) -> None:
    drafts = seated.table.drafts
    current = await position(seated, (await seated.start()).id)
    nothing = await drafts.of(current)
    await drafts.keep(current, CHOSEN)
    with pytest.raises(StaleMove):
        await drafts.keep(current, ("E6",), nothing)
    assert await draft_of(seated, current) == CHOSEN
