"""A move in words: what its player did and for how many points, what is new in the game since, and
why. What of it stands where, and in which size, is the same for all games.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from bot.locale import Words
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

    def lines(self, score_line: str = "") -> list[str]:
        """All of it, the explanations in small; and the score line, if it is given, unless the game
        is over, as its result is told."""
        score_lines = [score_line] if score_line and not self.end else []
        why = [f"-# {' '.join(self.why)}"] if self.why else []
        first = [self.first] if self.first else []
        return [*first, *self.news, *score_lines, *why, *self.end]


def first_line(words: Words, names: Names, did: str, points: Mapping[int, int], seat: int) -> str:
    """A deed of the player of a seat, with all points by seat that the move gave: without a name,
    where they are all that player's."""
    if not points:
        return words("report.sentence", text=did)
    shares = join_shares(words, names, points)
    if points.keys() == {seat}:
        shares = words("report.own", points=words("words.points", count=points[seat]))
    return words("report.scored", did=did, points=shares)


def describe_award(words: Words, names: Names, seats: Sequence[int], points: int) -> str:
    """`14 points for Anna`, `4 points each for Anna and Ben`."""
    worth = words("words.points", count=points)
    sharing = words.join([names[seat] for seat in seats])
    return words("report.award", count=len(seats), points=worth, names=sharing)


def join_shares(words: Words, names: Names, points: Mapping[int, int]) -> str:
    """`**14 points for Anna** and **4 points for Ben**`."""
    texts = {seat: words("words.points", count=number) for seat, number in points.items()}
    return words.join(
        [words("report.share", points=text, name=names[seat]) for seat, text in texts.items()]
    )


def join_names(words: Words, names: Names, seats: Sequence[int]) -> str:
    """`**Anna** and **Ben**`."""
    return words.join([words("report.name", name=names[seat]) for seat in seats])


def describe_lead(words: Words, names: Names, seats: Sequence[int]) -> str:
    leaders = join_names(words, names, seats)
    return words("report.lead", count=len(seats), names=leaders)


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
