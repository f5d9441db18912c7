"""Playing: moves as notation or on the panel, ways to take back or end, and predicting the move of
the player to act."""

from asyncio import to_thread
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import wraps
from inspect import signature
from itertools import islice
from typing import Any

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Choice, Range

from bot.discord.answering.allowance import PICTURE
from bot.discord.answering.desk import desk_of
from bot.discord.answering.failures import Mistake, Unplayable
from bot.discord.answering.visit import Visit, visiting
from bot.discord.commands.context import choices, fixed, kind_of, last_game, offered, suited
from bot.discord.commands.moderation import stop_game
from bot.discord.handlers.hints import take_hint
from bot.discord.handlers.panel import open_panel, played
from bot.discord.handlers.typed_moves import TypedMoves
from bot.discord.pages.buttons import PageButton, Target
from bot.discord.pages.page import ending, page
from bot.discord.pages.posts.boards import result_line
from bot.discord.pages.posts.lobby import cancel_page
from bot.discord.pages.resign import resign_page
from bot.discord.pages.wording.escaping import escaped
from bot.discord.pages.wording.moments import timestamp
from bot.discord.pages.wording.naming import names_of
from bot.locale import words_of
from bot.match.actions import AskTime, Done, Nudge, OfferAdjourn, OfferEnd, Play, Undo
from bot.match.errors import Refused, Why
from bot.match.game import Game, Status, asked_by, seat_of
from bot.match.life.changes import paused_already
from bot.match.life.offers import GRANTED_AS
from bot.match.life.reminders import nudge_at
from bot.match.rules import rules_of
from engine.errors import IllegalMove, NotationError

OFFERS: Mapping[str, OfferEnd | OfferAdjourn | AskTime] = {
    "end": OfferEnd(),
    "adjourn": OfferAdjourn(),
    "time": AskTime(),
}
PROPOSALS = (*OFFERS, "stop")
LONGEST_INSTEAD = 40
"""The longest beginning of a move shown in full; of a longer one only the end is shown."""
FEW = 5
"""How many alternatives are named at most when a move is not possible."""


