"""What the buttons of predictions do, from Predict to the seal."""

from dataclasses import replace

from bot.discord.answering.allowance import PICTURE
from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.pages.buttons import Mark, Press
from bot.discord.pages.page import page
from bot.discord.pages.panel.panel import Panel, Ways, meant
from bot.discord.pages.posts.boards import mark_of
from bot.discord.pages.posts.predictions import predictions_told
from bot.discord.pages.wording.naming import names_of
from bot.match.errors import Refused, StaleMove, Why
from bot.match.results.predictions import FIRST, MORE
from bot.table.reading.games import Choice
from bot.table.reading.predictions import Predictable

PREDICTING = Ways(
    page="guesspage",
    look="guesstry",
    do="guessdo",
    move="predict.move",
    confirm="button.seal",
)


async def guess(visit: Visit, mark: Mark) -> None:
    """What can be predicted now, whatever the button was posted under."""
    await _open(visit, mark.game)


async def turn_guess_page(visit: Visit, mark: Mark) -> None:
    if not mark.rest.isdecimal():
        raise Mistake("refused.unknown_button")
    await _open(visit, mark.game, int(mark.rest))


async def try_guess(visit: Visit, mark: Mark) -> None:
    """Look at a prediction before it is sealed."""
    visit.pay(PICTURE)
    try:
        found, choice = await _meant(visit, mark)
    except StaleMove:
        await _show_present(visit, mark.game)
        return
    await visit.show(_panel(visit, found).move(choice, ()))


async def seal_guess(visit: Visit, mark: Mark) -> None:
    """In place of what this person predicted of the move before."""
    try:
        _, choice = await _meant(visit, mark)
        sealed = await visit.table.predictions.predict(
            visit.by(), mark.game, mark.ply, mark.branch, choice.text
        )
    except StaleMove:
        await _show_present(visit, mark.game)
        return
    guess = _panel(visit, sealed).named(choice)
    told = [visit.words("predict.sealed", guess=guess), *_others(visit, sealed)]
    position = sealed.choices.position
    table = await visit.table.predictions.table(position.game)
    change = Press("guesspage", mark_of(position, "0"), visit.words("button.change"))
    parts = [predictions_told(visit.words, table)] if table else []
    await visit.show(page("\n".join(told), *parts, [change, _to_table(visit, mark.game)]))


async def guesses(visit: Visit, mark: Mark) -> None:
    """How everybody's predictions of this game have done, for anybody."""
    game = visit.about(await visit.table.games.get(mark.game))
    await visit.say(predictions_told(visit.words, await visit.table.predictions.table(game)))


async def _open(visit: Visit, game_id: int, number: int = 0) -> None:
    """Whoever has nothing to predict may still look at the table."""
    visit.pay(PICTURE)
    try:
        found = await visit.table.predictions.choices(game_id, visit.user_id)
    except Refused as refused:
        if refused.why not in (Why.YOUR_GAME, Why.NOTHING_TO_PREDICT):
            raise
        told = visit.refusal(f"refused.{refused.why}")
        await visit.show(page(told, [_to_table(visit, game_id)]))
    else:
        await visit.show(_panel(visit, found).first(number))


async def _show_present(visit: Visit, game_id: int) -> None:
    """What the pressed button did not know yet."""
    try:
        await _open(visit, game_id)
    except Refused:
        await guesses(visit, Mark(game_id))
    await visit.add(page(visit.refusal("refused.stale")))


async def _meant(visit: Visit, mark: Mark) -> tuple[Predictable, Choice]:
    """The prediction in the id of a button."""
    found = await visit.table.predictions.choices(mark.game, visit.user_id, mark.ply, mark.branch)
    choice = meant(found.choices, mark.rest[1:])
    if choice is None:
        raise Mistake("refused.unknown_button")
    return found, choice


def _panel(visit: Visit, found: Predictable) -> Panel:
    words, game = visit.words, visit.about(found.choices.position.game)
    panel = Panel(words, visit.face(game), found.choices, PREDICTING)
    name = names_of(words, game)[game.to_act or 0]
    lines = [words(f"{game.kind}.predict", name=name, first=FIRST, more=MORE)]
    if found.own is not None:
        lines.append(words("predict.own", guess=panel.named(found.own)))
    note = "\n".join([*lines, *_others(visit, found)])
    return replace(panel, note=note)


def _others(visit: Visit, found: Predictable) -> list[str]:
    return [visit.words("predict.others", count=found.others)] if found.others else []


def _to_table(visit: Visit, game_id: int) -> Press:
    return Press("guesses", Mark(game_id), visit.words("button.predictions"))
