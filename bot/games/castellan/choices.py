"""Implements `bot.games.choices.Choices`: the questions of a turn step by step, each choice as the
label of a button, and a turn on one line, which is its notation.

A card is named with what it shows, and a place as in the picture, with what the piece would bring
there. Two choices of one step never have the same label.
"""

from collections.abc import Sequence

from bot.games.castellan.gains import brought, plan_after
from bot.games.castellan.naming import kind_named
from bot.games.castellan.typing import split_typed
from bot.locale import Words
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.notation import (
    BUILD,
    NO_DOUBLE,
    assemble,
    move_text,
    parse_cell,
    parse_piece,
)
from engine.castellan.vocabulary.pieces import KINDS
from engine.questions import Part
from render.castellan.piece_words import card_told

__all__ = ["kinds", "label", "question", "representative", "spell_out", "split_typed"]


def question(words: Words, step: str) -> str:
    """If a question is asked several times, the first time has its own text."""
    name = _name(step)
    return words(f"castellan.question.{name if step == name else f'more.{name}'}")


def _name(step: str) -> str:
    """`place` for `place4`."""
    return step.rstrip("0123456789")


def label(words: Words, view: View, before: Sequence[Part], step: str, token: str) -> str:
    match _name(step):
        case "card" if token == BUILD:
            return words("castellan.choice.build")
        case "card":
            shown = card_told(words, view.cards.by_id[token])
            return words("castellan.choice.card", card=token, shown=shown)
        case "kind":
            [kind] = [kind for kind in KINDS if kind == token]
            return kind_named(words, kind)
        case "place":
            return _place(words, view, before, token)
        case "double" if token == NO_DOUBLE:
            return words("castellan.choice.no_double")
        case "double":
            return _double(words, view, before, token)
        case "draw":
            return _draw(words, step, token)
        case _:
            raise ValueError(f"Castellan has no step {step!r}")


def _place(words: Words, view: View, before: Sequence[Part], token: str) -> str:
    """`3,1E`, or `3,1E · closes, +5`."""
    kind = before[-1][1]
    found = brought(plan_after(view, before), parse_piece(f"{kind[0]}{token}"))
    if found is None:
        return token
    deed = words(f"castellan.deed.{found.deed}", points=f"{found.points:+}")
    return words("castellan.choice.place", place=token, deed=deed)


def _double(words: Words, view: View, before: Sequence[Part], token: str) -> str:
    """A courtyard for the double keep, with the points that it would then give."""
    plan = plan_after(view, before)
    towers = plan.towers_of(plan.owned[parse_cell(token)])
    return words(
        "castellan.choice.double", cell=token, points=words("words.points", count=2 * towers)
    )


def _draw(words: Words, step: str, deck: str) -> str:
    """The draws after the first are numbered, since all of them stand on one page."""
    number = step.removeprefix("draw")
    if not number:
        return words(f"castellan.choice.draw.{deck}")
    return words(f"castellan.choice.draw_more.{deck}", number=number)


def representative(view: View, step: str, token: str) -> str:
    """No two choices look and act alike."""
    return token


def spell_out(words: Words, view: View, parts: Sequence[Part]) -> str:
    """The notation of the parts so far: `T1 W3`, `T1 W3: t0,0`, `T1 W3: t0,0 s`."""
    turn, named = assemble(parts), [(_name(step), token) for step, token in parts]
    if ("card", BUILD) not in named:
        return " ".join(turn.cards)
    step, token = named[-1]
    return f"{move_text(turn)} {token[0]}" if step == "kind" else move_text(turn)


def kinds(words: Words, view: View) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
    """No kinds, as there are no orders for what is drawn."""
    return ()
