"""Playing a move: on the panel from Play to Confirm, typed, or with a hint."""

from asyncio import to_thread
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from inspect import signature
from itertools import islice
from typing import Any

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Choice, Range

from bot.discord.answering.desk import HINT, PICTURE, TooFast, desk_of
from bot.discord.answering.error_messages import Mistake, Unplayable
from bot.discord.answering.visit import Visit, open_visit
from bot.discord.features.agreements import claim_label, claim_sentence
from bot.discord.features.context import (
    ButtonHandler,
    autocompletion,
    check_kind,
    choices,
    kind_of,
    last_game,
    open_game,
)
from bot.discord.features.looks import board_look
from bot.discord.features.typed_moves import TypedMoves
from bot.discord.pages.board_posts import position_key, result_line, target_at
from bot.discord.pages.page import Page, PageButton, PagePart, Target, page, shorten_front
from bot.discord.pages.panel import Panel, PanelMode
from bot.discord.pages.panel_links import digest, follow_link, is_link, parse_link
from bot.discord.pages.wording import names_of, raw_names, timestamp
from bot.games.face import Face
from bot.games.pictures import Drawing
from bot.locale import Words, words_of
from bot.match.actions import Answer, Play
from bot.match.clocks import may_claim_at
from bot.match.errors import Refused, StaleMove, Why
from bot.match.game import Game, Status
from bot.match.permissions import paused_refusal
from bot.match.rules import rules_of
from bot.table.reading.choosing import Choosing, Questions
from engine.errors import IllegalMove, NotationError
from engine.players.search import Idea
from engine.questions import parts_of
from render.picture.names import signed


def hint_page(words: Words, face: Face, ideas: Sequence[tuple[Choosing, Idea[str]]]) -> Page:
    """What each move is expected to bring and why, and what it looks like."""
    position = ideas[0][0].position
    shown: list[PagePart] = []
    for number, (choosing, idea) in enumerate(ideas, 1):
        shown.append(describe_idea(words, face, number, choosing, idea))
        shown.append(_preview(words, face, number, choosing))
    play = PageButton("play", target_at(position), words("button.play"), ButtonStyle.primary)
    key = position_key(words, position, "hint")
    return page(words("hint.head"), *shown, words("hint.note"), [play], key=key)


def _preview(words: Words, face: Face, number: int, choosing: Choosing) -> Drawing:
    position, parts = choosing.position, choosing.walk.parts
    names = raw_names(position.game)
    drawing = face.pictures.preview(words, position.view, names, parts, choosing.events)
    return replace(drawing, filename=f"move-{number}.png")


def describe_idea(
    words: Words, face: Face, number: int, choosing: Choosing, idea: Idea[str]
) -> str:
    view = choosing.position.view
    move = face.choices.spell_out(words, view, choosing.walk.parts) or choosing.text
    head = words("hint.move", number=number, move=move, lead=signed_points(words, idea.worth))
    return "\n".join([head, *_reasons(words, face, choosing, idea)])


def _reasons(words: Words, face: Face, choosing: Choosing, idea: Idea[str]) -> Iterator[str]:
    names = names_of(words, choosing.position.game)
    for reason in idea.reasons:
        why = face.texts.explain(words, names, reason)
        yield words("hint.reason", why=why, points=signed_points(words, reason.points))


def signed_points(words: Words, points: float) -> str:
    return signed(words, round(10 * points))


async def on_play(visit: Visit, mark: Target) -> None:
    """Open the panel for the current position, whichever one the button was posted under."""
    await open_panel(visit, mark.game)


async def open_panel(visit: Visit, game_id: int) -> None:
    """Open the panel where this player left off, if they had begun."""
    visit.pay(PICTURE)
    try:
        await _show_begun(visit, game_id)
    except Refused as refused:
        await _instead(visit, game_id, refused)


async def _show_begun(visit: Visit, game_id: int) -> None:
    questions = await _questions(visit, game_id)
    draft = await visit.table.drafts.of(questions.position)
    begun = questions.after(parts_of(questions.ask, draft) or ())
    await visit.show(_panel(visit, begun).page())


async def _instead(visit: Visit, game_id: int, refused: Refused) -> None:
    """If it is not this player's turn, show them what they can do."""
    if refused.why is not Why.NOT_YOUR_TURN:
        raise refused
    await _wait(visit, game_id)


