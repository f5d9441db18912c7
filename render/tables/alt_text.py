"""Alt texts: how much they say, and what those of all games say in the same way."""

from collections.abc import Iterable, Iterator, Sequence

from render.locale import Words, join_with_commas
from render.picture.names import LONGEST_ALT, shorten, shown_names
from render.tables.chart import Course, leader_of

# The most cells that are listed by name.
MOST_CELLS = 24
# The most letters of a board of text, so that it fits into a message.
LONGEST_BOARD = 1900
# The turns for which the scores are told, about.
MOST_TURNS = 6


def join_lines(lines: Iterable[str]) -> str:
    """Join lines to a paragraph, as long as the description of a picture may be."""
    return shorten(" ".join(line for line in lines if line), LONGEST_ALT)


def list_first_cells(words: Words, names: Sequence[str]) -> str:
    """List the names of cells; if there are many, the first ones and how many more."""
    more = len(names) - MOST_CELLS
    if more > 0:
        return words("words.more_cells", cells=join_with_commas(names[:MOST_CELLS]), count=more)
    return words.join(names)


def describe_scores(words: Words, names: Sequence[str], scores: Sequence[int]) -> str:
    """`Anna 51, Ben 48 and Cleo 30`."""
    pairs = zip(names, scores, strict=True)
    return words.join([f"{name} {score}" for name, score in pairs])


def sample_turns(turns: int) -> range:
    """Choose a few of this many turns, evenly spaced."""
    every = max(1, turns // MOST_TURNS)
    return range(every, turns + 1, every)


def first_fitting(texts: Iterable[str]) -> str:
    """Choose the first board of text that is short enough; otherwise the last one, cut off."""
    text = ""
    for text in texts:
        if len(text) < LONGEST_BOARD:
            return text
    return shorten(text, LONGEST_BOARD - 1)


def describe_course(words: Words, names: Sequence[str], course: Course) -> str:
    scores = course.scores
    players = shown_names(words, names)
    turns = [
        words("chart.at", turn=turn, scores=dash(scores[turn]))
        for turn in sample_turns(len(scores) - 1)
    ]
    changes = "; ".join(turns) or dash(scores[0])
    chart = words("chart.scores", names="–".join(players), turns=changes)
    leads = [
        words("chart.leads_from", name=players[seat], turn=turn)
        for turn, seat in lead_changes(course)
    ]
    return join_lines([chart, *leads])


def lead_changes(course: Course) -> Iterator[tuple[int, int]]:
    """Find the turns after which somebody else than before had the most points, and who; while
    several have the most, nobody does."""
    leader: int | None = None
    for turn, scores in enumerate(course.scores):
        leading = leader_of(scores)
        if leading is not None and leading != leader:
            yield turn, leading
            leader = leading


def dash(scores: Sequence[int]) -> str:
    """`51–48`."""
    return "–".join(map(str, scores))


def text_help(words: Words, kind: str, *, over: bool) -> str:
    """Help with a board of text in one line: on playing, unless it is over, and on getting the
    board in sentences."""
    aloud = words(f"{kind}.text.aloud")
    return aloud if over else f"{words(f'{kind}.text.help')} {aloud}"
