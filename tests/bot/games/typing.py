"""What can be typed as a move in a position of any game, without a table."""

from dataclasses import dataclass
from typing import Any, cast

from bot.discord.features.typed_moves import TypedMoves
from bot.games.face import AnyChoices
from bot.locale import words_of
from bot.table.choosing import Questions
from engine.games import GAMES


@dataclass(frozen=True, slots=True)
class Kind:
    kind: str


@dataclass(frozen=True, slots=True)
class Seen:
    """The parts of a position that are needed to name its moves."""

    view: Any
    game: Kind


def typed_moves(kind: str, choices: AnyChoices, state: Any, language: str = "en") -> TypedMoves:
    rules = GAMES[kind]
    seen = cast("Any", Seen(rules.view(state, rules.to_act(state)), Kind(kind)))
    return TypedMoves(words_of(language), choices, Questions(seen, state))


def first_choices(moves: TypedMoves) -> tuple[str, ...]:
    first = moves.questions.ask(())
    assert first is not None
    return first.choices
