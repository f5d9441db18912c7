"""The face of Harvest has a picture and a text for everything, and shows a hand only to its
owner."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.locale import FOLDERS, Words
from bot.match.results import Statistics
from engine.errors import NotationError
from engine.games import GAMES
from render.locale import words_of
from render.pictures import Drawing
from render.subject import Subject
from render.tables.replay import Frame
from tests.engine.conformance.candidates import Candidate
from tests.engine.conformance.recording import Line, lines
from tests.harvest.face import FACE
from tests.harvest.face.choices import HarvestChoices
from tests.harvest.rules import turn
from tests.harvest.rules.moves import Expected
from tests.harvest.rules.rules import harvest

NAMES = ("Anna", "Ben", "Carla", "Dora")
WORDS = words_of("en", (*FOLDERS, Path(__file__).parent / "locale"))


def drawings(words: Words, line: Line, seat: int | None) -> Iterator[Drawing]:
    """Every picture of a game that anybody can see."""
    names = NAMES[: line.state.setup.seats]
    events_of_moves = [harvest.events_for(events, seat) for _, events in line.positions]
    frames = [
        Frame(harvest.view(state, seat), events)
        for (state, _), events in zip(line.positions, events_of_moves, strict=True)
    ]
    for frame in frames:
        yield FACE.pictures.board(
            words, Subject(frame.view, names), overlays=FACE.pictures.overlays
        )
        yield from FACE.pictures.opening(words, Subject(frame.view, names))
        yield FACE.pictures.supply(words, Subject(frame.view, names))
    final = FACE.pictures.final(words, Subject(frames[-1].view, names), events_of_moves)
    assert final is not None
    yield final
    yield FACE.pictures.chart(words, events_of_moves, names)
    yield FACE.pictures.replay(words, frames, names)
    yield FACE.averages(words, [("Anna", Statistics(games=1))])


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_every_picture_can_be_painted_and_read(candidate: Candidate, seat: int | None) -> None:
    pictures = list(drawings(WORDS, lines(candidate)[0], seat))
    assert all(0 < len(drawing.alt) <= 1024 for drawing in pictures)
    last = {drawing.filename: drawing for drawing in pictures}
    assert len(last) == 6
    assert all(drawing.paint() for drawing in last.values())


def test_everything_that_happens_and_waits_is_told(candidate: Candidate) -> None:
    for line in lines(candidate):
        names = NAMES[: line.state.setup.seats]
        for state, events in line.positions[1:]:
            assert FACE.texts.report(WORDS, names, events).lines()
            assert FACE.texts.prompt(WORDS, harvest.view(state, None))
            assert FACE.texts.describe_preview(
                WORDS, harvest.view(state, 0), names, harvest.known_in_advance(events)
            )
            assert (
                len(FACE.pictures.text_board(WORDS, Subject(harvest.view(state, 0), names))) <= 1900
            )
        scored = FACE.texts.describe_scores(WORDS, names, [events for _, events in line.positions])
        assert all(f"**{name}**" in scored for name in names)


def test_the_drawn_cards_are_told_to_who_drew_them_alone(candidate: Candidate) -> None:
    state, _ = lines(candidate)[0].positions[0]
    chosen = harvest.question(state, [])
    assert chosen is not None
    move = harvest.parse_move(f"{chosen.choices[0]} {state.hands[state.seat][0]}")
    _, events = harvest.apply(state, state.seat, move)
    telling = [
        "\n".join(FACE.texts.report(WORDS, NAMES, harvest.events_for(events, seat)).lines())
        for seat in (0, 1, 2, None)
    ]
    assert len(set(telling)) == 2
    assert [state.seat == seat for seat in (0, 1, 2, None)] == [
        " draws " in report for report in telling
    ]


def test_a_begun_move_is_previewed_with_the_rest_of_the_hand() -> None:
    state, _ = harvest.begin("a seed", {}, 0)
    card = state.hands[0][0]
    parts = [("field", "barley"), ("card", str(card)), ("field2", "pumpkins")]
    alt = FACE.pictures.preview(WORDS, Subject(harvest.view(state, 0), NAMES[:3], parts=parts)).alt
    left = " ".join(map(str, state.hands[0][1:]))
    assert alt.endswith(f"Sown in this turn\nbarley {card}\nYour hand {left}")


def test_a_spelled_move_is_typed_like_the_notation() -> None:
    text = "barley 7 pumpkins 3"
    spelled = HarvestChoices().spell_out(WORDS, None, harvest.parts(harvest.parse_move(text)))
    assert spelled == "barley 7 · pumpkins 3"
    split_typed = HarvestChoices().split_typed
    assert split_typed(None, spelled) == split_typed(None, text)


def reasons() -> set[str]:
    """Every reason for refusing a move."""
    tree = ast.parse(Path(turn.__file__).read_text("utf-8"))
    raised = {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalMove"
        if isinstance(node.args[0], ast.Constant)
    }
    all_reasons: set[Any] = raised | {
        node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Constant)
        if isinstance(node.value.value, str)
    }
    return all_reasons


def test_every_refusal_has_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "harvest", harvest)
    assert len(reasons()) == 7
    for reason in reasons():
        refusal = FACE.texts.refusal(WORDS, NAMES, reason, {"field": "barley", "card": 7})
        assert refusal.why
        assert refusal.next
    for expected in Expected:
        refusal = FACE.texts.syntax_refusal(WORDS, NotationError("x", "x", expected))
        assert "`x` cannot be read here" in refusal.why
        assert "barley 7" in refusal.next
