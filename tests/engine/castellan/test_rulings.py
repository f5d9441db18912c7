"""Every ruling K1 to K21 has a test with its number in its name."""

import re
from pathlib import Path

NAMES = re.findall(
    r"^def test_k(\d+)_\w+",
    "\n".join(path.read_text("utf-8") for path in Path(__file__).parent.rglob("test_*.py")),
    re.MULTILINE,
)


def test_every_ruling_has_a_test_and_no_other_is_tested() -> None:
    assert {int(number) for number in NAMES} == set(range(1, 22))
