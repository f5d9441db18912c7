"""A hint: moves marked on one board, and what each should bring, and why it and not another."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from bot.games.face import AnyFace
from bot.games.texts import Texts
from bot.locale import Words
from bot.presentation.names import raw_names
from bot.table.choosing import ChoiceProgress, Questions
from engine.players.expert import Reason
from engine.players.search import Idea
from render.picture.names import format_with_sign
from render.pictures import Drawing
from render.subject import Mark, Names, Subject

# The most reasons that a hint gives for a move, and the most of them that are about what it scores.
MOST_REASONS = 2
MOST_SCORED = 2
# The longest text of several reasons, in characters: it takes two lines beside a button.
LONGEST_WHY = 66
# A reason is slight beside the weightiest one if it is worth less than this share of it.
SLIGHT = 0.25

AnyTexts = Texts[Any, Any]


class SuggestedMove(NamedTuple):
    choosing: ChoiceProgress
    line: str
    """What it should bring, and why."""


class Hint(NamedTuple):
    common: Sequence[str]
    """What all its moves have in common."""
    moves: Sequence[SuggestedMove]
    drawing: Drawing
    """All of them on one board; its alt text says which is which."""


def tell_hint(
    words: Words, face: AnyFace, names: Names, questions: Questions, ideas: Sequence[Idea[str]]
) -> Hint:
    view = questions.position.view
    moves = [questions.after(questions.read(idea.move)) for idea in ideas]
    spelt_moves = [
        face.choices.spell_out(words, view, move.walk.parts) or move.text for move in moves
    ]
    lines = [*hint_lines(words, face.texts, names, ideas, spelt_moves)]
    common = lines[: -len(moves)]
    legend = [
        words("panel.mark", name=number, what=spelt) for number, spelt in enumerate(spelt_moves, 1)
    ]
    drawing = draw_suggestions(words, face, questions, moves)
    return Hint(
        common,
        [SuggestedMove(*move) for move in zip(moves, lines[-len(moves) :], strict=True)],
        replace(drawing, alt=f"{'; '.join(legend)}. {drawing.alt}"),
    )


def draw_suggestions(
    words: Words, face: AnyFace, questions: Questions, moves: Sequence[ChoiceProgress]
) -> Drawing:
    """Draw these moves on one board, numbered."""
    position = questions.position
    marks = [Mark(str(number), move.walk.parts) for number, move in enumerate(moves, 1)]
    names = raw_names(position.game)
    subject: Subject[object, object] = Subject(position.view, names, marks=marks)
    return face.pictures.suggestions(words, subject)


def hint_lines(
    words: Words,
    texts: AnyTexts,
    names: Names,
    ideas: Sequence[Idea[str]],
    moves: Sequence[str],
) -> Iterator[str]:
    """Write a line for each idea: what it scores, and what else sets it apart from the others.
    `moves` are the moves in words: where nothing does, the place is what differs. What all have in
    common is told once, before them."""
    common = _common_reasons(ideas)
    if common:
        yield words("hint.all", why=texts.explain(words, names, common[0]))
    said_before: list[Sequence[Said]] = []
    for number, (idea, move) in enumerate(zip(ideas, moves, strict=True), 1):
        scored = [reason for reason in idea.reasons if reason.scored][:MOST_SCORED]
        judged = _judged_reasons(idea, common, MOST_REASONS - len(scored))
        told = [texts.explain(words, names, reason) for reason in scored]
        said = [*map(_said, scored), *map(_said, judged)]
        if said in said_before:
            if judged:
                told.append(words("hint.like", number=said_before.index(said) + 1))
            told.append(move)
        else:
            told += [explain_judged(words, texts, names, reason) for reason in judged]
            while len(told) > 1 and len(" · ".join(told)) > LONGEST_WHY:
                told.pop()
        said_before.append(said)
        why = " · ".join(told) or move
        lead = format_with_sign(words, round(10 * idea.worth))
        yield words("hint.entry", number=number, lead=lead, why=why)


def explain_best(
    words: Words, texts: AnyTexts, names: Names, ideas: Sequence[Idea[str]]
) -> tuple[Idea[str], str]:
    """Choose the best idea for which something speaks, and say what does most."""
    for idea in ideas:
        for reason in idea.reasons:
            if reason.is_good:
                return idea, texts.explain(words, names, reason)
    return ideas[0], words("explained.nothing")


def explain_judged(words: Words, texts: AnyTexts, names: Names, reason: Reason) -> str:
    """Put a reason into words, after the points that it is judged to be worth."""
    why = texts.explain(words, names, reason)
    points = round(10 * reason.points)
    if not points:
        return why
    return words("hint.because", why=why, points=format_with_sign(words, points))


# What is said of a reason, apart from what it is judged to be worth.
Said = tuple[str, Mapping[str, str | int]]


def _said(reason: Reason) -> Said:
    return reason.name, reason.facts


def _common_reasons(ideas: Sequence[Idea[str]]) -> Sequence[Reason]:
    """List the judged reasons that every one of several ideas has, whatever they are worth in
    each."""
    if len(ideas) < 2:
        return ()
    first, *others = ideas
    return [
        reason
        for reason in first.reasons
        if not reason.scored and all(_said(reason) in map(_said, idea.reasons) for idea in others)
    ]


def _judged_reasons(idea: Idea[str], common: Sequence[Reason], number: int) -> Sequence[Reason]:
    """Choose so many of the reasons that are not about what is scored, at least one; those that
    weigh little beside the first are left out."""
    said_of_all = [*map(_said, common)]
    judged = [
        reason for reason in idea.reasons if not reason.scored and _said(reason) not in said_of_all
    ]
    least = SLIGHT * max((abs(reason.points) for reason in judged), default=0.0)
    return [reason for reason in judged if abs(reason.points) >= least][: max(1, number)]
