"""What a move did, in words."""

import re
from collections.abc import Sequence
from typing import Literal

import pytest

from bot.games import tiles
from bot.games.carcassonne.texts import CarcassonneTexts
from engine.carcassonne.catalogue import Thing
from engine.carcassonne.events import (
    Event,
    FarmersScored,
    FeatureScored,
    FeaturesJoined,
    FinalScored,
    FollowerPlaced,
    FollowersReturned,
    GameEnded,
    LeadChanged,
    TilePlaced,
)
from engine.carcassonne.moves import Spot
from engine.carcassonne.rules import carcassonne
from engine.tiles.draws import LastRoundBegan, TileDiscarded, TileDrawn
from render.carcassonne.emojis import follower_emoji
from render.carcassonne.sentences import describe_shares
from tests.bot.games.carcassonne.kit import describe_move, endless_turn, games, plies
from tests.bot.games.kit import ENGLISH, NAMES, WIDE_NAMES
from tests.engine.carcassonne.kit.boards import play, table

ROOM_IN_A_POST = 3800
CENTRE = Spot((0, 0), 4)


def after(drawn: str, draws: str, move: str, **position: object) -> str:
    state = table(drawn, draws, then="UUU", **position)  # type: ignore[arg-type]  # as the test gives them
    seats = state.setup.seats
    return describe_move(ENGLISH, NAMES[:seats], play(state, move)[1])


def news(*events: Event) -> Sequence[str]:
    return CarcassonneTexts().report(ENGLISH, NAMES, events).news


SMALL = """
    fcccf
    fffff
    rrrrr
    fffff
    fffff
"""


def test_a_small_city_is_worth_what_the_option_says() -> None:
    assert after(SMALL, "E", "0,1 r2 knight@S") == (
        "**Anna** laid a tile on M51 and placed a knight in its city. "
        "Complete: a city (**2 points**).\n"
        "**Anna** takes the lead.\n"
        "-# The city on M50 and M51 is complete: **2 points for Anna** "
        "(a small city of only 2 tiles). "
        "Followers go back: 1 to **Anna**."
    )
    assert "**4 points for Anna** (2 tiles, 2 points each)" in after(
        SMALL, "E", "0,1 r2 knight@S", options="current"
    )


def test_a_city_that_nobody_claimed_is_told_without_points() -> None:
    assert after(SMALL, "E", "0,1 r2") == (
        "**Anna** laid a tile on M51.\n"
        "-# Complete without a follower, so no points: city on M50 and M51."
    )


def test_points_are_told_with_the_features_that_gave_them() -> None:
    """A follower on one feature says nothing about which one was completed."""

    def complete(kind: Literal["city", "road"], seats: tuple[int, ...], points: int) -> Event:
        followers = tuple(int(seat in seats) for seat in range(3))
        return FeatureScored(kind, CENTRE, ((0, 0),), 0, followers, seats, points, 1, False)

    events = (
        TilePlaced(0, "V", (0, -1), 0, (0, 0, 0)),
        FollowerPlaced(0, "highwayman", CENTRE),
        complete("city", (0,), 10),
        complete("road", (1,), 3),
        complete("road", (1,), 4),
        complete("city", (0, 2), 8),
        complete("city", (), 0),
    )
    assert describe_move(ENGLISH, NAMES, events).splitlines()[0] == (
        "**Anna** laid a tile on M51 and placed a highwayman on its road. "
        "Complete: a city (**10 points for Anna**), 2 roads (**7 points for Ben**) "
        "and a city (**8 points each for Anna and Carla**)."
    )


def test_all_players_tied_for_most_followers_get_full_points() -> None:
    shared = [
        (ply, event)
        for ply in plies()
        for event in ply.events
        if len(getattr(event, "seats", ())) > 1 and hasattr(event, "spot")
    ]
    assert shared
    for ply, event in shared:
        text = describe_move(ENGLISH, ply.names, ply.events)
        names = " and ".join(ply.names[seat] for seat in event.seats)  # type: ignore[union-attr]
        assert f" each for {names}**" in text or "more entr" in text


@pytest.mark.parametrize("kind", ["city", "road", "field"])
def test_features_that_change_hands(kind: str) -> None:
    taken = FeaturesJoined(0, kind, ((0, 0),), (2, 1, 0), (0,), (1,))
    assert news(taken) == [f"**Anna** takes **Ben**'s {kind} on M50."]
    shared = FeaturesJoined(2, kind, ((0, 0),), (1, 1, 0), (0, 1), ())
    assert news(shared) == [f"**Anna** and **Ben** now share the {kind} on M50."]


def test_a_majority_by_a_large_follower_is_explained() -> None:
    taken = FeaturesJoined(0, "city", ((0, 0),), (1, 1), (0,), (1,), (1, 0))
    assert news(taken) == [
        "**Anna** takes **Ben**'s city on M50. "
        "Followers there: Anna 1 knight, the large one (counts as 2), Ben 1."
    ]


def test_the_large_follower_is_named_when_it_comes_back() -> None:
    returned = FollowersReturned((1, 2, 1), (1, 1, 0))
    report = CarcassonneTexts().report(ENGLISH, NAMES, (returned,))
    assert report.why == [
        "Followers go back: the large one to **Anna**, "
        "2 to **Ben** (one of them large) and 1 to **Carla**."
    ]


