"""What decided a game, as its last post tells it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord.pages.end_posts import headline
from bot.locale import ENGLISH, languages, words_of
from bot.match.game import Game, Status
from bot.presentation.endings import describe_decision, find_deciding_move
from bot.table.games import ScoredFrame, Story
from tests.bot.discord.pages.test_several import RUNNING

WORDS = words_of(ENGLISH)
OVER = replace(RUNNING, kind="castle", status=Status.FINISHED, to_act=None, winners=(0,))


def texts(*, at_end: Sequence[int] = (0, 0), **by_source: Sequence[int]) -> Any:
    """Texts of a game whose final scoring is in the events `end`."""

    def points_by_source(events: Any, seats: int) -> Sequence[Mapping[str, int]]:
        return [
            {source: points[seat] for source, points in by_source.items()} for seat in range(seats)
        ]

    return SimpleNamespace(
        kind="castle",
        points_at_end=lambda events, seats: at_end if "end" in events else [0] * seats,
        points_by_source=points_by_source,
    )


def story(game: Game, *scores: Sequence[int]) -> Story:
    """The scores after each move, the last of which ended the game."""
    frames = [
        ScoredFrame(None, (f"move {ply}",), tuple(points)) for ply, points in enumerate(scores)
    ]
    frames[-1] = replace(frames[-1], events=(*frames[-1].events, "end"))
    return Story(game, tuple(frames), ())


def test_the_move_that_gained_most_on_the_others_decided() -> None:
    played = story(OVER, (0, 0), (9, 9), (14, 9), (14, 15), (17, 15))
    move = find_deciding_move(texts(), played)
    assert move is not None
    assert (move.ply, move.points, move.events) == (2, 5, ("move 2",))


def test_the_final_scoring_is_no_moves() -> None:
    played = story(OVER, (0, 0), (3, 0), (40, 20))
    move = find_deciding_move(texts(at_end=(36, 20)), played)
    assert move is not None
    assert (move.ply, move.points) == (1, 3)


@pytest.mark.parametrize(
    "game", [replace(OVER, winners=(0, 1)), replace(OVER, status=Status.RESIGNED)]
)
def test_no_move_decided_a_shared_win_or_an_early_end(game: Game) -> None:
    played = story(game, (0, 0), (10, 0))
    assert find_deciding_move(texts(), played) is None
    assert describe_decision(WORDS, texts(path=(10, 0)), played, None) == ""


def test_a_sentence_says_which_source_and_which_move_decided() -> None:
    played = story(OVER, (0, 0), (12, 0), (12, 8), (14, 8))
    told = texts(path=(10, 2), tower=(4, 6))
    said = describe_decision(WORDS, told, played, find_deciding_move(told, played))
    assert said == "What decided it: paths 10 : 2 and move 1 with 12 points (marked)."


def test_a_final_scoring_that_turned_the_game_is_named_first() -> None:
    played = story(OVER, (0, 0), (2, 9), (30, 12))
    told = texts(at_end=(28, 3), path=(2, 9))
    said = describe_decision(WORDS, told, played, find_deciding_move(told, played))
    assert said == "What decided it: the final scoring 28 : 3."


@pytest.mark.parametrize("language", languages())
def test_the_winners_points_come_first(language: str) -> None:
    game = replace(OVER, seats=RUNNING.seats[:2], winners=(1,))
    assert headline(words_of(language), game, (60, 87)).endswith(" 87–60")
