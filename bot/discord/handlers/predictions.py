"""The buttons of predictions, from Predict to sealing one."""

from dataclasses import replace

from bot.discord.answering.allowance import PICTURE
from bot.discord.answering.visit import Visit
from bot.discord.handlers.panel import chosen, page_number, whole
from bot.discord.pages.buttons import PageButton, Target
from bot.discord.pages.page import page
from bot.discord.pages.panel.panel import Panel
from bot.discord.pages.panel.ways import PanelMode
from bot.discord.pages.posts.boards import target_at
from bot.discord.pages.posts.predictions import predictions_told
from bot.discord.pages.wording.naming import names_of
from bot.match.errors import Refused, StaleMove, Why
from bot.match.results.predictions import FIRST, MORE
from bot.table.reading.choosing import Choosing
from bot.table.reading.predictions import Predictable

PREDICTING = PanelMode(
    page="guesspage",
    look="guesstry",
    do="guessdo",
    begun="predict.begun",
    move="predict.move",
    confirm="button.seal",
    moves=False,
)


async def guess(visit: Visit, mark: Target) -> None:
    """Open the panel for what can be predicted now, whichever position the button was posted
    under."""
    await _open(visit, mark.game)


async def turn_guess_page(visit: Visit, mark: Target) -> None:
    await _open(visit, mark.game, page_number(mark.rest))


async def try_guess(visit: Visit, mark: Target) -> None:
    """Preview a prediction before it is sealed."""
    visit.pay(PICTURE)
    try:
        choosing, number = await _chosen(visit, mark)
    except StaleMove:
        await _show_present(visit, mark.game)
        return
    await visit.show(_panel(visit, choosing).page(number))


async def seal_guess(visit: Visit, mark: Target) -> None:
    """Replaces this person's earlier prediction of the move."""
    try:
        choosing = whole((await _chosen(visit, mark))[0])
        sealed = await visit.table.predictions.predict(
            visit.by(), mark.game, mark.ply, mark.branch, choosing.walk.parts
        )
    except StaleMove:
        await _show_present(visit, mark.game)
        return
    guess = _panel(visit, choosing).named()
    told = [visit.words("predict.sealed", guess=guess), *_others(visit, sealed)]
    table = await visit.table.predictions.table(choosing.position.game)
    change = PageButton(
        "guesspage", target_at(choosing.position, "0"), visit.words("button.change")
    )
    parts = [predictions_told(visit.words, table)] if table else []
    await visit.show(page("\n".join(told), *parts, [change, _to_table(visit, mark.game)]))


async def guesses(visit: Visit, mark: Target) -> None:
    """Show how well everybody has predicted in this game; open to anybody."""
    game = visit.about(await visit.table.games.get(mark.game))
    await visit.say(predictions_told(visit.words, await visit.table.predictions.table(game)))


async def _open(visit: Visit, game_id: int, number: int = 0) -> None:
    """Open the panel; with nothing to predict, still offer the table of predictions."""
    visit.pay(PICTURE)
    try:
        found = await visit.table.predictions.predictable(game_id, visit.user_id)
    except Refused as refused:
        if refused.why not in (Why.YOUR_GAME, Why.HAD_A_SEAT, Why.NOTHING_TO_PREDICT):
            raise
        told = visit.refusal(f"refused.{refused.why}")
        await visit.show(page(told, [_to_table(visit, game_id)]))
    else:
        panel = _panel(visit, found.questions.after())
        await visit.show(replace(panel, note=_note(visit, found)).page(number))


async def _show_present(visit: Visit, game_id: int) -> None:
    """Show how things are now, as the button is stale."""
    try:
        await _open(visit, game_id)
    except Refused:
        await guesses(visit, Target(game_id))
    await visit.add(page(visit.refusal("refused.stale")))


async def _chosen(visit: Visit, mark: Target) -> tuple[Choosing, int]:
    questions = await visit.table.predictions.questions(
        mark.game, visit.user_id, mark.ply, mark.branch
    )
    return await chosen(visit, questions, mark.rest)


def _panel(visit: Visit, choosing: Choosing) -> Panel:
    face = visit.face(visit.about(choosing.position.game))
    return Panel(visit.words, face, choosing, PREDICTING)


def _note(visit: Visit, found: Predictable) -> str:
    words, game = visit.words, visit.about(found.questions.position.game)
    name = names_of(words, game)[game.to_act or 0]
    lines = [words(f"{game.kind}.predict", name=name, first=FIRST, more=MORE)]
    if found.own:
        guess = _panel(visit, found.questions.after(found.own)).named()
        lines.append(words("predict.own", guess=guess))
    return "\n".join([*lines, *_others(visit, found)])


def _others(visit: Visit, found: Predictable) -> list[str]:
    return [visit.words("predict.others", count=found.others)] if found.others else []


def _to_table(visit: Visit, game_id: int) -> PageButton:
    return PageButton("guesses", Target(game_id), visit.words("button.predictions"))
