"""Forms offer what is chosen in them, and nothing in them is cut off in any language."""

import re
from collections.abc import Iterator

import pytest

from bot.discord.features.league_moderation import substitute_form, time_form
from bot.discord.features.leagues import cup_form, league_form
from bot.discord.features.new_game_form import (
    Offers,
    count_rules_forms,
    details_form,
    new_game_form,
    request_target,
    rules_form,
)
from bot.discord.features.preference_form import MORE, FormEntries, preference_form
from bot.discord.pages.forms import LONGEST_ABOUT, LONGEST_TITLE, ChecksField, Form, MenuField
from bot.discord.pages.page import LONGEST_OPTION, MOST_OPTIONS, Target
from bot.locale import ENGLISH, Words, languages, words_of
from bot.match.actions import NewGame
from bot.match.league.season import Terms
from bot.match.preferences import USUAL
from bot.match.requests import GameRequest
from engine.games import GAMES

# The end of a sentence.
END = re.compile(r"[.?!](?= |$)", re.MULTILINE)
MOST_SENTENCES = 2
PEOPLE = tuple((2**62 + number, "") for number in range(4))


def requests(kind: str) -> Iterator[GameRequest]:
    """The usual one, and the longest."""
    most = max(GAMES[kind].seat_counts)
    yield GameRequest(NewGame(kind, 0, 0))
    yield GameRequest(NewGame(kind, 0, 0, opponents=PEOPLE[: most - 1], seats=most), thread=True)
    levels = ("medium", "hard", "easy", "hard")[: most - 1]
    yield GameRequest(NewGame(kind, 0, 0, computers=levels, seats=most, first=0))


ENTERED = FormEntries("usual", "Q" * 5000, "\N{GRINNING FACE}|\0" * 5000, tuple(GAMES), MORE)


def test_what_was_entered_fits_into_an_id() -> None:
    """As much of what was typed as matters."""
    assert ENTERED.target().id("me")
    assert FormEntries.of_target(ENTERED.target()) == ENTERED._replace(
        quiet="Q" * 20, zone="\N{GRINNING FACE}/" * 20
    )


def every_form(words: Words) -> Iterator[Form]:
    for settings in (FormEntries.of_settings(USUAL, GAMES), ENTERED):
        yield preference_form(words, settings)
    for kind in GAMES:
        for request in requests(kind):
            for computers in (True, False):
                offers = Offers(computers=computers)
                yield new_game_form(words, request, offers, Target(rest=kind))
                yield details_form(words, request, offers, 1)
            for number in range(count_rules_forms(kind)):
                yield rules_form(words, request, 1, number)
        for seats in GAMES[kind].seat_counts:
            yield league_form(words, kind, Terms(seats=seats), request_target(1))
        yield cup_form(words, kind, words("league.cup_name", name="Anna"))
    yield substitute_form(words, Target(rest="1.2"), "Anna")
    yield time_form(words, Target(rest="1"))


def test_what_is_chosen_is_always_offered() -> None:
    for form in every_form(words_of(ENGLISH)):
        for field in form.fields:
            if isinstance(field, MenuField | ChecksField):
                values = [option[1] for option in field.options]
                assert len({*values}) == len(values) <= MOST_OPTIONS
                assert {*field.chosen} <= {*values}
            if isinstance(field, MenuField):
                assert field.least <= len(field.chosen) <= field.most


@pytest.mark.parametrize("language", languages())
def test_every_text_of_a_form_fits(language: str) -> None:
    for form in every_form(words_of(language)):
        form.modal()  # which counts its fields
        assert 0 < len(form.title) <= LONGEST_TITLE, form.title
        for field in form.fields:
            assert 0 < len(field.label) <= LONGEST_TITLE, field.label
            assert len(field.about) <= LONGEST_ABOUT, field.about
            if isinstance(field, MenuField | ChecksField):
                for option in field.options:
                    assert all(0 < len(part) <= LONGEST_OPTION for part in option), option


@pytest.mark.parametrize("language", languages())
def test_a_form_says_two_sentences_at_most_about_a_field(language: str) -> None:
    for form in every_form(words_of(language)):
        for field in form.fields:
            assert len(END.findall(field.about)) <= MOST_SENTENCES, field.about


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", GAMES)
def test_orders_and_predictions_say_two_sentences_at_most(language: str, kind: str) -> None:
    words = words_of(language)
    said = [words(f"{kind}.predict", name="Anna")]
    if GAMES[kind].orders is not None:
        said.append(f"{words(f'{kind}.orders.about')} {words(f'{kind}.orders.choose')}")
    for text in said:
        assert 0 < len(END.findall(text)) <= MOST_SENTENCES, text
