"""Every face keeps within its limits in every language, whatever names the players have."""

import re

import pytest

from bot.games.face import AnyFace
from bot.games.texts import LONGEST_TEXT
from bot.locale import Words, languages, words_of
from bot.match.results import Statistics
from engine.games import GAMES
from render.board.aliases import alias, notation
from tests.bot.games.kit import WIDE_NAMES, describe_move, paths
from tests.bot.games.played import ENDLESS, plies

LONGEST_LABEL = 80
LONGEST_PROMPT = 300
LONGEST_ALOUD = 600
# With room for what else is in a post.
LONGEST_REPORT = {"castle": 3800, "carcassonne": 3800, "castellan": LONGEST_TEXT}
LONGEST_PREVIEW = {"castle": 800, "carcassonne": LONGEST_TEXT, "castellan": LONGEST_TEXT}
# How the moves begin that the rules of the notation quote, and how many there are.
QUOTED = {
    "castle": (r"`((?:E5|again|end)[^`\n]*)`", 7),
    "carcassonne": (r"`(J62 [^`\n]*)`", 7),
    "castellan": (r"`(T\d[^`\n,]*:[^`\n,]*)`", 4),
}


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return words_of(request.param)


def test_what_a_move_did_fits_into_a_post(words: Words, kind: str, face: AnyFace) -> None:
    for ply in plies(kind, 5):
        text = describe_move(face.texts, words, ply.wide_names, ply.events)
        assert 0 < len(text) <= LONGEST_REPORT[kind]
    for events in ENDLESS[kind]:
        names = WIDE_NAMES[: max(GAMES[kind].seat_counts)]
        text = describe_move(face.texts, words, names, events)
        assert 0 < len(text) <= LONGEST_REPORT[kind]


def test_what_is_to_be_decided_is_said_in_a_line(words: Words, kind: str, face: AnyFace) -> None:
    for ply in plies(kind, 5):
        assert 0 < len(face.texts.prompt(words, ply.seen)) <= LONGEST_PROMPT


def test_what_a_move_will_do_fits_onto_a_panel(words: Words, kind: str, face: AnyFace) -> None:
    for ply in plies(kind, 5):
        text = face.texts.describe_preview(words, ply.seen, ply.wide_names, ply.foreseen)
        assert len(text) <= LONGEST_PREVIEW[kind]
        assert text or kind == "castellan", "its heading says what a turn brings"


def test_a_position_read_aloud_fits_into_a_message(words: Words, kind: str, face: AnyFace) -> None:
    for ply in plies(kind, 25):
        stands, board = face.texts.for_screen_reader(words, ply.seen, ply.wide_names)
        assert 0 < len(stands) <= LONGEST_TEXT
        assert 0 < max(map(len, board.splitlines())) <= LONGEST_ALOUD


def test_the_labels_of_a_step_fit_on_buttons_and_differ(
    words: Words, kind: str, face: AnyFace
) -> None:
    for ply in plies(kind, 120 if kind == "castle" else 60):
        for before, step, tokens in paths(ply.rules, ply.before):
            labels = [face.choices.label(words, ply.seen, before, step, token) for token in tokens]
            assert len(set(labels)) == len(labels)
            assert max(map(len, labels)) <= LONGEST_LABEL


def test_the_notation_rules_contain_only_readable_moves(
    words: Words, kind: str, face: AnyFace
) -> None:
    pattern, count = QUOTED[kind]
    rules = GAMES[kind]
    moves = re.findall(pattern, face.texts.rules(words, "notation"))
    assert len(moves) == count
    for move in moves:
        read = move if kind == "castle" else notation(move)
        written = rules.move_text(rules.parse_move(read))
        assert (written if kind == "castle" else alias(written)) == move


@pytest.mark.parametrize(
    ("kind", "tally", "figures"),
    [
        ("castle", {"wall_tiles": 7, "longest.tower": 6, "luck": 400}, ("3", "", "+2")),
        ("carcassonne", {"most.city": 8, "most.road": 5, "farmers": 7}, ("**8 ", "**5 ", "3")),
        (
            "castellan",
            {"most.courtyard": 14, "courtyards": 7, "towers": 26},
            ("**14 ", "**3", "**13"),
        ),
    ],
)
def test_the_counts_of_a_player_are_told(
    words: Words, face: AnyFace, tally: dict[str, int], figures: tuple[str, ...]
) -> None:
    lines = face.texts.describe_tally(words, Statistics(games=2, tally=tally))
    for line, figure in zip(lines, figures, strict=True):
        assert figure in line
