"""The first game plays with those who are new: in their first turns, below the panel and after it,
a move that the computer would play, and why. A tap ends it for good."""

from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import button
from bot.discord.pages.page import PageButton, Target, page
from bot.discord.pages.panel import Panel
from bot.discord.pages.wording import names_of
from bot.match.computers import Ideas
from bot.match.errors import Refused, StaleMove
from bot.presentation.hints import explain_best
from bot.process.worker_processes import WorkerEnded
from bot.table.choosing import Questions
from render.pictures import ILLUSTRATED, Drawing


async def explain_move(visit: Visit, panel: Panel) -> None:
    """Add the explanation to a panel on which nothing is chosen, unless its position has passed by
    then. Nobody has asked for it, so that nothing is said where it fails."""
    game = panel.game
    if not visit.table.hints.is_offered(game):
        return
    if not await visit.table.learning.is_explained(visit.user_id, game):
        return
    try:
        judged, ideas = await visit.table.hints.take_first_sight(game.id, visit.user_id)
    except (Refused, StaleMove, WorkerEnded):
        return
    current = await visit.table.games.get(game.id)
    if (current.ply, current.branch) == (judged.position.ply, judged.position.game.branch):
        await _add_explanation(visit, panel, judged, ideas)


async def _add_explanation(visit: Visit, panel: Panel, questions: Questions, ideas: Ideas) -> None:
    words = visit.words
    position = questions.position
    face = visit.face(position.game)
    idea, why = explain_best(words, face.texts, names_of(words, position.game), ideas)
    choosing = questions.after(questions.read(idea.move))
    parts = choosing.walk.parts
    move = face.choices.describe_state(words, position.view, parts, choosing.events)
    if mark := panel.mark_of(parts[0][1]):
        move = f"{mark} · {move}"
    text = words("explained.move", move=move, why=why)
    is_first = position.ply < len(position.game.seats)
    options = position.game.options
    primer = face.pictures.illustration(words, ILLUSTRATED, options) if is_first else None
    button = PageButton("unexplained", Target(rest=face.texts.kind), words("button.unexplained"))
    drawings: list[Drawing] = [] if primer is None else [primer]
    key = (words.language, face.texts.kind, "primer")
    await visit.add(page(text, *drawings, [button], key=key))


@button("unexplained", in_place=True)
async def explain_no_more(visit: Visit, target: Target) -> None:
    kind = target.rest
    if kind not in visit.desk.faces:
        raise Mistake("refused.unknown_button")
    await visit.table.learning.explain_no_more(visit.user_id)
    await visit.say("explained.ended", kind=kind)
