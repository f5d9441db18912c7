"""A move in words: what its player did and for how many points, what is new in the game since, and
why. What of it stands where, and in which size, is the same for all games.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from bot.locale import Words
from render.sentences import join_shares
from render.subject import Names


class Report(NamedTuple):
    first: str
    """Who did what, for how many points; a line."""
    news: Sequence[str] = ()
    """The news that everybody should notice, such as a new lead, in a sentence each."""
    why: Sequence[str] = ()
    """Every point explained, and whatever else happened, in sentences."""
    end: Sequence[str] = ()
    """The lines of the final scoring, the last of which says who won."""
    brief: str = ""
    """The first line with what explains its points, if anything does."""

    def lines(self, score_line: str = "") -> list[str]:
        """List all of it, the explanations in small; and the score line, if it is given, unless the
        game is over, as its result is told."""
        score_lines = [score_line] if score_line and not self.end else []
        why = [f"-# {' '.join(self.why)}"] if self.why else []
        first = [self.first] if self.first else []
        return [*first, *self.news, *score_lines, *why, *self.end]

    def brief_lines(self, score_line: str = "") -> list[str]:
        """List what a spectator needs: who did what, with why it gives points, and the news, if
        there is any, with the score line."""
        line = self.brief or self.first
        first = [line] if line else []
        score_lines = [score_line] if score_line and self.news else []
        return [*first, *self.news, *score_lines]


def first_line(words: Words, names: Names, did: str, points: Mapping[int, int], seat: int) -> str:
    """Tell a deed of the player of a seat, with all points by seat that the move gave: without a
    name, where they are all that player's."""
    if not points:
        return words("report.sentence", text=did)
    shares = join_shares(words, names, points)
    if points.keys() == {seat}:
        shares = words("words.points", count=points[seat])
    return words("report.scored", did=did, points=shares)


def names_with_you(words: Words, names: Names, seat: int | None) -> Names:
    """Name the players as the player of a seat reads it: that one is `you`."""
    return [words("sentence.you") if number == seat else name for number, name in enumerate(names)]


def describe_score_line(
    words: Words,
    names: Names,
    scores: Sequence[int],
    to_come: str = "",
    gone: Collection[int] = (),
) -> str:
    """`Ben 66 – Anna 62 – (Carla 70), 8 tiles left`: those with the most points first, and last, in
    brackets, those who have left the game."""
    order = sorted(range(len(scores)), key=lambda seat: (seat in gone, -scores[seat]))
    score_line = " – ".join(
        words(
            "report.points_of_gone" if seat in gone else "report.points",
            name=names[seat],
            points=scores[seat],
        )
        for seat in order
    )
    return words("report.standing", scores=score_line, left=to_come) if to_come else score_line
