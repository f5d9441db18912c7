"""Words for where no Markdown is understood."""

import pytest

from render.locale import Words, plain


def plainly(text: str, **facts: object) -> str:
    return plain(Words("en", {"text": text}, ()))("text", **facts)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("**Your orders**\nOne *of many*.", "Your orders\nOne of many."),
        ("### A hint\n-# For you", "A hint\nFor you"),
        ("Write `3d`, as in `/{kind} play`.", "Write 3d, as in /castle play."),
        ("- **{kind}**: *{kind}*", "- castle: castle"),
    ],
)
def test_plain_words_have_no_markdown(text: str, read: str) -> None:
    assert plainly(text, kind="castle") == read


def test_a_star_between_spaces_is_a_sign() -> None:
    assert plainly("M cloister * pennant") == "M cloister * pennant"


def test_what_is_filled_in_stays_as_it_is() -> None:
    assert plainly("**{name}**", name="*An_na*") == "*An_na*"
