"""Where everybody's points come from, in words."""

from bot.games.face import AnyFace
from engine.games import GAMES
from tests.bot.games.kit import ENGLISH, NAMES
from tests.bot.games.played import games


def test_the_sources_add_up_to_the_scores(kind: str, face: AnyFace) -> None:
    for game in games(kind):
        moves = [ply.events for ply in game]
        lines = face.texts.describe_scores(ENGLISH, game[0].names, moves).splitlines()
        scores = GAMES[kind].points([event for events in moves for event in events])
        for line, name, score in zip(lines, game[0].names, scores, strict=True):
            assert line.startswith(f"**{name}**: {ENGLISH('words.points', count=score)}")
            parts = line.partition("(")[2].rstrip(")").split(", ")
            assert sum(int(part.split()[-1]) for part in parts if part) == score


def test_the_points_are_told_as_the_final_picture_counts_them(kind: str, face: AnyFace) -> None:
    for game in games(kind):
        names = game[0].names
        events = [event for ply in game for event in ply.events]
        lines = face.texts.describe_scores(ENGLISH, names, [events]).splitlines()
        sources = face.texts.points_by_source(events, len(names))
        for line, points in zip(lines, sources, strict=True):
            told = {ENGLISH(f"{kind}.scored.{source}", points=n) for source, n in points.items()}
            assert set(line.partition("(")[2].rstrip(")").split(", ")) == (told or {""})


def test_nobody_has_points_before_the_first_move(face: AnyFace) -> None:
    told = face.texts.describe_scores(ENGLISH, NAMES[:2], [])
    assert told == "**Anna**: 0 points\n**Ben**: 0 points"
