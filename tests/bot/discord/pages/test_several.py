"""What a game with several players shows: the invitation, offers, who is late, and how it ends."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord.components import walk_components

from bot.discord.features.agreements import notice_page
from bot.discord.features.lobby import lobby_page
from bot.discord.features.reminders import is_call
from bot.discord.pages.end_posts import end_page
from bot.discord.pages.notices import notice_text
from bot.discord.pages.page import Page
from bot.discord.pages.wording import outcome
from bot.locale import ENGLISH, Words, languages, words_of
from bot.match.actions import Done
from bot.match.changes import leave_seat
from bot.match.game import Game, Offer, Seat, Status, Timeouts, TurnReminders
from bot.match.messages import DirectMessage, Notice
from bot.match.preferences import PlayerPreferences
from bot.match.reminders import call_for_turn
from bot.table.games import ScoredFrame, Story
from tests.bot.discord.kit.limits import components
from tests.bot.discord.kit.rounds import FACE, register
from tests.bot.kit import ANNA, BEN, CARLA, CHANNEL, DORA, GUILD, NOON
from tests.bot.rounds import KIND

FREE = Seat(None, "", taken=False)
SEATS = tuple(
    Seat(user, name, taken=True)
    for user, name in ((ANNA, "Anna"), (BEN, "Ben"), (CARLA, "Carla"), (DORA, "Dora"))
)
ASKED = tuple(replace(seat, taken=False) for seat in SEATS)
LOBBY = Game(
    id=1,
    kind=KIND,
    guild_id=GUILD,
    channel_id=CHANNEL,
    parent_id=None,
    opener_id=ANNA,
    options={},
    status=Status.LOBBY,
    seats=(SEATS[0], ASKED[1], ASKED[2], FREE),
    first=None,
    commitment=None,
    ply=0,
    branch=0,
    to_act=None,
    winners=(),
    offer=None,
    pause=None,
    waiting_since=NOON,
    paused_at=None,
    revision=0,
)
RUNNING = replace(
    LOBBY, status=Status.RUNNING, seats=SEATS[:3], commitment="sealed", first=0, to_act=0, ply=4
)
RATE = "For the ratings"


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Words:
    register(monkeypatch, tmp_path)
    return words_of(ENGLISH)


def parts(page: Page, part: str) -> list[str]:
    """The texts of a page, or the labels of its buttons."""
    return [
        str(component[part]) for component in walk_components(components(page)) if part in component
    ]


def invitation(words: Words, *seats: Seat, **more: Any) -> Page:
    return lobby_page(words, FACE.pictures, replace(LOBBY, seats=seats, **more), Timeouts(), ())


def notice_of(words: Words, game: Game, done: Done, seat: int | None, **facts: str | int) -> str:
    return notice_text(words, game, done, seat, facts)


def test_an_invitation_says_who_is_asked_and_how_many_can_join(words: Words) -> None:
    page = invitation(words, *LOBBY.seats)
    text, _ = parts(page, "content")
    assert f"**Anna** invites <@{BEN}> and <@{CARLA}> to a game." in text
    assert "1 seat is open to anybody." in text
    assert "Here so far" not in text
    assert parts(page, "label") == ["Join", "Decline", RATE, "Rules"]


def test_a_game_can_start_as_soon_as_enough_have_joined(words: Words) -> None:
    page = invitation(words, *SEATS[:2], ASKED[2], FREE)
    assert "Here so far: Anna and Ben." in parts(page, "content")[0]
    assert parts(page, "label") == [
        "Join",
        "Decline",
        "Start now",
        RATE,
        "Rules",
    ]


def test_an_open_invitation_can_be_left_not_declined(words: Words) -> None:
    alone = invitation(words, SEATS[0], FREE, FREE)
    together = invitation(words, *SEATS[:2], FREE)
    assert "**Anna** is looking for players." in parts(alone, "content")[0]
    assert "2 seats are open to anybody." in parts(alone, "content")[0]
    assert parts(alone, "label") == ["Join", RATE, "Cancel", "Rules"]
    assert parts(together, "label") == [
        "Join",
        "Leave",
        "Start now",
        RATE,
        "Cancel",
        "Rules",
    ]


def test_where_every_seat_is_kept_one_accepts(words: Words) -> None:
    page = invitation(words, SEATS[0], ASKED[1], ASKED[2])
    assert parts(page, "label") == ["Accept", "Decline", RATE, "Rules"]
    assert "open to anybody" not in parts(page, "content")[0]


def test_the_opener_invites_wherever_they_sit(words: Words) -> None:
    page = invitation(words, SEATS[1], SEATS[0], ASKED[2])
    assert f"**Anna** invites <@{CARLA}>" in parts(page, "content")[0]


def test_an_open_seat_that_begins_is_for_whoever_joins_next(words: Words) -> None:
    page = invitation(words, SEATS[0], FREE, FREE, first=1)
    assert "Whoever joins next begins." in parts(page, "content")[1]


def test_an_offer_names_who_is_still_asked(words: Words) -> None:
    offer = replace(RUNNING, offer=Offer("end", 0, 4, 4, NOON, 7))
    notice = Notice(1, Done.END_ASKED, 0, (BEN, CARLA), {"ply": 4, "number": 7, "asked": "1,2"})
    page = notice_page(words, offer, Timeouts(), notice)
    assert "-# All have to agree; yet to answer: Ben and Carla." in parts(page, "content")[1]
    one_said_yes = replace(offer, offer=Offer("end", 0, 4, 4, NOON, 7, agreed=(1,)))
    page = notice_page(words, one_said_yes, Timeouts(), notice)
    assert "yet to answer" not in parts(page, "content")[1], "it is told who that was"


def test_a_yes_names_whose_answer_is_waited_for(words: Words) -> None:
    four = replace(RUNNING, seats=SEATS)
    assert notice_of(words, four, Done.CONSENTED, 1, asked="2") == (
        "**Ben** agrees; Carla has yet to answer."
    )
    assert notice_of(words, four, Done.CONSENTED, 1, asked="2,3") == (
        "**Ben** agrees; Carla and Dora have yet to answer."
    )


@pytest.mark.parametrize(
    ("done", "facts", "said"),
    [
        (Done.TIME_GIVEN, {}, "Everybody agrees: there is more time."),
        (Done.ADJOURNED, {}, "Everybody agrees: the game is adjourned."),
        (Done.TAKEN_BACK, {"asker": 1, "ply": 3}, "**Ben** takes a move back; everybody agreed."),
        (Done.NUDGED, {"asker": 1, "began": NOON}, "A nudge from **Ben**: it is your turn."),
        (Done.LEFT, {}, "**Carla** resigns and leaves the game; the others play on."),
        (Done.FREED, {"before": "Eve*"}, "**Eve\\*** is not coming: the seat is open to anybody."),
    ],
)
def test_what_several_do_is_told_of_all_of_them(
    words: Words, done: Done, facts: dict[str, int | str], said: str
) -> None:
    assert notice_of(words, RUNNING, done, 2, **facts).startswith(said)


def test_the_others_can_play_on_without_a_timed_out_player(words: Words) -> None:
    late = Notice(1, Done.TIMED_OUT, 0, (BEN, CARLA), {"ply": 4, "at": NOON})
    page = notice_page(words, RUNNING, Timeouts(), late)
    assert parts(page, "label") == ["Play on without them", "Keep waiting"]
    assert "You can play on without **Anna**, or keep waiting" in parts(page, "content")[0]
    two = replace(RUNNING, seats=(*SEATS[:2], replace(SEATS[2], left=True)))
    page = notice_page(words, two, Timeouts(), late)
    assert parts(page, "label") == ["Claim the win", "Keep waiting"]


def end_text(words: Words, game: Game, **last: Any) -> str:
    story = Story(game, (ScoredFrame((0, 0, 0), ()), ScoredFrame((30, 20, 30), (), **last)), ())
    page = end_page(words, FACE, story, Notice(1, Done.FINISHED, 0))
    return "\n".join(parts(page, "content"))


def test_the_end_of_a_game_of_several_tells_their_places(words: Words) -> None:
    over = replace(RUNNING, status=Status.FINISHED, to_act=None, winners=(0, 2))
    text = end_text(words, over, scores=(30, 20, 30), places=(1, 3, 1))
    assert text.startswith(
        "## Anna and Carla share the win\n"
        "**1.** Anna: 30 points · **1.** Carla: 30 points · **3.** Ben: 20 points"
    )


def test_all_who_left_share_the_last_place(words: Words) -> None:
    seats = (replace(SEATS[0], left=True), *SEATS[1:3])
    over = replace(RUNNING, status=Status.RESIGNED, seats=seats, to_act=None, winners=(1,))
    text = end_text(words, over, scores=(30, 20, 25))
    assert text.startswith("## Ben wins\n**1.** Ben: 20 points · **2.** Anna: 30 points · **2.** C")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("status", [Status.RESIGNED, Status.ABANDONED, Status.FINISHED])
def test_several_winners_are_told_in_the_plural(language: str, status: Status) -> None:
    words = words_of(language)
    alone = replace(RUNNING, status=status, winners=(0,))
    together = replace(RUNNING, status=status, winners=(0, 1))
    names = words.join(["Anna", "Ben"])
    single = outcome(words, alone)
    both = outcome(words, together)
    assert both.startswith(names)
    if language != ENGLISH:
        assert both != single.replace("Anna", names)


# The call for a turn, when somebody leaves before it is delivered.


def with_direct_call(*left: int) -> Game:
    """It is Ben's turn and he has been called; these players have left."""
    seats = [replace(seat, left=number in left) for number, seat in enumerate(SEATS)]
    seats[1] = replace(seats[1], preferences=PlayerPreferences(place="direct"))
    return replace(RUNNING, seats=tuple(seats), to_act=1, reminders=TurnReminders(at=NOON))


def test_it_is_still_their_turn_after_another_one_left() -> None:
    game = with_direct_call(3)
    [note] = call_for_turn(game, Done.PLAYED, 0).direct
    assert is_call(leave_seat(game, 2), note)
    assert not is_call(replace(game, ply=game.ply + 1), note)


def test_a_call_without_leavers_counts_at_the_same_ply() -> None:
    assert is_call(with_direct_call(3), DirectMessage(1, BEN, Done.PLAYED, {"ply": RUNNING.ply}, 0))


def test_a_game_that_was_left_is_not_said_to_move() -> None:
    game = with_direct_call(3)
    [note] = call_for_turn(game, Done.RESUMED, None).direct
    said = notice_text(words_of(ENGLISH), game, note.done, note.seat, note.facts)
    assert said == "A moderator has resumed the game."
