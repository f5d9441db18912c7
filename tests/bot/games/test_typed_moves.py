"""What people type as a move: whatever they are shown or offered in any language is understood."""

import pytest

from bot.discord.features.typed_moves import LONGEST_COMPLETION, MOST_COMPLETIONS
from bot.games.face import AnyFace
from bot.locale import languages
from render.board.aliases import alias
from tests.bot.games.played import plies
from tests.bot.games.typing import first_choices, typed_moves

EVERY = {"castle": 60, "carcassonne": 30, "castellan": 10}


@pytest.mark.parametrize("language", languages())
def test_every_line_shown_for_a_move_can_be_typed(kind: str, face: AnyFace, language: str) -> None:
    for ply in plies(kind, EVERY[kind]):
        moves = typed_moves(kind, face.choices, ply.before, language)
        text = ply.rules.move_text(ply.move)
        spelled = face.choices.spell_out(moves.words, ply.seen, ply.parts)
        for line in (text, alias(text), spelled):
            for typed in (line, line.lower(), line.upper()):
                assert moves.matches(typed) == [moves.exact(text)], typed


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", ["castle", "carcassonne"])
def test_every_offer_fits_and_is_read_as_what_it_stands_for(
    kind: str, face: AnyFace, language: str
) -> None:
    for ply in plies(kind, 60):
        moves = typed_moves(kind, face.choices, ply.before, language)
        for start in ("", *first_choices(moves)[::4]):
            completions = moves.completions(start)
            assert 0 < len(completions) <= MOST_COMPLETIONS or len(start) < 2
            assert len({name for name, _ in completions}) == len(completions)
            for name, text in completions:
                assert 0 < len(name) <= LONGEST_COMPLETION
                if not name.endswith("…"):
                    assert moves.matches(name) == [text] == moves.matches(text)
                    assert text in {offer.text for offer in moves.completions(name)}


def test_nothing_is_meant_by_nothing(kind: str, face: AnyFace) -> None:
    moves = typed_moves(kind, face.choices, plies(kind)[0].before)
    assert moves.matches("") == []
    assert moves.matches(" …") == []
