"""The buttons of the move panel, from Play to Confirm."""

from contextlib import suppress
from dataclasses import replace

from discord import ButtonStyle

from bot.discord.answering.allowance import PICTURE, TooFast
from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.pages.buttons import PageButton, Target
from bot.discord.pages.looks import board_look
from bot.discord.pages.page import page
from bot.discord.pages.panel.links import digest, is_link, led_to, parsed
from bot.discord.pages.panel.panel import Panel
from bot.discord.pages.panel.ways import PanelMode
from bot.discord.pages.posts.notices import claim_label, claim_told
from bot.discord.pages.wording.moments import timestamp
from bot.discord.pages.wording.naming import names_of
from bot.match.actions import Answer, Play
from bot.match.errors import Refused, StaleMove, Why
from bot.match.life.changes import may_claim_at
from bot.table.reading.choosing import Choosing, Questions
from engine.errors import NotationError
from engine.questions import parts_of


async def play(visit: Visit, mark: Target) -> None:
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
    at = may_claim_at(game, visit.table.patience)
    text = visit.words("play.not_yours", name=names_of(visit.words, game)[game.to_act or 0])
    order = _to_orders(visit, game.id, await visit.table.games.can_take_orders(game))
    if at > visit.table.clock():
        waits = f"{text} {claim_told(visit.words, game, when=timestamp(at))}"
        await visit.show(page(waits, order))
        return
    button = PageButton(
        "claim", Target(game.id), claim_label(visit.words, game), ButtonStyle.danger
    )
    await visit.show(page(f"{text} {claim_told(visit.words, game)}", [button, *order]))


def _to_orders(visit: Visit, game_id: int, possible: bool) -> list[PageButton]:
    """A waiting player can give an order for what they may draw, as long as something is left."""
    return (
        [PageButton("orders", Target(game_id), visit.words("button.leave_order"))]
        if possible
        else []
    )


async def turn_page(visit: Visit, mark: Target) -> None:
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


async def try_move(visit: Visit, mark: Target) -> None:
    """Choose something, and preview the result."""
    visit.pay(PICTURE)
    try:
        choosing, number = await _chosen(visit, mark)
        panel = _panel(visit, choosing)
        await keep_draft(visit, panel)
    except StaleMove:
        await show_present(visit, mark.game)
        return
    await visit.show(panel.page(number))


async def do_move(visit: Visit, mark: Target) -> None:
    """Play the previewed move, exactly once; a second press shows the result of the first. A text
    that can no longer be read as a move was posted by another version of the bot."""
    try:
        text = mark.rest
        if is_link(text):
            text = whole((await _chosen(visit, mark))[0]).text
        move = Play(text, mark.ply, mark.branch)
        answer = await visit.table.act(visit.by(), mark.game, move, seen=visit.game)
    except (StaleMove, NotationError):
        await show_present(visit, mark.game)
        return
    await played(visit, answer, text)


async def _chosen(visit: Visit, mark: Target) -> tuple[Choosing, int]:
    """The choice that a button leads to, in the position it was posted in, and the number of its
    page."""
    questions = await _questions(visit, mark.game, mark.ply, mark.branch)
    return await chosen(visit, questions, mark.rest)


async def chosen(
    visit: Visit, questions: Questions, text: str, kind: str = ""
) -> tuple[Choosing, int]:
    """The choice that a link leads to, and the number of its page; StaleMove if its draft was
    replaced, or it would take back what stays."""
    link = parsed(text)
    if link is None:
        raise Mistake("refused.unknown_button")
    if link.draft:
        position = questions.position
        draft = await visit.table.drafts.of(position, kind)
        if digest(draft) != link.draft:
            raise StaleMove(position.game.id, position.ply)
        link = replace(link, base=draft, draft="")
    parts = led_to(questions.ask, link)
    if questions.stay and tuple((parts or ())[: len(questions.stay)]) != questions.stay:
        raise StaleMove(questions.position.game.id, questions.position.ply)
    if parts is None:
        raise Mistake("refused.unknown_button")
    return questions.after(parts), link.page


def whole(choosing: Choosing) -> Choosing:
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


async def played(visit: Visit, answer: Answer, text: str) -> None:
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
