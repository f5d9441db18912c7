"""Sentences about moves and positions that every game says alike.

They have one wording for reports, alt texts, boards of text and what is read aloud. What is bold in
it stands out in a report; whatever knows no Markdown asks for it with plain words
(`render.locale.plain`).
"""

from collections.abc import Mapping, Sequence

from engine.recorded import Ending
from render.locale import Words
from render.subject import Names
from render.tables.alt_text import describe_scores

# In a game of two, one sentence can name both.
TWO = 2


def describe_award(words: Words, names: Names, seats: Sequence[int], points: int) -> str:
    """`14 points for Anna`, `4 points each for Anna and Ben`."""
    worth = words("words.points", count=points)
    sharing = words.join([names[seat] for seat in seats])
    return words("sentence.award", count=len(seats), points=worth, names=sharing)


def join_shares(words: Words, names: Names, points: Mapping[int, int]) -> str:
    """`14 points for Anna and 4 points for Ben`: the points of each of these seats."""
    return words.join(
        [describe_award(words, names, (seat,), number) for seat, number in points.items()]
    )


def join_names(words: Words, names: Names, seats: Sequence[int]) -> str:
    """`**Anna** and **Ben**`."""
    return words.join([words("sentence.name", name=names[seat]) for seat in seats])


def describe_lead(words: Words, names: Names, seats: Sequence[int]) -> str:
    leaders = join_names(words, names, seats)
    return words("sentence.lead", count=len(seats), names=leaders)


def describe_result(
    words: Words, names: Names, winners: Sequence[int], scores: Sequence[int]
) -> str:
    """Say who won a game that was played to its end, and what the others have."""
    winner_names = words.join([names[seat] for seat in winners])
    score = scores[winners[0]]
    if len(winners) > 1:
        return words("result.shared", names=winner_names, count=score)
    ranked = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    others = [seat for seat in ranked if seat not in winners]
    if len(scores) == TWO:
        other = scores[others[0]]
        return words("result.won_by_two", names=winner_names, score=score, other=other)
    result = words("result.won", names=winner_names, count=score)
    other_names = [names[seat] for seat in others]
    rest = describe_scores(words, other_names, [scores[seat] for seat in others])
    return f"{result} {rest}."


def describe_early_end(words: Words, names: Names, ending: Ending | None) -> str:
    """Say who won, and how; nothing if the game did not end early."""
    if ending is None:
        return ""
    winners = words.join([names[seat] for seat in ending.winners])
    if ending.why == "resigned" and len(names) == TWO:
        return words("ended.resigned_by_the_other", names=winners)
    return words(f"ended.{ending.why}", names=winners, count=len(ending.winners))


def describe_sources(words: Words, kind: str, name: str, points: Mapping[str, int]) -> str:
    """`**Anna**: 20 points (cities 12, roads 8)`: the points of a player by their sources."""
    total = words("words.points", count=sum(points.values()))
    parts = [words(f"{kind}.scored.{source}", points=count) for source, count in points.items()]
    if not parts:
        return words("scored.nothing", name=name, points=total)
    return words("scored.line", name=name, points=total, parts=", ".join(parts))


def describe_replay(words: Words, names: Names, length: str, scores: Sequence[int]) -> str:
    """`length` tells how long the game was: `72 tiles`."""
    players = words.join(names)
    listed = describe_scores(words, names, scores)
    return words("sentence.replay", names=players, length=length, scores=listed)