async def _wait(visit: Visit, game_id: int) -> None:
    """Say that it is another player's turn; after a very long wait, offer to claim the game."""
    game = visit.about(await visit.table.games.get(game_id))
    at = may_claim_at(game, visit.table.timeouts)
    text = visit.words("play.not_yours", name=names_of(visit.words, game)[game.to_act or 0])
    order = _to_orders(visit, game.id, await visit.table.games.can_take_orders(game))
    if at > visit.table.clock():
        waits = f"{text} {claim_sentence(visit.words, game, when=timestamp(at))}"
        await visit.show(page(waits, order))
        return
    button = PageButton(
        "claim", Target(game.id), claim_label(visit.words, game), ButtonStyle.danger
    )
    await visit.show(page(f"{text} {claim_sentence(visit.words, game)}", [button, *order]))


def _to_orders(visit: Visit, game_id: int, possible: bool) -> list[PageButton]:
    """A waiting player can give an order for what they may draw, as long as something is left."""
    return (
        [PageButton("orders", Target(game_id), visit.words("button.leave_order"))]
        if possible
        else []
    )


async def on_page(visit: Visit, mark: Target) -> None:
    """The first choice, starting over."""
    number = page_number(mark.rest)
    visit.pay(PICTURE)
    try:
        questions = await _questions(visit, mark.game)
        if not questions.stay:
            await visit.table.drafts.forget(questions.position)
        await visit.show(_panel(visit, questions.after()).page(number))
    except Refused as refused:
        await _instead(visit, mark.game, refused)


def page_number(text: str) -> int:
    if not text.isdecimal():
        raise Mistake("refused.unknown_button")
    return int(text)


async def on_try(visit: Visit, mark: Target) -> None:
    """Choose something, and preview the result."""
    visit.pay(PICTURE)
    try:
        choosing, number = await _resolve(visit, mark)
        panel = _panel(visit, choosing)
        await keep_draft(visit, panel)
    except StaleMove:
        await show_present(visit, mark.game)
        return
    await visit.show(panel.page(number))


async def on_do(visit: Visit, mark: Target) -> None:
    """Play the previewed move, exactly once; a second press shows the result of the first. A text
    that can no longer be read as a move was posted by another version of the bot."""
    try:
        text = mark.rest
        if is_link(text):
            text = require_complete((await _resolve(visit, mark))[0]).text
        move = Play(text, mark.ply, mark.branch)
        answer = await visit.table.act(visit.by(), mark.game, move, seen=visit.game)
    except (StaleMove, NotationError):
        await show_present(visit, mark.game)
        return
    await show_after_move(visit, answer, text)


async def _resolve(visit: Visit, mark: Target) -> tuple[Choosing, int]:
    """The choice that a button leads to, in the position it was posted in, and the number of its
    page."""
    questions = await _questions(visit, mark.game, mark.ply, mark.branch)
    return await resolve_link(visit, questions, mark.rest)


async def resolve_link(
    visit: Visit, questions: Questions, text: str, kind: str = ""
) -> tuple[Choosing, int]:
    """The choice that a link leads to, and the number of its page; StaleMove if its draft was
    replaced, or it would take back what stays."""
    link = parse_link(text)
    if link is None:
        raise Mistake("refused.unknown_button")
    if link.draft:
        position = questions.position
        draft = await visit.table.drafts.of(position, kind)
        if digest(draft) != link.draft:
            raise StaleMove(position.game.id, position.ply)
        link = replace(link, base=draft, draft="")
    parts = follow_link(questions.ask, link)
    if questions.stay and tuple((parts or ())[: len(questions.stay)]) != questions.stay:
        raise StaleMove(questions.position.game.id, questions.position.ply)
    if parts is None:
        raise Mistake("refused.unknown_button")
    return questions.after(parts), link.page


def require_complete(choosing: Choosing) -> Choosing:
    if choosing.walk.open is not None:
        raise Mistake("refused.unknown_button")
    return choosing


async def keep_draft(visit: Visit, panel: Panel) -> None:
    """Store what the buttons of a panel cannot hold, in place of what was stored before."""
    position, kind = panel.choosing.position, panel.ways.kind
    if panel.draft is not None:
        await visit.table.drafts.keep(position, kind, panel.draft)
    elif panel.ways.moves and position.game.drafted:
        await visit.table.drafts.forget(position, kind)