@offered
async def _continuations(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """What the player to act in this channel can type."""
    table = desk_of(interaction).table
    game = await table.games.open_in(interaction.channel_id or 0)
    playable = game is not None and game.status is Status.RUNNING
    if game is None or not playable or game.kind != kind_of(interaction):
        return []
    try:
        questions = await table.moves.questions(game.id, interaction.user.id)
    except Refused:
        return []
    words, face = words_of(str(interaction.locale)), desk_of(interaction).faces[game.kind]
    offers = await to_thread(TypedMoves(words, face.choices, questions).offers, typed)
    return choices([(name, text) for name, text in offers])


async def move(interaction: discord.Interaction[Any], move: str) -> None:
    async with visiting(interaction) as visit:
        game = await _open_game(visit)
        text = await _notation(visit, game, move)
        try:
            answer = await visit.table.act(visit.by(), game.id, Play(text), seen=game)
        except IllegalMove as error:
            raise await _unplayable(await _typed_moves(visit, game), move, error) from error
        await played(visit, answer, text)


def move_of(kind: str) -> Callable[..., Coroutine[Any, Any, None]]:
    """`move` with the longest text that can be a move of this game."""

    @wraps(move)
    async def move_in_it(interaction: discord.Interaction[Any], **given: Any) -> None:
        await move(interaction, **given)

    interaction, typed = signature(move).parameters.values()
    longest = typed.replace(annotation=Range[str, None, rules_of(kind).longest_move])
    move_in_it.__signature__ = signature(move).replace(  # type: ignore[attr-defined]
        parameters=[interaction, longest]
    )
    app_commands.autocomplete(move=_continuations)(move_in_it)
    return move_in_it


async def _notation(visit: Visit, game: Game, typed: str) -> str:
    """The typed move in canonical notation; of choices that look alike, the one that is offered.
    A text that is not a legal move is read as notation, so that it is refused with the reason.

    Matching a text may take some tens of milliseconds, as it walks through hundreds of questions of
    a late turn: in a thread, which lets the event loop run every few of them."""
    moves = await _typed_moves(visit, game)
    exact = await to_thread(moves.exact, typed)
    if exact is not None:
        return exact
    visit.pay(PICTURE)
    match await to_thread(moves.meant, typed, FEW + 1):
        case [one]:
            return one
        case []:
            rules = rules_of(game.kind)
            try:
                return rules.move_text(rules.parse_move(typed))
            except NotationError as error:
                raise await _unplayable(moves, typed, error) from error
        case several:
            raise Mistake("move.several", moves=_few(several))


async def _typed_moves(visit: Visit, game: Game) -> TypedMoves:
    questions = await visit.table.moves.questions(game.id, visit.user_id)
    return TypedMoves(visit.words, visit.face(game).choices, questions)


async def _unplayable(
    moves: TypedMoves, typed: str, error: IllegalMove | NotationError
) -> Unplayable:
    def instead() -> str:
        return _few(ending(text, LONGEST_INSTEAD) for text in moves.instead(typed))

    return Unplayable(error, await to_thread(instead))


def _few(texts: Iterable[str]) -> str:
    """The first few, with a sign that there are more."""
    first = [f"`{text}`" for text in islice(texts, FEW + 1)]
    shown = ", ".join(first[:FEW])
    return f"{shown} …" if len(first) > FEW else shown


async def play(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        game = await visit.table.games.open_in(visit.channel_id)
        if game is not None:
            suited(visit, game)
        if game is None or game.pause is not None:
            await _offer_to_resume(visit, game)
            return
        await open_panel(visit, game.id)


async def hint(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        await take_hint(visit, (await _open_game(visit)).id)


async def _offer_to_resume(visit: Visit, here: Game | None) -> None:
    """Offer to resume a paused game of this person here: this channel's, or else any other."""
    kind, found = (
        kind_of(visit.interaction),
        await visit.table.lists.open_of(visit.user_id, visit.guild_id),
    )
    mine = [game for game in found if game.kind == kind and (here is None or game.id == here.id)]
    paused = [game for game in mine if game.pause not in (None, "halted")]
    if not paused and here is not None:
        raise paused_already(here)
    if not paused:
        await last_game(visit)
        raise Mistake("refused.over")
    game = paused[0]
    button = PageButton(
        "resume", Target(game.id), visit.words("button.resume"), ButtonStyle.success
    )
    await visit.show(
        page(f"{visit.words('play.paused')}\n{result_line(visit.words, game)}", [button])
    )


async def undo(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        game = await _open_game(visit)
        answer = await visit.table.act(visit.by(), game.id, Undo())
        told = "done.taken_back" if answer.done is Done.TAKEN_BACK else "done.undo_asked"
        await visit.say(visit.words(told, count=_asked(visit, game)))


async def resign(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        game = await _open_game(visit)
        if not any(seat.user_id == visit.user_id for seat in game.seats):
            raise Refused(Why.NOT_A_PLAYER)
        if game.status is Status.LOBBY and visit.user_id == game.opener_id:
            await visit.show(cancel_page(visit.words, game))
            return
        if game.status is Status.LOBBY:
            raise Mistake("refused.in_lobby")
        await visit.show(resign_page(visit.words, game, seat_of(game, visit.user_id)))


@app_commands.choices(what=fixed("propose", PROPOSALS))
async def propose(interaction: discord.Interaction[Any], what: str) -> None:
    """Everybody sees a proposal, so it has no default."""
    async with visiting(interaction) as visit:
        game = await _open_game(visit)
        if what == "stop":
            await stop_game(visit, game)
            return
        answer = await visit.table.act(visit.by(), game.id, OFFERS[what])
        if answer.done in GRANTED_AS.values():  # nobody is left to answer
            name = escaped(visit.by().name)
            await visit.say(visit.words(f"done.accepted_{what}", kind=game.kind, name=name))
            return
        await visit.say(visit.words("done.asked", count=_asked(visit, game)))


def _asked(visit: Visit, game: Game) -> int:
    """How many others have to answer."""
    return len(asked_by(game, seat_of(game, visit.user_id)))


async def nudge(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        game = await last_game(visit)
        await visit.table.act(visit.by(), game.id, Nudge())
        game = await visit.table.games.get(game.id)
        name = names_of(visit.words, game)[game.to_act or 0]
        held = nudge_at(game, visit.table.clock())
        if held is None:
            await visit.say(visit.words("nudge.done", name=name))
        else:
            await visit.say(visit.words("nudge.held", name=name, when=timestamp(held)))


async def _open_game(visit: Visit) -> Game:
    game = await last_game(visit)
    if game.status not in (Status.LOBBY, Status.RUNNING):
        raise Mistake("refused.over")
    return game


COMMANDS = (move, play, hint, undo, resign, propose, nudge)