@pytest.mark.parametrize(
    ("kind", "thing", "named"),
    [("road", "inn", "road with an inn"), ("city", "cathedral", "city with a cathedral")],
)
def test_what_an_inn_or_a_cathedral_makes_worthless_is_named(
    kind: Literal["city", "road"], thing: Thing, named: str
) -> None:
    events = (
        FinalScored(kind, CENTRE, ((0, 0), (0, 1)), 0, (1, 0), (0,), 0, 0, thing),
        GameEnded((0, 0), (0, 1)),
    )
    assert (
        f"- The incomplete {named} on M50 and M49: **0 points for Anna** "
        "(2 tiles, but worth nothing unless complete)"
    ) in describe_move(ENGLISH, NAMES[:2], events)


def test_the_emoji_of_a_large_follower_stands_before_its_report() -> None:
    placed = FollowerPlaced(0, "knight", CENTRE, large=True)
    assert [*CarcassonneTexts().emojis([placed])] == [follower_emoji(0, "knight!")]


def test_a_new_lead_and_the_last_tiles() -> None:
    assert news(LeadChanged((1,), (0, 3)), TileDrawn(1, "U", 1), LastRoundBegan(2)) == [
        "**Ben** takes the lead.",
        "**The last round begins:** with the tile just drawn, 2 are still to be laid.",
    ]
    assert news(LeadChanged((0, 1), (3, 3)), TileDrawn(0, "U", 0), LastRoundBegan(1)) == [
        "**Anna** and **Ben** share the lead.",
        "**The last tile has been drawn.**",
    ]


def test_a_shared_feature_is_told_as_such() -> None:
    shared = FeatureScored("road", Spot((0, 0), 4), ((0, 0),), 0, (1, 1), (0, 1), 1, 1, False)
    assert "is complete: **1 point each for Anna and Ben**" in describe_move(
        ENGLISH, NAMES[:2], [shared]
    )


def test_the_begin_and_the_leaving_of_a_player_are_told() -> None:
    state, begun = carcassonne.begin("a", {}, 1, 3)
    assert describe_move(ENGLISH, NAMES[:3], begun) == "**Ben** begins."
    _, left = carcassonne.leaving.continue_without(state, 1)
    assert (
        describe_move(ENGLISH, NAMES[:3], left) == "**Ben** has left the game; the others play on."
    )


def test_tiles_that_fit_nowhere_are_named_up_to_a_few() -> None:
    gone = [TileDiscarded(tile) for tile in "CQXSH"]
    assert describe_move(ENGLISH, NAMES, gone[:1]).endswith("fits nowhere and leaves the game.")
    assert describe_move(ENGLISH, NAMES, gone).startswith(
        "5 tiles fit nowhere and leave the game: “"
    )
    assert describe_move(ENGLISH, NAMES, gone).endswith("” and 2 more.")


def test_the_final_scoring_says_how_farmers_were_counted() -> None:
    endings = {game[0].before.setup.options.farms: game[-1] for game in games()}
    for farms, ply in endings.items():
        text = describe_move(ENGLISH, ply.names, ply.events)
        assert f"-# {ENGLISH(f'carcassonne.fields.counted.{farms}')}" in text
        assert "**The game is over: " in text.splitlines()[-1]


def test_farmers_are_reported_before_incomplete_features() -> None:
    for game in games():
        last = game[-1]
        text = describe_move(ENGLISH, last.names, last.events)
        farmers = sum(isinstance(event, FarmersScored) for event in last.events)
        entries = [line for line in text.splitlines() if line.startswith("- ")]
        assert all(entry.startswith("- Farmers ") for entry in entries[:farmers]), text


def test_final_scoring_reports_add_up_to_their_points() -> None:
    for game in games():
        last = game[-1]
        text = describe_move(ENGLISH, last.names, last.events).partition("\n")[2]
        points = carcassonne.points(last.events)
        for seat, name in enumerate(last.names):
            assert read_points(text, name) == points[seat], text


def read_points(text: str, name: str) -> int:
    """Add up the points that a text gives to anybody."""
    players = f"(?:{'|'.join(NAMES)})"
    shares = rf"(\d+) points?(?: each)? for ({players}(?:(?:, | and ){players})*)"
    shares_told = re.findall(shares, text.replace("*", ""))
    return sum(int(points) for points, names in shares_told if name in names)


@pytest.mark.parametrize("names", [NAMES, WIDE_NAMES])
def test_every_entry_of_the_final_scoring_is_told(names: tuple[str, ...]) -> None:
    for ply in plies():
        if not any(isinstance(event, GameEnded) for event in ply.events):
            continue
        text = describe_move(ENGLISH, names[: ply.before.setup.seats], ply.events)
        lines = [line for line in text.splitlines() if line.startswith("- ")]
        entries = sum(isinstance(event, FinalScored | FarmersScored) for event in ply.events)
        assert sum(1 + line.count(" · ") for line in lines) == entries


def test_one_feature_of_several_is_never_summed_up_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    summed = 0
    for longest in range(400, 3000, 50):
        monkeypatch.setattr(tiles, "LONGEST", longest)
        text = describe_move(ENGLISH, NAMES, endless_turn())
        summed += "more features are complete: " in text
        assert "One more feature" not in text
    assert summed


def test_what_nobody_scores_gives_no_points_in_a_sum_either() -> None:
    unclaimed = FeatureScored("road", Spot((0, 0), 4), ((0, 0),), 0, (0, 0), (), 0, 1, False)
    assert describe_shares(ENGLISH, NAMES[:2], [unclaimed]) == "no points"


@pytest.mark.parametrize("names", [NAMES, WIDE_NAMES])
def test_too_much_to_tell_is_summed_up(names: tuple[str, ...]) -> None:
    text = describe_move(ENGLISH, names, endless_turn())
    assert len(text) <= ROOM_IN_A_POST
    assert "more features are complete" in text
    assert text.endswith("share the win with 300 points each.**")
