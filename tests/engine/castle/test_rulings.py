"""Every ruling R1 to R29 has a test with its number in its name."""

import re
from pathlib import Path

import pytest

NAMES = re.findall(
    r"^def (test_r(\d+)_\w+)",
    "\n".join(path.read_text("utf-8") for path in Path(__file__).parent.rglob("test_*.py")),
    re.MULTILINE,
)


@pytest.mark.parametrize("number", range(1, 30))
def test_every_ruling_has_a_test(number: int) -> None:
    assert [name for name, found in NAMES if int(found) == number] != []


def test_no_other_ruling_is_tested() -> None:
    assert {int(found) for _, found in NAMES} == set(range(1, 30))
