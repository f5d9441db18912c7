"""What the buttons of the move panel do, from Play to Confirm."""

from contextlib import suppress

from discord import ButtonStyle

from bot.discord.answering.allowance import PICTURE, TooFast
from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.pages.buttons import Mark, Press
from bot.discord.pages.looks import board_look
from bot.discord.pages.page import page
from bot.discord.pages.panel.panel import Panel, meant
from bot.discord.pages.posts.boards import mark_of
from bot.discord.pages.posts.notices import claim_label, claim_told
from bot.discord.pages.wording.moments import moment_text
from bot.discord.pages.wording.naming import names_of
from bot.match.actions import Answer, Play
from bot.match.errors import Refused, StaleMove, Why
from bot.match.game import Game
from bot.match.life.changes import may_claim_at
from bot.match.rules import rules_of
from bot.table.reading.games import Choices


async def play(visit: Visit, mark: Mark) -> None:
    """Open the panel: of the position there is now, whatever the button was posted under."""
    await open_panel(visit, mark.game)


async def open_panel(visit: Visit, game_id: int, number: int = 0) -> None:
    visit.pay(PICTURE)
    try:
        choices = await _choices(visit, game_id)
    except Refused as refused:
        if refused.why is not Why.NOT_YOUR_TURN:
            raise
        await _wait(visit, game_id)
    else:
        await visit.show(_panel(visit, choices).first(number))


async def _wait(visit: Visit, game_id: int) -> None:
    """It is another player's turn; who waits for very long may claim the game."""
    game = visit.about(await visit.table.games.get(game_id))
    at = may_claim_at(game, visit.table.patience)
    text = visit.words("play.not_yours", name=names_of(visit.words, game)[game.to_act or 0])
    order = _to_orders(visit, game)
    if at > visit.table.clock():
        waits = f"{text} {claim_told(visit.words, game, when=moment_text(at))}"
        await visit.show(page(waits, order))
        return
    button = Press("claim", Mark(game.id), claim_label(visit.words, game), ButtonStyle.danger)
    await visit.show(page(f"{text} {claim_told(visit.words, game)}", [button, *order]))


def _to_orders(visit: Visit, game: Game) -> list[Press]:
    """Whoever waits can leave an order for what they may draw, where players draw at all."""
    if not rules_of(game.kind).draws:
        return []
    return [Press("orders", Mark(game.id), visit.words("button.leave_order"))]


async def turn_page(visit: Visit, mark: Mark) -> None:
    if not mark.rest.isdecimal():
        raise Mistake("refused.unknown_button")
    await open_panel(visit, mark.game, int(mark.rest))


async def try_move(visit: Visit, mark: Mark) -> None:
    """Look at a move before playing it."""
    visit.pay(PICTURE)
    try:
        text = await _notation(visit, mark)
        foreseen = await visit.table.games.foresee(
            mark.game, visit.user_id, mark.ply, mark.branch, text
        )
    except StaleMove:
        await show_present(visit, mark.game)
        return
    visit.about(foreseen.choices.position.game)
    await visit.show(_panel(visit, foreseen.choices).move(foreseen.move, foreseen.events))


async def do_move(visit: Visit, mark: Mark) -> None:
    """Play what was looked at, exactly once; a second press shows what came of the first."""
    try:
        text = await _notation(visit, mark)
        move = Play(text, mark.ply, mark.branch)
        answer = await visit.table.act(visit.by(), mark.game, move, seen=visit.game)
    except StaleMove:
        await show_present(visit, mark.game)
        return
    await played(visit, answer, text)


async def _notation(visit: Visit, mark: Mark) -> str:
    """The move in the id of a button; one that was too long for it is found by its digest."""
    token = mark.rest[1:]
    if not token.startswith("#"):
        return token
    choices = await _choices(visit, mark.game)
    move = meant(choices, token)
    if move is None or not _is_current(choices, mark):
        raise StaleMove(mark.game, choices.position.ply)
    return move.text


async def played(visit: Visit, answer: Answer, text: str) -> None:
    """After a move: what comes next, if it is this person's again."""
    if answer.waits_for in (visit.user_id, None):
        with suppress(Refused, TooFast):
            visit.pay(PICTURE)
            choices = await _choices(visit, answer.game_id)
            await visit.show(_panel(visit, choices).first())
            return
    said = visit.words("panel.played", move=text)
    assert visit.game is not None, "what was played was about a game"
    await visit.show(page(said, _to_orders(visit, visit.game)))


async def show_present(visit: Visit, game_id: int) -> None:
    """What the pressed button did not know yet: the panel there is now, else the board."""
    visit.pay(PICTURE)
    try:
        shown = _panel(visit, await _choices(visit, game_id)).first()
    except Refused:
        position = await visit.table.games.position(game_id, visit.user_id)
        game = visit.about(position.game)
        shown = board_look(visit.words, visit.face(game), position, buttons=False)
    await visit.show(shown)
    await visit.add(page(visit.refusal("refused.stale")))


async def _choices(visit: Visit, game_id: int) -> Choices:
    choices = await visit.table.games.choices(game_id, visit.user_id)
    visit.about(choices.position.game)
    return choices


def _panel(visit: Visit, choices: Choices) -> Panel:
    return Panel(visit.words, visit.face(choices.position.game), choices)


def _is_current(choices: Choices, mark: Mark) -> bool:
    now = mark_of(choices.position)
    return (mark.branch, mark.ply) == (now.branch, now.ply)
