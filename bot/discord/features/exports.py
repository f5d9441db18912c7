"""Data to download, to verify and to erase."""

from asyncio import to_thread
from contextlib import suppress

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.answering.desk import ARCHIVE, STORY, desk_of
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features import context
from bot.discord.features.context import TypedText, autocompletion, button, shareable
from bot.discord.pages.page import Page, PageButton, Target, page
from bot.discord.pages.wording import escape, pairing, result_line
from bot.match.errors import UnknownGame
from bot.match.game import ENDED, Game
from bot.match.league.season import Stage
from bot.presentation.names import raw_names
from bot.presentation.seasons import season_name
from bot.store.erasure import PersonalRows
from bot.table.games import seed_and_commitment
from bot.table.people import dump_personal_data

EXPORTS = ("game", "channel", "me")
# In bytes: Discord's limit, minus room for the rest of the message.
LARGEST_FILE = 10 * 1024 * 1024 - 100_000


@context.command("table")
@app_commands.choices(what=context.fixed_choices("export", EXPORTS))
@shareable(what="me")
async def export(visit: Visit, what: str = "game") -> None:
    """Show somebody's stored data to them alone."""
    match what:
        case "channel":
            await visit.show(await _channel_records(visit))
        case "me":
            await visit.show(await _personal_data(visit))
        case _:
            visit.pay(STORY)
            game = await context.started_game(visit)
            file = (await visit.table.games.record(game.id)).encode()
            text = visit.words("export.done", kind=game.kind, players=pairing(visit.words, game))
            await visit.show(page(text, files=[(f"{game.kind}-{game.id}.json", file)]))


async def _channel_records(visit: Visit) -> Page:
    """Collect the records of this channel and its threads, as far as they can be seen from here."""
    visit.pay(ARCHIVE)
    games = await visit.table.games.ended_games_in(visit.channel_id)
    visible = [game for game in games if await visit.visibility.sees(game)]
    if not visible:
        raise Mistake("export.none")
    lines = []
    room = LARGEST_FILE
    async for record in visit.table.games.records(visible):
        lines.append(f"{record}\n".encode())
        room -= len(lines[-1])
        if room < 0:
            raise Mistake("export.too_large", channel=visit.channel_id)
    text = visit.words("export.done_channel", count=len(lines))
    return page(text, files=[("games.jsonl", b"".join(lines))])


async def _personal_data(visit: Visit) -> Page:
    visit.pay(ARCHIVE)
    rows = await visit.table.people.personal_data(visit.user_id)
    file = await to_thread(_write_file, visit.user_id, rows)
    button = PageButton("erase", Target(), visit.words("button.erase"), "danger")
    return page(visit.words("export.done_me"), [button], files=[("about-me.json", file)])


def _write_file(user_id: int, rows: PersonalRows) -> bytes:
    """Write the file part by part: as a whole, a large text would be encoded in one go, during
    which nothing else runs. Refused if it becomes too large to be sent."""
    file = bytearray()
    for part in dump_personal_data(user_id, rows):
        file += part.encode()
        if len(file) > LARGEST_FILE:
            raise Mistake("export.too_much", user=user_id)
    return bytes(file)


@button("erase")
async def on_erase(visit: Visit, target: Target) -> None:
    """Ask for confirmation; tell somebody who is still playing which seasons and which other games
    to leave first."""
    words = visit.words
    lines = list[str]()
    theirs = await visit.table.leagues.of(visit.user_id)
    seasons = {
        season.id: season_name(words, season, escape)
        for season in theirs
        if season.stage is Stage.RUNNING
    }
    playing = await visit.table.games.open_of(visit.user_id, None)
    alone = [game for game in playing if game.season_id not in seasons]
    if seasons:
        lines += [words("erase.in_seasons"), *(f"- {name}" for name in seasons.values())]
    if alone:
        lines += [words("erase.playing"), *(f"- {result_line(words, game)}" for game in alone)]
    if lines:
        await visit.show(page("\n".join(lines)))
        return
    button = PageButton("eraseall", Target(), words("button.erase_sure"), "danger")
    await visit.show(page(words("erase.meaning"), [button]))


@button("eraseall", in_place=True)
async def on_erase_all(visit: Visit, target: Target) -> None:
    await visit.table.people.erase(visit.user_id)
    await visit.say("erase.done")


@autocompletion
async def _ended_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """Suggest the latest finished games of the person typing, by number and players."""
    kind = context.kind_of(interaction)
    table = desk_of(interaction).table
    games = await table.games.ended_games_of(interaction.user.id, interaction.guild_id)
    options = [
        (f"{game.id} · {' – '.join(raw_names(game))}", str(game.id))
        for game in games
        if game.kind == kind
    ]
    return context.choices(options, typed)


@context.command("game")
@app_commands.autocomplete(game=_ended_games)
async def verify(visit: Visit, game: TypedText | None = None) -> None:
    """Show the commitment of a running game; once a game has ended, the values from which anybody
    can recompute it."""
    visit.pay(STORY)
    subject = await context.started_game(visit) if game is None else await _find_game(visit, game)
    commitment = subject.commitment
    if commitment is None:
        raise Mistake("refused.in_lobby")
    if subject.status not in ENDED:
        await visit.say("verify.running", commitment=commitment)
        return
    record = await visit.table.games.record(subject.id)
    seed, recomputed = await to_thread(seed_and_commitment, subject.kind, record)
    key = "verify.holds" if recomputed == commitment else "verify.broken"
    await visit.say(key, commitment=commitment, seed=seed)


async def _find_game(visit: Visit, number: str) -> Game:
    """Find a game of this server that this person can see."""
    if number.isdecimal() and len(number) <= context.LONGEST_NUMBER:
        with suppress(UnknownGame):
            game = await visit.table.games.get(int(number))
            of_server = game.guild_id == visit.guild_id
            of_kind = game.kind == context.kind_of(visit.interaction)
            if of_server and of_kind and await visit.visibility.sees(game):
                return visit.about(game)
    raise Mistake("verify.no_such_game")
