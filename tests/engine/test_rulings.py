"""Every ruling of a game has a test with its number in its name, such as C18."""

import re
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("game", "letter", "last"),
    [
        ("carcassonne", "c", 21),
        ("carcassonne", "rv", 8),
        ("carcassonne", "ic", 8),
        ("castle", "r", 29),
        ("castellan", "k", 21),
    ],
)
def test_every_ruling_has_a_test_and_no_other_is_tested(game: str, letter: str, last: int) -> None:
    tests = (Path(__file__).parent / game).rglob("test_*.py")
    text = "\n".join(path.read_text("utf-8") for path in tests)
    numbers = re.findall(rf"^def test_{letter}(\d+)_\w+", text, re.MULTILINE)
    assert {int(number) for number in numbers} == set(range(1, last + 1))
