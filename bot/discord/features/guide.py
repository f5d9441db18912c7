"""Guide to the bot: the welcome, and a short page for each situation, from a menu."""

import logging
from collections.abc import Mapping

import discord
from discord import app_commands

from bot import VERSION
from bot.discord.answering.desk import Desk
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.files import files_of
from bot.discord.answering.sending import send_page
from bot.discord.answering.visit import UNREACHED, Visit
from bot.discord.features.context import button, command, fixed_choices, shareable
from bot.discord.features.learning import learn_buttons
from bot.discord.features.new_game import new_game_buttons
from bot.discord.features.opening import solo_buttons
from bot.discord.features.puzzles import puzzle_buttons
from bot.discord.features.rulebook import SHOWCASE, beginner_buttons
from bot.discord.pages.page import (
    Page,
    PageButton,
    PageMenu,
    PagePart,
    Target,
    page,
    without_pictures,
)
from bot.games.face import AnyFace
from bot.locale import Words, words_of
from bot.match.computers import has_computers
from bot.match.game import ENDED, Game, Status, Timeouts
from bot.match.permissions import MOST_ORDERS
from bot.match.predictions import FIRST, MORE
from bot.match.rules import rules_of
from bot.process.worker_processes import WorkerEnded
from bot.table.tutorials import exercises_of

log = logging.getLogger(__name__)

# Required for the welcome.
NEEDED = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
SITUATIONS = ("start", "turn", "wait", "change", "watch", "after", "records", "league", "moderate")


def welcome_page(words: Words, faces: Mapping[str, AnyFace], timeouts: Timeouts) -> Page:
    """Show the looks of the games and how to begin, for a place in which nobody has played yet."""
    parts: list[PagePart] = [words("welcome.text")]
    for kind, face in faces.items():
        parts.append(words("welcome.game", game=words(f"{kind}.name")))
        parts += [face.pictures.showcase(words), words(f"{kind}.pitch")]
        [invite] = new_game_buttons(words, [kind], label=words("button.invite"))
        parts.append([*beginner_buttons(words, kind, timeouts), invite])
    return page(*parts, key=SHOWCASE)


async def post_welcome(desk: Desk, channel: discord.abc.Messageable, words: Words) -> None:
    welcome = welcome_page(words, desk.faces, desk.table.timeouts)
    try:
        files = await files_of(desk.studio, welcome)
    except WorkerEnded:
        welcome = without_pictures(welcome)
        files = []
    await send_page(
        desk.emojis,
        desk.commands,
        welcome,
        files,
        lambda files: channel.send(view=welcome.view, files=files),
    )


async def welcome_server(desk: Desk, guild: discord.Guild) -> None:
    """Show the games where a server greets people, in its language, if the bot may post there."""
    channel = guild.system_channel
    if channel is None or not channel.permissions_for(guild.me) >= NEEDED:
        return
    try:
        await post_welcome(desk, channel, words_of(str(guild.preferred_locale)))
    except UNREACHED as error:
        log.info("could not post the welcome in server %d: %s", guild.id, error)


def situation_of(game: Game | None, user_id: int) -> str:
    """Find the situation of a person in a channel where this game is open, or ended last."""
    if game is None or game.status is Status.LOBBY:
        return "start"
    if game.status in ENDED:
        return "after"
    if not game.plays(user_id):
        return "watch"
    return "turn" if game.to_act == game.seat_for(user_id) else "wait"


def help_text(
    words: Words, kind: str, situation: str, timeouts: Timeouts, *, has_pages: bool = False
) -> str:
    """Describe the ways on from a situation, with the commands of a game; and how to play on a web
    page, if there are any."""
    rules = rules_of(kind)
    parts = dict.fromkeys(("orders", "computer", "hints", "reviews", "learn", "pages"), "")
    if exercises_of(kind):
        parts["learn"] = words("help.part.learn", kind=kind)
    if has_pages:
        parts["pages"] = words("help.part.pages")
    if rules.orders is not None:
        parts["orders"] = words("help.part.orders")
    if has_computers(kind, timeouts):
        for part in ("computer", "hints", "reviews"):
            parts[part] = words(f"help.part.{part}", kind=kind)
    supply = words(f"{kind}.commands.supply.name") if rules.has_supply else ""
    parts["supply"] = words("help.part.supply", name=supply) if supply else ""
    choose = words(f"{kind}.help.choose")
    head = words("help.head", title=words(f"situation.{situation}"))
    return f"{head}\n{words(f'help.text.{situation}', kind=kind, choose=choose, **parts)}"


def help_page(
    visit: Visit, words: Words, kind: str, situation: str, game: Game | None = None
) -> Page:
    """Show the page of a situation, with a menu of the others, which on a shared page opens a
    private page. `game` is the channel's, if this is the situation in it."""
    rows = list[PagePart]()
    if situation == "start":
        rows.append(new_game_buttons(words, visit.desk.faces))
        rows.append([*learn_buttons(words, visit.desk.faces), *puzzle_buttons(words)])
        rows.append(solo_buttons(words, visit.desk.faces, visit.table.timeouts))
    elif situation == "turn" and game is not None and visit.private:
        rows.append([PageButton("play", Target.of(game), words("button.play"), "primary")])
    titles = [(words(f"situation.{name}"), f"{kind}.{name}") for name in SITUATIONS]
    verb = "situation" if visit.private else "situations"
    current = f"{kind}.{situation}"
    return page(
        help_text(
            words,
            kind,
            situation,
            visit.table.timeouts,
            has_pages=visit.desk.address is not None,
        ),
        *rows,
        [PageMenu(verb, Target(), titles, words("help.menu"), current)],
        words("help.version", version=VERSION),
    )


@command("table")
@app_commands.choices(topic=fixed_choices("situation", SITUATIONS))
@shareable()
async def help_(visit: Visit, topic: str | None = None) -> None:
    """Show the situation that was asked for, else the one that this person is in. Everybody is
    shown it in the language of the channel."""
    game = await visit.table.games.last_in(visit.channel_id)
    kind = next(iter(visit.desk.faces)) if game is None else game.kind
    own_situation = situation_of(game, visit.user_id)
    words = visit.words if visit.private else await visit.words_here()
    await visit.show(
        help_page(visit, words, kind, topic or own_situation, game if topic is None else None)
    )


@button("how")
async def explain(visit: Visit, target: Target) -> None:
    """Tell what the page of orders or of predictions leaves out."""
    game = visit.about(await visit.get_game(target.game))
    if target.rest == "predict":
        await visit.show(page(visit.words(f"{game.kind}.how.predict", first=FIRST, more=MORE)))
    elif target.rest == "orders" and rules_of(game.kind).orders is not None:
        await visit.show(page(visit.words(f"{game.kind}.how.orders", most=MOST_ORDERS)))
    else:
        raise Mistake("refused.unknown_button")


@button("situation", in_place=True)
@button("situations")
async def on_situation(visit: Visit, target: Target) -> None:
    kind, _, situation = target.rest.partition(".")
    if kind not in visit.desk.faces or situation not in SITUATIONS:
        raise Mistake("refused.unknown_button")
    await visit.show(help_page(visit, visit.words, kind, situation))
