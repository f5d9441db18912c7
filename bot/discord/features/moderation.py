"""Commands for moderators: what a channel allows, and what the players of a game cannot do."""

from dataclasses import asdict

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visibility import can_see_channel
from bot.discord.answering.visit import Visit
from bot.discord.features.context import TypedText, command, fixed_choices, last_game, text
from bot.discord.features.preference_form import parse_typed
from bot.discord.features.preferences import suggest_zones
from bot.discord.pages.page import page
from bot.discord.pages.wording import channel_mention, escape
from bot.locale import Words, languages
from bot.match.actions import Actor, Halt, HandOver, Resume, Stop, Withdraw
from bot.match.game import Game, Status
from bot.match.permissions import must_have
from bot.match.preferences import local_time, parse_zone
from bot.process.clock import Millis
from bot.table.channels import DIGESTS, POSSIBLE, SWITCHED, VALUES

# The settings whose values are not about who may do something, and are named differently.
NAMED = ("language", "live", "posts", "threads")
OFF, *HOURS = DIGESTS


@command("moderation")
@app_commands.autocomplete(zone=suggest_zones)
@app_commands.choices(
    **{right: fixed_choices("who", who) for right, who in POSSIBLE.items()},
    language=fixed_choices("language", languages()),
    live=fixed_choices("live", SWITCHED),
    posts=fixed_choices("posts", VALUES["posts"]),
    threads=fixed_choices("threads", VALUES["threads"]),
    digest=[
        Choice(name=text("digest.off"), value=OFF),
        *(Choice(name=f"{hour}:00", value=hour) for hour in HOURS),
    ],
)
async def settings(
    visit: Visit,
    start: str | None = None,
    cancel: str | None = None,
    end: str | None = None,
    *,
    league: str | None = None,
    language: str | None = None,
    live: str | None = None,
    posts: str | None = None,
    threads: str | None = None,
    digest: str | None = None,
    zone: TypedText | None = None,
) -> None:
    if not visit.moderates():
        raise Mistake("settings.refused")
    channel = visit.parent_id or visit.channel_id
    values = {"start": start, "cancel": cancel, "end": end, "league": league}
    values |= {"language": language, "live": live, "posts": posts, "threads": threads}
    values |= {"digest": digest, "zone": zone and parse_typed(parse_zone, zone, "me.bad_zone")}
    changes = {name: value for name, value in values.items() if value is not None}
    channel_settings = await visit.table.channels.settings(channel)
    if changes:
        channel_settings = await visit.table.channels.set(visit.guild_id, channel, changes)
    words = visit.words
    lines = [visit.words("settings.head")]
    for name, value in asdict(channel_settings).items():
        label = _value_text(words, name, value, visit.table.clock())
        lines.append(words("settings.line", name=words(f"settings.{name}"), value=label))
    await visit.show(page("\n".join(lines)))


def _value_text(words: Words, name: str, value: str, now: Millis) -> str:
    match name:
        case "digest":
            return words("digest.off") if value == OFF else words("digest.at", hour=value)
        case "zone":
            return words("digest.zone", zone=value, time=f"{local_time(value, now):%H:%M}")
        case _:
            return words(f"{name if name in NAMED else 'who'}.{value}")


@command("moderation")
async def end(visit: Visit) -> None:
    await stop_game(visit, await last_game(visit))


async def stop_game(visit: Visit, game: Game) -> None:
    """Stop a game, for people with the right to do so."""
    by = await visit.with_rights(game)
    await visit.table.act(by, game.id, Withdraw() if game.status is Status.LOBBY else Stop())
    await visit.say("done.stopped")


@command("moderation")
async def pause(visit: Visit) -> None:
    game, by = await _game_to_moderate(visit)
    await visit.table.act(by, game.id, Halt())
    await visit.say("done.halted")


@command("moderation")
async def resume(visit: Visit) -> None:
    game, by = await _game_to_moderate(visit)
    await visit.table.act(by, game.id, Resume(visit.channel_id, visit.parent_id))
    await visit.say("done.resumed")


@command("moderation")
async def seat(visit: Visit, player: discord.User, to: discord.Member) -> None:
    """Give the seat to a member who sees the game; its old player may have left the server."""
    if to.bot:
        raise Mistake("seat.no_bot")
    game, by = await _game_to_moderate(visit)
    name = escape(to.display_name)
    if not await can_see_channel(to.guild, to, game.channel_id, game.parent_id):
        raise Mistake("seat.unseen", who=name)
    await visit.table.act(by, game.id, HandOver(player.id, to.id, to.display_name))
    await visit.say("done.handed_over", who=name, place=channel_mention(game))


async def _game_to_moderate(visit: Visit) -> tuple[Game, Actor]:
    """Find this channel's game, and this person's rights in it, if they may end it."""
    game = await last_game(visit)
    by = await visit.with_rights(game)
    must_have(by, "end")
    return game, by
