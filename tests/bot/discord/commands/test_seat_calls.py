"""Being called to open seats on Discord: by direct message, and only where one can see the
invitation."""

import discord
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.discord.seat_calls import SeatCaller
from bot.match.preferences import local_time
from bot.match.seat_calls import WantedCalls
from bot.process.clock import HOUR
from tests.bot.discord.kit.seen import parts
from tests.bot.discord.kit.trouble import direct
from tests.bot.discord.kit.world import World


async def look_for_players(friends: World) -> None:
    """Anna opens a game that anybody can join."""
    await friends.anna.slash(friends.channel, "castle new", time="2d", rated=True)
    await friends.deliver()


async def want(friends: World, *people: simcord.MemberActor) -> None:
    for person in people:
        await friends.table.people.prefer(person.id, {}, WantedCalls(friends.guild.id, ["castle"]))


def caller_of(friends: World) -> SeatCaller:
    return SeatCaller(friends.bot, friends.table.seat_calls, friends.clock)


async def may_see(friends: World, person: simcord.MemberActor, sees: bool) -> None:
    view = discord.Permissions(view_channel=True).value
    kind = {"allow": view} if sees else {"deny": view}
    overwrite = Overwrite(person.id, OverwriteType.MEMBER, **kind)
    friends.env.backend.set_overwrite(friends.channel.id, overwrite)
    await friends.env.settle()


async def test_a_call_leads_to_the_invitation(friends: World) -> None:
    await want(friends, friends.ben)
    await look_for_players(friends)
    invitation = friends.last_post
    await caller_of(friends).look()
    await friends.deliver()
    assert direct(friends.ben) == [
        f"**Anna** is looking for players in {friends.channel.mention}: "
        "*Carcassonne: The Castle*.\n"
        "1 seat is open to anybody.\n"
        "Rules: Official (the printed rules)\nTime: 2 days a turn\n"
        "It counts for the ratings.\n"
        "-# You asked to hear of open seats. `/table me` changes that."
    ]
    assert direct(friends.carla) == []
    message = friends.ben.user.dm_channel.history()[-1]
    links = [part["url"] for part in parts(message) if "url" in part]
    assert links == [invitation.jump_url]


async def test_who_cannot_see_the_channel_is_not_called(friends: World) -> None:
    await want(friends, friends.ben)
    await may_see(friends, friends.ben, False)
    await look_for_players(friends)
    caller = caller_of(friends)
    await caller.look()
    await friends.deliver()
    assert direct(friends.ben) == []
    await may_see(friends, friends.ben, True)
    friends.clock.turn(HOUR)
    await caller.look()
    await friends.deliver()
    assert len(direct(friends.ben)) == 1


async def test_a_seat_taken_meanwhile_calls_nobody(friends: World) -> None:
    await want(friends, friends.ben)
    await look_for_players(friends)
    await caller_of(friends).look()
    await friends.carla.click(friends.last_post, label="Join")
    await friends.deliver()
    assert direct(friends.ben) == []


async def test_a_call_that_is_late_stays_out_of_quiet_hours(friends: World) -> None:
    await want(friends, friends.ben)
    await look_for_players(friends)
    await caller_of(friends).look()
    hour = local_time("UTC", friends.clock()).hour
    await friends.table.people.prefer(friends.ben.id, {"quiet": f"{hour}-{(hour + 2) % 24}"})
    await friends.deliver()
    assert direct(friends.ben) == []


async def test_a_call_that_cannot_be_delivered_is_forgotten(friends: World) -> None:
    await want(friends, friends.ben)
    await look_for_players(friends)
    await caller_of(friends).look()
    friends.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    await friends.deliver()
    assert await friends.table.people.missed_notes(friends.ben.id) == []