async def show_after_move(visit: Visit, answer: Answer, text: str) -> None:
    """Answer a move: with the next panel if it is this person's turn again, else with the move."""
    if answer.waits_for in (visit.user_id, None):
        with suppress(Refused, TooFast):
            visit.pay(PICTURE)
            await _show_begun(visit, answer.game_id)
            return
    said = visit.words("panel.played", move=text)
    await visit.show(page(said, _to_orders(visit, answer.game_id, answer.orders)))


async def show_present(visit: Visit, game_id: int) -> None:
    """Show how things are now, as the button is stale: the current panel, else the board."""
    visit.pay(PICTURE)
    try:
        await _show_begun(visit, game_id)
    except Refused:
        position = await visit.table.games.position(game_id, visit.user_id)
        game = visit.about(position.game)
        pictures = visit.face(game).pictures
        await visit.show(board_look(visit.words, pictures, position, buttons=False))
    await visit.add(page(visit.refusal("refused.stale")))


async def _questions(
    visit: Visit, game_id: int, ply: int | None = None, branch: int | None = None
) -> Questions:
    questions = await visit.table.moves.questions(game_id, visit.user_id, ply, branch)
    visit.about(questions.position.game)
    return questions


def _panel(visit: Visit, choosing: Choosing) -> Panel:
    game = choosing.position.game
    ways = PanelMode(hints=visit.table.hints.offered_in(game))
    return Panel(visit.words, visit.face(game), choosing, ways)


async def on_hint(visit: Visit, mark: Target) -> None:
    """Give a hint for the current position, whichever one the button was shown in."""
    await show_hint(visit, mark.game)


async def show_hint(visit: Visit, game_id: int) -> None:
    visit.pay(HINT)
    questions, ideas = await visit.table.hints.take(game_id, visit.user_id)
    face = visit.face(visit.about(questions.position.game))
    found = [(questions.after(questions.read(one.move)), one) for one in ideas]
    await visit.show(hint_page(visit.words, face, found))


FEW = 5
"""How many alternatives are named at most when a move is not possible."""


LONGEST_INSTEAD = 40
"""The longest beginning of a move shown in full; of a longer one only the end is shown."""


@autocompletion
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
    async with open_visit(interaction) as visit:
        game = await open_game(visit)
        text = await _notation(visit, game, move)
        try:
            answer = await visit.table.act(visit.by(), game.id, Play(text), seen=game)
        except IllegalMove as error:
            raise await _unplayable(await _typed_moves(visit, game), move, error) from error
        await show_after_move(visit, answer, text)


def move_for(kind: str) -> Callable[..., Coroutine[Any, Any, None]]:
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
        return _few(shorten_front(text, LONGEST_INSTEAD) for text in moves.instead(typed))

    return Unplayable(error, await to_thread(instead))


def _few(texts: Iterable[str]) -> str:
    """The first few, with a sign that there are more."""
    first = [f"`{text}`" for text in islice(texts, FEW + 1)]
    shown = ", ".join(first[:FEW])
    return f"{shown} …" if len(first) > FEW else shown


async def play(interaction: discord.Interaction[Any]) -> None:
    async with open_visit(interaction) as visit:
        game = await visit.table.games.open_in(visit.channel_id)
        if game is not None:
            check_kind(visit, game)
        if game is None or game.pause is not None:
            await _offer_to_resume(visit, game)
            return
        await open_panel(visit, game.id)


async def hint(interaction: discord.Interaction[Any]) -> None:
    async with open_visit(interaction) as visit:
        await show_hint(visit, (await open_game(visit)).id)


async def _offer_to_resume(visit: Visit, here: Game | None) -> None:
    """Offer to resume a paused game of this person here: this channel's, or else any other."""
    kind, found = (
        kind_of(visit.interaction),
        await visit.table.lists.open_of(visit.user_id, visit.guild_id),
    )
    mine = [game for game in found if game.kind == kind and (here is None or game.id == here.id)]
    paused = [game for game in mine if game.pause not in (None, "halted")]
    if not paused and here is not None:
        raise paused_refusal(here)
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


BUTTONS = {
    "play": ButtonHandler(on_play),
    "page": ButtonHandler(on_page, in_place=True),
    "try": ButtonHandler(on_try, in_place=True),
    "do": ButtonHandler(on_do, in_place=True),
    "hint": ButtonHandler(on_hint),
}
