"""Playing a move: on the panel from Play to Confirm, typed, or with a hint."""

from asyncio import to_thread
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from inspect import signature
from itertools import islice

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.discord.answering.desk import LISTING, PICTURE, desk_of
from bot.discord.answering.error_messages import Mistake, Unplayable
from bot.discord.answering.visit import Visit
from bot.discord.features import context
from bot.discord.features.agreements import claim_label, claim_sentence
from bot.discord.features.context import HERE, HandleCommand, autocompletion, button, choices
from bot.discord.features.first_game import explain_move
from bot.discord.features.looks import board_look
from bot.discord.features.typed_moves import TypedMoves
from bot.discord.pages.own_notes import note_on_panel
from bot.discord.pages.page import (
    PageButton,
    Target,
    TextWithButton,
    address_button,
    page,
    shorten,
    shorten_front,
)
from bot.discord.pages.panel import Panel, PanelMode
from bot.discord.pages.wording import names_of, result_line, timestamp
from bot.locale import words_of
from bot.match import computers
from bot.match.actions import Answer, Draft, Play
from bot.match.clocks import may_claim_at, too_late_at
from bot.match.errors import Refused, StaleMove, Why
from bot.match.game import Game, Status
from bot.match.permissions import paused_refusal
from bot.match.rules import rules_of
from bot.presentation.boards import position_key
from bot.presentation.choice_links import (
    Link,
    follow_link,
    is_link,
    parse_link,
    tokens_by_number,
    tokens_of,
)
from bot.presentation.hints import tell_hint
from bot.presentation.unasked import with_follower
from bot.process.allowance import HINT, TooFast
from bot.table.choosing import ChoiceProgress, Questions
from engine.errors import IllegalMove, NotationError
from render.board.aliases import alias
from render.picture.names import LONGEST_ALT

# The number of alternatives named at most when a move is not possible.
FEW = 5
# The longest beginning of a move shown in full; of a longer one only the end is shown.
LONGEST_INSTEAD = 40


@context.command("game")
async def play(visit: Visit) -> None:
    """Open the panel; if there is nothing to play here, offer to resume a paused game of this
    person: this channel's, or else any other."""
    open_game = await visit.table.games.open_in(visit.channel_id)
    if open_game is not None:
        context.check_kind(visit, open_game)
        if open_game.pause is None:
            await open_panel(visit, Target(open_game.id))
            return
    kind = context.kind_of(visit.interaction)
    games = list(await visit.table.games.open_of(visit.user_id, visit.guild_id))
    games = [game for game in games if game.kind == kind]
    if open_game is not None:
        games = [game for game in games if game.id == open_game.id]
    paused = [game for game in games if game.pause not in (None, "halted")]
    if not paused and open_game is not None:
        raise paused_refusal(open_game)
    if not paused:
        await context.last_game(visit)
        raise Mistake("refused.over")
    label = visit.words("button.resume")
    target = Target(paused[0].id)
    text = f"{visit.words('play.paused')}\n{result_line(visit.words, paused[0])}"
    await visit.show(page(text, [PageButton("resume", target, label, "success")]))


@button("play")
async def open_panel(visit: Visit, target: Target) -> None:
    """Open the panel for the current position, where this player left off if they had begun."""
    visit.pay(PICTURE)
    try:
        await show_panel(visit, target.game)
    except Refused as refusal:
        await _show_waiting(visit, target.game, refusal)


async def show_panel(visit: Visit, game_id: int) -> None:
    """Like `open_panel`, but Refused if it is not this player's turn."""
    questions = await _questions(visit, game_id, with_draft=True)
    panel = await _panel_with_note(visit, questions.after(questions.parts_begun))
    await show_choice(visit, panel, questions)
    if not questions.parts_begun:
        await explain_move(visit, panel)


async def _panel_with_note(visit: Visit, choosing: ChoiceProgress) -> Panel:
    """Make the panel with the last thing that this player noted in the game."""
    position = choosing.position
    notes = await visit.table.own_notes.of(position.game, visit.user_id)
    note = note_on_panel(visit.words, notes, visit.user_id, position.ply)
    return replace(await _panel(visit, choosing), note=note)


async def _show_current(visit: Visit, game_id: int) -> None:
    """Show the current panel, else the board."""
    visit.pay(PICTURE)
    try:
        await show_panel(visit, game_id)
    except Refused:
        position = await visit.table.games.position(game_id, visit.user_id)
        face = visit.face(visit.about(position.game))
        await visit.show(board_look(visit.words, face, position, buttons=False))


@button("page", in_place=True)
async def on_page(visit: Visit, target: Target) -> None:
    """Offer the first choice, starting over."""
    number = context.parse_number(target.rest)
    visit.pay(PICTURE)
    try:
        questions = await _questions(visit, target.game)
        if not questions.final_parts:
            await visit.table.drafts.forget(questions.position)
        await visit.show((await _panel_with_note(visit, questions.after())).page(number))
    except Refused as refusal:
        await _show_waiting(visit, target.game, refusal)


