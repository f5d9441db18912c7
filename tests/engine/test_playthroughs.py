"""Every recorded game plays exactly as it was written down.

If a change is intended, `python -m tests.engine.playthroughs` rewrites the games.
"""

from pathlib import Path

import pytest

from engine.games import GAMES
from tests.engine.conformance.adapters import ADAPTERS
from tests.engine.playthroughs import FOLDER, read_playthrough

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_plays_through_as_before(path: Path) -> None:
    text = path.read_text("utf-8")
    assert read_playthrough(text).text().splitlines() == text.splitlines()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_is_played_to_its_end(path: Path) -> None:
    assert path.read_text("utf-8").endswith("\nto act: None\n")


def test_every_game_has_recorded_games() -> None:
    games = {read_playthrough(path.read_text("utf-8")).game for path in FILES}
    assert games == set(GAMES)


def test_every_game_has_an_adapter() -> None:
    assert ADAPTERS.keys() == GAMES.keys()
