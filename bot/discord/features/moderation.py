"""Commands for moderators: what a channel allows, and what the players of a game cannot do."""

from dataclasses import asdict

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visibility import can_see_channel, is_seen_by_all
from bot.discord.answering.visit import Visit
from bot.discord.features.context import (
    TypedText,
    button,
    command,
    fixed_choices,
    last_game,
    text,
)
from bot.discord.features.preference_form import parse_typed
from bot.discord.features.preferences import suggest_zones
from bot.discord.pages.page import PageButton, Target, page
from bot.discord.pages.wording import channel_mention, escape
from bot.locale import Words, languages
from bot.match.actions import Actor, Halt, HandOver, Resume, Stop, Withdraw
from bot.match.game import Game, Status
from bot.match.permissions import must_have
from bot.match.preferences import local_time, parse_zone
from bot.process.clock import Millis
from bot.table.channels import DIGESTS, POSSIBLE, SWITCHED, VALUES

# The settings whose values are not about who may do something, and are named differently.
NAMED = ("language", "live", "posts", "threads", "page")
# What is said with another setting.
UNNAMED = ("page_of_hidden",)
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
    pages=fixed_choices("page", VALUES["page"]),
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
    pages: str | None = None,
) -> None:
    _must_moderate(visit)
    if pages not in (None, "off") and visit.desk.address is None:
        raise Mistake("settings.no_pages")
    if digest not in (None, OFF) and _is_in_forum(visit):
        raise Mistake("settings.no_digest")
    values = {"start": start, "cancel": cancel, "end": end, "league": league}
    values |= {"language": language, "live": live, "posts": posts, "threads": threads}
    values |= {"digest": digest, "zone": zone and parse_typed(parse_zone, zone, "me.bad_zone")}
    changes = {name: value for name, value in values.items() if value is not None}
    if changes:
        channel = visit.parent_id or visit.channel_id
        await visit.table.channels.set(visit.guild_id, channel, changes)
    if pages is not None and not await _set_pages(visit, pages):
        publish = PageButton("publish", Target(rest=pages), visit.words("button.publish"), "danger")
        await visit.show(page(visit.words("settings.hidden"), [publish]))
        return
    await _show_settings(visit)


async def _show_settings(visit: Visit) -> None:
    words = visit.words
    pages = visit.table.game_pages
    settings_here = await pages.settings_in(visit.channel_id, visit.parent_id)
    lines = [words("settings.head")]
    for name, value in asdict(settings_here).items():
        if name not in UNNAMED:
            label = _value_text(words, name, value, visit.table.clock())
            lines.append(words("settings.line", name=words(f"settings.{name}"), value=label))
    await visit.show(page("\n".join(lines)))


def _is_in_forum(visit: Visit) -> bool:
    """Check whether this is a thread of a forum, in which nothing stands beside the threads."""
    thread = visit.interaction.channel
    return isinstance(thread, discord.Thread) and isinstance(thread.parent, discord.ForumChannel)


def _value_text(words: Words, name: str, value: str, now: Millis) -> str:
    match name:
        case "digest":
            return words("digest.off") if value == OFF else words("digest.at", hour=value)
        case "zone":
            return words("digest.zone", zone=value, time=f"{local_time(value, now):%H:%M}")
        case _:
            return words(f"{name if name in NAMED else 'who'}.{value}")


async def _set_pages(visit: Visit, pages: str, *, confirmed: bool = False) -> bool:
    """Set whether games have web pages here; in a private thread for it alone. Where not everybody
    in the server sees the channel, nothing is set without a confirmation, and False returned."""
    guild = visit.interaction.guild
    channel = visit.interaction.channel
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    place = visit.channel_id if is_private else visit.parent_id or visit.channel_id
    is_public = await is_seen_by_all(guild, visit.channel_id, visit.parent_id)
    needs_yes = pages != "off" and not is_public
    if needs_yes and not confirmed:
        return False
    changes = {"page": pages, "page_of_hidden": "on" if needs_yes else "off"}
    await visit.table.channels.set(visit.guild_id, place, changes)
    return True


@button("publish")
async def publish(visit: Visit, target: Target) -> None:
    """Give games web pages where not everybody sees the channel."""
    _must_moderate(visit)
    if target.rest not in VALUES["page"] or visit.desk.address is None:
        raise Mistake("refused.unknown_button")
    await _set_pages(visit, target.rest, confirmed=True)
    await _show_settings(visit)


@command("moderation")
async def readdress(visit: Visit) -> None:
    """Have the addresses of this channel's web pages lead nowhere; later posts have new ones."""
    _must_moderate(visit)
    await visit.table.game_pages.close_in(visit.parent_id or visit.channel_id)
    await visit.say("settings.renewed")


def _must_moderate(visit: Visit) -> None:
    if not visit.moderates():
        raise Mistake("settings.refused")


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