@button("try", in_place=True, if_stale=_show_current)
async def on_try(visit: Visit, target: Target) -> None:
    """Choose something, and preview the result."""
    visit.pay(PICTURE)
    from_draft = needs_draft(target.rest)
    questions = await _questions(
        visit, target.game, target.ply, target.branch, with_draft=from_draft
    )
    link = read_link(questions, target.rest)
    choosing = resolve_link(visit, questions, link)
    choosing = await _suggest_follower(visit, questions, choosing, link)
    await show_choice(visit, await _panel(visit, choosing), questions, link.page)


async def _suggest_follower(
    visit: Visit, questions: Questions, choosing: ChoiceProgress, link: Link
) -> ChoiceProgress:
    """Complete the choice a link led to with the follower that goes without saying for those who
    want it. That may take some tens of milliseconds, since every follower is tried: in a thread."""
    choices = visit.face(questions.position.game).choices
    if link.change is None or not choices.placing:
        return choosing
    if (await visit.preferences()).follower == "never":
        return choosing
    return await to_thread(with_follower, choices, questions, choosing, link)


@button("do", in_place=True, if_stale=_show_current)
async def on_do(visit: Visit, target: Target) -> None:
    """Play the previewed move, exactly once; a second press shows the result of the first."""
    text = target.rest
    if is_link(text):
        from_draft = needs_draft(text)
        questions = await _questions(
            visit, target.game, target.ply, target.branch, with_draft=from_draft
        )
        text = resolve_complete(visit, questions, text).text
    move = Play(text, target.ply, target.branch)
    answer = await visit.table.act(visit.actor(), target.game, move, game_as_read=visit.game)
    await _show_after_move(visit, answer, visit.words("panel.played"))


async def _show_after_move(visit: Visit, answer: Answer, played: str) -> None:
    """Answer a move: with the next panel if it is this person's turn again, else that it is
    played."""
    if answer.waits_for in (visit.user_id, None):
        with suppress(Refused, TooFast):
            visit.pay(PICTURE)
            await show_panel(visit, answer.game_id)
            return
    orders = _order_button(visit, answer.game_id) if answer.orders else []
    await visit.show(page(played, orders))


async def _show_waiting(visit: Visit, game_id: int, refusal: Refused) -> None:
    """Say that it is another player's turn; after a very long wait for a person, offer to claim the
    game."""
    if refusal.why is not Why.NOT_YOUR_TURN:
        raise refusal
    words = visit.words
    game = await visit.get_game(game_id)
    name = names_of(words, game)[game.to_act or 0]
    deadline = too_late_at(game)
    can_order = await visit.table.games.can_take_orders(game)
    buttons = _order_button(visit, game.id) if can_order else []
    if computers.is_to_act(game):
        await visit.show(page(words("play.not_yours", name=name), buttons))
        return
    at = may_claim_at(game, visit.table.timeouts)
    if deadline is not None:
        consequence = words("play.loses_at", name=name, when=timestamp(deadline[0]))
    elif at > visit.table.clock():
        consequence = claim_sentence(words, game, timestamp(at))
    else:
        consequence = claim_sentence(words, game)
        label = claim_label(words, game)
        buttons.insert(0, PageButton("claim", Target(game.id), label, "danger"))
    await visit.show(page(f"{words('play.not_yours', name=name)} {consequence}", buttons))


def _order_button(visit: Visit, game_id: int) -> list[PageButton]:
    """Offer a waiting player to leave an order for what they may draw, as long as something is
    left."""
    return [PageButton("orders", Target(game_id), visit.words("button.leave_order"))]


async def _questions(
    visit: Visit,
    game_id: int,
    ply: int | None = None,
    branch: int | None = None,
    *,
    with_draft: bool = False,
) -> Questions:
    questions = await visit.table.drafts.questions(
        game_id, visit.user_id, ply, branch, with_draft=with_draft
    )
    visit.about(questions.position.game)
    return questions


async def _panel(visit: Visit, choosing: ChoiceProgress) -> Panel:
    hints = visit.table.hints.is_offered(choosing.position.game)
    opens_board = visit.desk.address is not None
    mode = PanelMode(
        offers_hints=hints,
        takes_notes=True,
        opens_board=opens_board,
        shares_drafts=opens_board,
    )
    return await panel_for(visit, choosing, mode)


async def panel_for(visit: Visit, choosing: ChoiceProgress, mode: PanelMode) -> Panel:
    face = visit.face(visit.about(choosing.position.game))
    in_words = (await visit.preferences()).in_words
    return Panel(visit.words, face, choosing, mode, in_words=in_words)


