"""Follower that a panel places unasked: one that comes straight back with its points.

Only what its player knows in advance counts, added up by the rules; nothing is searched or weighed.
"""

from collections.abc import Sequence

from bot.games.face import AnyChoices
from bot.match.rules import rules_of
from bot.presentation.choice_links import Link
from bot.table.choosing import ChoiceProgress, Questions
from engine.questions import Part, parts_from, walk


def with_follower(
    choices: AnyChoices, questions: Questions, choosing: ChoiceProgress, link: Link
) -> ChoiceProgress:
    """Complete the choices of a link with the follower that goes without saying once a cell is
    chosen, and after another rotation, unless the follower was chosen otherwise before."""
    parts = choosing.walk.parts
    change = link.change
    at = next((number for number, (step, _) in enumerate(parts) if step == choices.placing), 0)
    if change is None or change.number >= at:
        return choosing
    if choosing.walk.answered[at].question.default is None:
        return choosing
    if change.number:
        base = parts_from(questions.ask, link.base) or ()
        before = walk(questions.ask, base).parts
        if before[at : at + 1] != (_suggest_follower(choices, questions, before[:at]),):
            return choosing
    part = _suggest_follower(choices, questions, parts[:at])
    if part == parts[at]:
        return choosing
    return questions.after((*parts[:at], part, *parts[at + 1 :]))


def _suggest_follower(choices: AnyChoices, questions: Questions, before: Sequence[Part]) -> Part:
    """Choose the follower that is back at once with the most points; the default if there is not
    one."""
    question = questions.ask(before)
    position = questions.position
    seat = position.seat
    points = rules_of(position.game.kind).points
    assert question is not None
    assert question.default is not None
    assert seat is not None

    def count_gains(token: str) -> tuple[int, int]:
        """Count the followers that come back, and the points."""
        events = questions.after((*before, (question.step, token))).events
        scores = points(events)
        return choices.returned(seat, events), scores[seat] if scores else 0

    usual_followers, usual_points = count_gains(question.default)
    gains: dict[int, list[str]] = {}
    for token in question.choices:
        followers, gain = count_gains(token)
        if followers > usual_followers and gain > usual_points:
            gains.setdefault(gain, []).append(token)
    best = gains[max(gains)] if gains else []
    return question.step, best[0] if len(best) == 1 else question.default
