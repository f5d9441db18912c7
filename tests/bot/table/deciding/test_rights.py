"""What somebody may do in a channel apart from playing, and how a channel decides who may."""

from dataclasses import asdict
from typing import Any

import pytest

from bot.host.data.verify import verify
from bot.match.actions import Done, Join, NewGame, Rematch, Resign, Right, Stop, Withdraw
from bot.match.errors import Refused, Why
from bot.match.game import Status
from bot.store.people import set_channel, settings_of
from bot.table.channels import ChannelSettings, rights
from bot.table.delivery import Delivery
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    CHANNEL,
    GUILD,
    OTHER_CHANNEL,
    FakePoster,
    Seated,
    by,
    pauses_of,
    refusal_of,
)

SETTINGS: dict[str, dict[str, Any]] = {
    "as it comes": {},
    "strict": {"start": "moderators", "cancel": "moderators"},
    "free": {"cancel": "everyone", "end": "everyone"},
    "among players": {"end": "players"},
}
GIVEN: dict[tuple[str, str], set[Right]] = {
    ("as it comes", "stranger"): {"start", "league"},
    ("as it comes", "player"): {"start", "league", "cancel"},
    ("strict", "stranger"): {"league"},
    ("strict", "player"): {"league"},
    ("free", "stranger"): {"start", "league", "cancel", "end"},
    ("free", "player"): {"start", "league", "cancel", "end"},
    ("among players", "stranger"): {"start", "league"},
    ("among players", "player"): {"start", "league", "cancel", "end"},
}


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("who", ["stranger", "player"])
def test_channels_grant_rights_to_everyone_players_or_moderators(settings: str, who: str) -> None:
    granted = rights(ChannelSettings(**SETTINGS[settings]), False, who == "player")
    assert granted == GIVEN[settings, who]


@pytest.mark.parametrize("settings", SETTINGS.values())
@pytest.mark.parametrize("player", [False, True])
def test_a_moderator_may_do_everything(settings: dict[str, Any], player: bool) -> None:
    everything = {"start", "cancel", "end", "league"}
    assert rights(ChannelSettings(**settings), True, player) == everything


@pytest.mark.parametrize("wrong", [{"start": "players"}, {"end": "nobody"}, {"cancel": ""}])
def test_a_right_that_nobody_could_have_cannot_be_set(wrong: dict[str, Any]) -> None:
    (right,) = wrong
    with pytest.raises(ValueError, match=f"{right}: expected everyone, "):
        ChannelSettings(**wrong)


async def test_channel_settings_do_not_affect_other_channels(seated: Seated) -> None:
    assert await seated.table.channels.settings(CHANNEL) == ChannelSettings()
    for settings in (
        ChannelSettings("moderators", "everyone", "players", language="de"),
        ChannelSettings(end="everyone"),
    ):
        await seated.table.channels.set(GUILD, CHANNEL, asdict(settings))
        assert await seated.table.channels.settings(CHANNEL) == settings
    assert await seated.table.channels.settings(OTHER_CHANNEL) == ChannelSettings()


async def test_what_is_stored_of_a_channel_besides_is_left_alone(seated: Seated) -> None:
    async with seated.database.writing() as connection:
        stored = {"preset": "site", "start": "players", "end": "nobody", "cancel": "everyone"}
        await set_channel(connection, GUILD, CHANNEL, stored, 1)
    settings = await seated.table.channels.settings(CHANNEL)
    assert settings == ChannelSettings(cancel="everyone")
    await seated.table.channels.set(GUILD, CHANNEL, asdict(settings))
    async with seated.database.reading() as connection:
        assert (await settings_of(connection, CHANNEL))["preset"] == "site"


# What needs a right.


async def test_only_who_may_start_games_opens_one(seated: Seated) -> None:
    asked = NewGame("castle", GUILD, CHANNEL)
    with pytest.raises(Refused) as refused:
        await seated.table.open(by(ANNA, rights=("cancel", "end")), asked)
    assert (refused.value.why, refused.value.facts) == (Why.NOT_ALLOWED, {"right": "start"})
    assert await seated.table.games.open_in(CHANNEL) is None


async def test_a_repeated_opening_click_is_answered_without_the_right(
    seated: Seated,
) -> None:
    asked = NewGame("castle", GUILD, CHANNEL)
    answer = await seated.table.open(by(ANNA, "click"), asked)
    assert await seated.table.open(by(ANNA, "click", rights=()), asked) == answer


async def test_starting_a_rematch_needs_the_right_and_joining_does_not(seated: Seated) -> None:
    game = await seated.start()
    await seated.act(ANNA, game.id, Resign())
    with pytest.raises(Refused) as refused:
        await seated.table.act(by(ANNA, rights=()), game.id, Rematch(CHANNEL))
    assert (refused.value.why, refused.value.facts) == (Why.NOT_ALLOWED, {"right": "start"})
    await seated.act(ANNA, game.id, Rematch(CHANNEL))
    joined = await seated.table.act(by(BEN, rights=()), game.id, Rematch(CHANNEL))
    assert joined.done is Done.STARTED


async def test_a_lobby_of_somebody_else_is_cancelled_by_right(seated: Seated) -> None:
    game_id = await seated.open()
    assert (await refusal_of(seated.act(CARLA, game_id, Withdraw()))).why is Why.NOT_THE_OPENER
    await seated.table.act(by(CARLA, rights=("cancel",)), game_id, Withdraw())
    assert (await seated.table.games.get(game_id)).status is Status.CANCELLED


async def test_a_game_is_stopped_by_right_and_its_seed_revealed(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.play(game.id, 3)
    answer = await seated.table.act(by(CARLA, rights=("end",)), game.id, Stop())
    assert (answer.done, answer.ply) == (Done.STOPPED, 3)
    stopped = await seated.table.games.get(game.id)
    assert (stopped.status, stopped.winners) == (Status.ABANDONED, ())
    await outbox.drain()
    (*_, (place, notice, _)) = poster.posted
    assert (place, poster.kinds(CHANNEL)[-1]) == (CHANNEL, "stopped")
    assert set(notice.facts) == {"seed", "commitment", "by", "by_id"}  # type: ignore[union-attr]
    assert (notice.seat, notice.mention) == (None, (ANNA, BEN))  # type: ignore[union-attr]
    assert [line async for line in verify(seated.database)] == []


async def test_stopping_a_paused_game_notifies_both_players_directly(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await outbox.drain()
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
    await seated.table.act(by(CARLA, rights=("end",)), game.id, Stop())
    await outbox.drain()
    assert poster.kinds(ANNA) == poster.kinds(BEN) == ["paused", "stopped"]


async def test_a_lobby_cannot_be_stopped(seated: Seated) -> None:
    game_id = await seated.open()
    await seated.act(BEN, await seated.open(OTHER_CHANNEL), Join())
    assert (
        await refusal_of(seated.table.act(by(ANNA, rights=("end",)), game_id, Stop()))
    ).why is Why.WRONG_STATUS