def needs_draft(text: str) -> bool:
    """Check whether a link leads on from a draft."""
    link = parse_link(text)
    return link is not None and link.draft > 0


def read_link(questions: Questions, text: str) -> Link:
    """Read a link with everything that was chosen before it. StaleMove if another version of the
    bot wrote it, or its draft was replaced."""
    link = parse_link(text)
    if link is None:
        raise stale(questions)
    if link.numbers:
        chosen = tokens_by_number(questions.ask, link.numbers)
        if chosen is None:
            raise stale(questions)
        return replace(link, base=(*chosen, *link.base), numbers="")
    if not link.draft:
        return link
    draft = questions.draft or Draft()
    if draft.revision != link.draft:
        raise stale(questions)
    return replace(link, base=(*draft.chosen, *link.base), draft=0)


def resolve_link(visit: Visit, questions: Questions, link: Link) -> ChoiceProgress:
    """Make the choice that a link leads to. StaleMove if there is no such choice, or it would take
    back what stays."""
    parts = follow_link(questions.ask, link)
    if parts is not None and link.tap is not None:
        face = visit.face(questions.position.game)
        parts = Panel(visit.words, face, questions.after(parts)).tap(*link.tap)
    if parts is None or parts[: len(questions.final_parts)] != questions.final_parts:
        raise stale(questions)
    return questions.after(parts)


def resolve_complete(visit: Visit, questions: Questions, text: str) -> ChoiceProgress:
    """Make the choice that a link leads to, with which a move is complete."""
    choosing = resolve_link(visit, questions, read_link(questions, text))
    if choosing.walk.open is not None:
        raise stale(questions)
    return choosing


def choose_in_exercise(visit: Visit, questions: Questions, text: str) -> tuple[ChoiceProgress, int]:
    """Make the choice that a link on the panel of an exercise leads to, on the page of this number;
    start over if there is no such choice."""
    try:
        link = read_link(questions, text)
        return resolve_link(visit, questions, link), link.page
    except StaleMove:
        return questions.after(), 0


def move_in_exercise(visit: Visit, questions: Questions, text: str) -> ChoiceProgress | None:
    """Read the move that is confirmed on the panel of an exercise; None if it cannot be played."""
    try:
        if is_link(text):
            return resolve_complete(visit, questions, text)
        return questions.whole(text)
    except (StaleMove, NotationError, IllegalMove):
        return None


def stale(questions: Questions) -> StaleMove:
    return StaleMove(questions.position.game.id, questions.position.ply)


async def show_choice(visit: Visit, panel: Panel, questions: Questions, number: int = 0) -> None:
    """Show a page of the panel; what its buttons cannot hold, or what the web page of the seat goes
    on from, is stored, in place of the last."""
    drafts = visit.table.drafts
    position = questions.position
    chosen = tokens_of(panel.choosing.walk)
    if panel.to_store is not None:
        revision = await drafts.keep(position, panel.to_store, questions.draft)
        panel = replace(panel, revision=revision)
    elif panel.mode.shares_drafts and chosen:
        await drafts.keep(position, chosen, questions.draft)
    elif panel.mode.chooses_move and position.game.drafted:
        await drafts.change_begun(position, chosen, questions.draft)
    await visit.show(panel.page(number))


@button("openboard")
async def open_board(visit: Visit, target: Target) -> None:
    """Give this person a link to the web page of their seat, where they can play."""
    address = visit.desk.address
    if address is None:
        raise Mistake("refused.unknown_button")
    visit.pay(LISTING)
    token = await visit.table.seat_pages.invite(target.game, visit.user_id)
    link = address_button(address.of_link(token), visit.words("button.open_board"))
    await visit.show(page(visit.words("panel.board_link", number=target.game), [link]))


@context.command("game")
@button("hint")
async def hint(visit: Visit, target: Target = HERE) -> None:
    """Show the best moves in the current position on one board and, below it, what each should
    bring and why, beside a button that leads on to it."""
    game_id = target.game or (await context.open_game(visit)).id
    visit.pay(HINT)
    questions, ideas = await visit.table.hints.take(game_id, visit.user_id)
    words = visit.words
    position = questions.position
    face = visit.face(visit.about(position.game))
    names = names_of(words, position.game)
    in_words = (await visit.preferences()).in_words
    told = tell_hint(words, face, names, questions, ideas)
    rows: list[TextWithButton] = []
    for number, (choosing, line) in enumerate(told.moves, 1):
        parts = choosing.walk.parts
        # Of a move too long for an id, the button leads to as much as there is room for.
        counts = range(len(parts), 0, -1)
        targets = (Target.at(position, questions.text(parts[:count])) for count in counts)
        target = next(target for target in targets if target.fits("idea"))
        button = PageButton("idea", target, words("hint.play", number=number))
        text = f"{line}\n-# `{alias(choosing.text)}`" if in_words else line
        rows.append(TextWithButton(text, button))
    alt = shorten(told.drawing.alt, LONGEST_ALT)
    play_button = PageButton("play", Target.at(position), words("button.play"))
    key = position_key(words, position, "hint")
    await visit.show(
        page(
            "\n".join([words("hint.head"), *told.common]),
            replace(told.drawing, filename="hint.png", alt=alt),
            *rows,
            [play_button],
            key=key,
        )
    )


