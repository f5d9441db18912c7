"""A request for a game, in the id of a button."""

import pytest

from bot.discord.features.new_game_ids import MOST_ID, Unreadable, decode_request, encode_request
from bot.discord.pages.page import LONGEST_ID, Target
from bot.match.actions import NewGame
from bot.match.time_limits import read_limit
from engine.games import GAMES

PEOPLE = tuple((MOST_ID - number, "") for number in range(4))
LAST = {name: values[-1] for name, values in GAMES["castle"].option_values.items()}
USUAL = encode_request(NewGame("castle", 0, 0))


@pytest.mark.parametrize(
    "asked",
    [
        NewGame("castle", 0, 0, opponents=PEOPLE, seats=5, first=1, rated=False, options=LAST),
        NewGame("castle", 0, 0, opponents=PEOPLE[:1], options=LAST),
        NewGame("castle", 0, 0, rated=False, hints=False, options=LAST),
        NewGame("castle", 0, 0, seats=3, options=LAST, time_limit=read_limit("2d")),
        NewGame("castle", 0, 0, computers=("hard", "easy"), seats=4, options=LAST),
        NewGame("castle", 0, 0, first=0, options=LAST, time_limit=read_limit("10d+36h max 20d")),
    ],
)
def test_everything_that_was_asked_for_is_read_back(asked: NewGame) -> None:
    assert decode_request(encode_request(asked)) == asked


def test_a_button_from_before_a_game_had_options_opens_it_with_the_usual_ones() -> None:
    asked = decode_request("castellan.0.-..s3")
    assert asked == NewGame("castellan", 0, 0, options={}, seats=3)
    assert encode_request(asked) == "castellan.0.-.0.s3"


def test_four_opponents_with_everything_unusual_fit_into_the_id_of_a_button() -> None:
    most = NewGame(
        "castle",
        0,
        0,
        opponents=PEOPLE,
        seats=5,
        first=1,
        rated=False,
        hints=False,
        time_limit=read_limit("1437h+1438h max 1439h"),
    )
    longer = len("carcassonne") - len("castle")
    assert len(Target(rest=encode_request(most)).id("thread")) + longer <= LONGEST_ID


@pytest.mark.parametrize(
    "text",
    [
        "",
        "castle",
        USUAL.replace("castle", "chess"),
        USUAL.replace(".0.", ".0-0."),
        USUAL.replace(".0.", ".1-2-3-4-5."),
        USUAL.replace(".0.", ".aZl8N0y58M8."),
        USUAL.replace(".0.", ".é."),
        USUAL.replace(".-.", ".x."),
        f"{USUAL}0",
        f"{USUAL}.sx",
        f"{USUAL}.unrated",
        f"{USUAL}.t3d",
        f"{USUAL}.t000000",
        f"{USUAL}.tZZZZZZ",
        f"{USUAL}.x",
        f"{USUAL}.cx",
        f"{USUAL}.c9",
    ],
)
def test_what_the_bot_does_not_write_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        decode_request(text)
