"""Predicting what the player to act will do."""

from dataclasses import replace

from bot.discord.answering.desk import PICTURE
from bot.discord.answering.visit import Visit
from bot.discord.features.context import button, parse_number
from bot.discord.features.playing import (
    panel_for,
    read_link,
    resolve_complete,
    resolve_link,
)
from bot.discord.pages.board_posts import predictions_table
from bot.discord.pages.page import PageButton, Target, page
from bot.discord.pages.panel import PanelMode
from bot.discord.pages.wording import names_of
from bot.match.errors import Refused, Why
from bot.table.choosing import Questions
from bot.table.predictions import PredictionSheet

PREDICTING = PanelMode(
    page_verb="guesspage",
    look_verb="guesstry",
    do_verb="guessdo",
    progress_key="predict.begun",
    move_key="predict.move",
    confirm_key="button.seal",
    explained="predict",
    chooses_move=False,
    keeps_drafts=False,
)


@button("guess")
async def on_guess(visit: Visit, target: Target) -> None:
    await on_guess_page(visit, Target(target.game, rest="0"))


@button("guesspage", in_place=True)
async def on_guess_page(visit: Visit, target: Target) -> None:
    """Open the panel for what can be predicted now, whichever position the button was posted under;
    with nothing to predict, still offer the table of predictions."""
    number = parse_number(target.rest)
    visit.pay(PICTURE)
    try:
        sheet = await visit.table.predictions.predictable(target.game, visit.user_id)
    except Refused as refusal:
        if refusal.why not in (Why.YOUR_GAME, Why.HAD_A_SEAT, Why.NOTHING_TO_PREDICT):
            raise
        why = visit.refusal(f"refused.{refusal.why}")
        await visit.show(page(why, [_table_button(visit, target.game)]))
        return
    words = visit.words
    panel = await panel_for(visit, sheet.questions.after(), PREDICTING)
    game = panel.game
    name = names_of(words, game)[game.to_act or 0]
    asked = words(f"{game.kind}.predict", name=name)
    lines: list[str] = []
    if sheet.own:
        own_panel = replace(panel, choosing=sheet.questions.after(sheet.own))
        own_guess = own_panel.spell_out()
        lines.append(words("predict.own", guess=own_guess))
    lines += _others_line(visit, sheet)
    await visit.show(replace(panel, asked=asked, note="\n".join(lines)).page(number))


async def _show_current(visit: Visit, game_id: int) -> None:
    """Show what can be predicted now, else the table of predictions."""
    try:
        await on_guess(visit, Target(game_id))
    except Refused:
        await on_guesses(visit, Target(game_id))


@button("guesstry", in_place=True, if_stale=_show_current)
async def on_guess_try(visit: Visit, target: Target) -> None:
    visit.pay(PICTURE)
    questions = await _questions(visit, target)
    link = read_link(questions, target.rest)
    panel = await panel_for(visit, resolve_link(visit, questions, link), PREDICTING)
    await visit.show(panel.page(link.page))


@button("guessdo", in_place=True, if_stale=_show_current)
async def on_guess_do(visit: Visit, target: Target) -> None:
    """Store a prediction of the move, replacing this person's earlier one."""
    words = visit.words
    choosing = resolve_complete(visit, await _questions(visit, target), target.rest)
    sheet = await visit.table.predictions.predict(
        visit.actor(), target.game, target.ply, target.branch, choosing.walk.parts
    )
    guess = (await panel_for(visit, choosing, PREDICTING)).spell_out()
    lines = [words("predict.sealed", guess=guess), *_others_line(visit, sheet)]
    table = await visit.table.predictions.table(choosing.position.game)
    table_text = predictions_table(words, table) if table else None
    change = PageButton("guesspage", Target.at(choosing.position, "0"), words("button.change"))
    await visit.show(
        page("\n".join(lines), table_text, [change, _table_button(visit, target.game)])
    )


@button("guesses")
async def on_guesses(visit: Visit, target: Target) -> None:
    """Show how well everybody has predicted in this game; open to anybody."""
    table = await visit.table.predictions.table(await visit.get_game(target.game))
    await visit.show(page(predictions_table(visit.words, table)))


async def _questions(visit: Visit, target: Target) -> Questions:
    return await visit.table.predictions.questions(
        target.game, visit.user_id, target.ply, target.branch
    )


def _others_line(visit: Visit, sheet: PredictionSheet) -> list[str]:
    return [visit.words("predict.others", count=sheet.others)] if sheet.others else []


def _table_button(visit: Visit, game_id: int) -> PageButton:
    return PageButton("guesses", Target(game_id), visit.words("button.predictions"))