@button("idea", if_stale=_show_current)
async def on_idea(visit: Visit, target: Target) -> None:
    """Preview a suggested move: on another page, so that the other suggestions stay."""
    visit.pay(PICTURE)
    questions = await _questions(visit, target.game, target.ply, target.branch)
    parts = questions.read(target.rest)
    if parts[: len(questions.final_parts)] != questions.final_parts:
        raise stale(questions)
    await show_choice(visit, await _panel(visit, questions.after(parts)), questions)


def make_move_command(kind: str) -> HandleCommand:
    """`move` with the longest text that can be a move of this game."""
    _, move_option, *other_options = signature(move).parameters.values()
    limited_option = move_option.replace(annotation=Range[str, None, rules_of(kind).longest_move])
    command = context.with_options(move, [limited_option, *other_options])
    app_commands.autocomplete(move=_continuations)(command)
    return command


@context.command("game", for_game=make_move_command)
async def move(visit: Visit, move: str, now: bool = False) -> None:
    """Show a typed move on the panel, to be confirmed; play it now if that is asked for, or for
    those who read everything in words."""
    game = await context.open_game(visit)
    text = await _notation(visit, game, move)
    try:
        if not now and not (await visit.preferences()).in_words:
            visit.pay(PICTURE)
            questions = await _questions(visit, game.id)
            await show_choice(visit, await _panel(visit, questions.whole(text)), questions)
            return
        answer = await visit.table.act(visit.actor(), game.id, Play(text), game_as_read=game)
    except IllegalMove as error:
        raise await _unplayable(await _typed_moves(visit, game), move, error) from error
    played = visit.words("panel.played_typed", move=alias(text))
    await _show_after_move(visit, answer, played)


@autocompletion
async def _continuations(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """Suggest the continuations that the player to act in this channel can type."""
    desk = desk_of(interaction)
    game = await desk.table.games.open_in(interaction.channel_id or 0)
    playable = game is not None and game.status is Status.RUNNING
    if game is None or not playable or game.kind != context.kind_of(interaction):
        return []
    try:
        questions = await desk.table.drafts.questions(game.id, interaction.user.id)
    except Refused:
        return []
    words = words_of(str(interaction.locale))
    face = desk.faces[game.kind]
    return choices(await to_thread(TypedMoves(words, face.choices, questions).completions, typed))


async def _notation(visit: Visit, game: Game, typed: str) -> str:
    """Put the typed move into canonical notation; of choices that look alike, the one that is
    offered. A text that is not a legal move is read as notation, so that it is refused with the
    reason.

    Matching a text may take some tens of milliseconds, as it walks through hundreds of questions of
    a late turn: in a thread, which lets the event loop run every few of them.
    """
    moves = await _typed_moves(visit, game)
    exact = await to_thread(moves.exact, typed)
    if exact is not None:
        return exact
    visit.pay(PICTURE)
    match await to_thread(moves.matches, typed, FEW + 1):
        case [only_match]:
            return only_match
        case []:
            rules = rules_of(game.kind)
            try:
                return rules.move_text(rules.parse_move(moves.choices.in_notation(typed)))
            except NotationError as error:
                typed_alias = alias(error.at)  # the part may have been typed so
                at = typed_alias if typed_alias.casefold() in typed.casefold() else error.at
                unread_error = NotationError(typed, at, error.expected)
                raise await _unplayable(moves, typed, unread_error) from error
        case several:
            raise Mistake("move.several", moves=_list_few(map(alias, several)))


async def _typed_moves(visit: Visit, game: Game) -> TypedMoves:
    questions = await visit.table.drafts.questions(game.id, visit.user_id)
    return TypedMoves(visit.words, visit.face(game).choices, questions)


async def _unplayable(
    moves: TypedMoves, typed: str, error: IllegalMove | NotationError
) -> Unplayable:
    def instead() -> str:
        return _list_few(shorten_front(text, LONGEST_INSTEAD) for text in moves.instead(typed))

    return Unplayable(error, await to_thread(instead))


def _list_few(texts: Iterable[str]) -> str:
    """Quote the first few, with a sign that there are more."""
    quoted = [f"`{text}`" for text in islice(texts, FEW + 1)]
    return ", ".join(quoted[:FEW]) + (" …" if len(quoted) > FEW else "")
