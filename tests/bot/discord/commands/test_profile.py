"""The profile of a player: one picture, for good or for one year, private unless it is shared."""

from itertools import product
from typing import Any

import pytest
import simcord
from sqlalchemy import insert, select, update

from bot.discord.features.context import utc_date
from bot.discord.features.leaderboards import Person
from bot.discord.features.profiles import (
    ChosenGames,
    Subject,
    Surroundings,
    choose_games,
    overview_of,
    profile_of,
)
from bot.games.faces import FACES
from bot.locale import ENGLISH, words_of
from bot.match.game import Game
from bot.match.results import LeaderboardRow
from bot.process.clock import DAY
from bot.store.results import PlayedGame
from bot.store.schema import games, judged_seats, seats
from bot.store.schema import results as stored_results
from engine.games import GAMES
from engine.players.review import VERSION
from tests.bot.discord.kit.remembered import (
    TALLY,
    as_game_of,
    end_game,
    hide,
    move_to,
    store_rating,
)
from tests.bot.discord.kit.seen import answer_of, menus, parts, read
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import World, alts, labels, texts
from tests.town.watch import function_calls, watching

pytestmark = pytest.mark.sketched

# The most function calls in one callback.
MOST = 10_000

BIG = GAMES["carcassonne"].presets["big"]
KNIGHTS = {"role.knight": 2}
GAME = "*Carcassonne: The Castle*"
UNREVIEWED = "-# Accuracy and luck come from reviews: press **Review** below a game that is over."


async def ask(who: simcord.MemberActor, world: World, **options: Any) -> simcord.ResponseMessage:
    return answer_of(await who.slash(world.channel, in_group("profile"), **options))


async def test_a_profile_is_one_picture_of_everything(friends: World) -> None:
    await end_game(friends, won=0)
    await end_game(friends, won=1, points=(50, 70))
    await store_rating(friends, friends.anna.id, "Anna", 1760)
    profile = await ask(friends.anna, friends)
    assert profile.ephemeral
    assert texts(profile) == f"## Anna\n{GAME}\n{UNREVIEWED}"
    assert read(profile).files == ("profile.png",)
    assert alts(profile) == [
        "Profile of Anna, all years. 2 games, 1 won. 67.0 points a game. "
        "Rating from 1760 to 1760, 1772 at best. Most often: Knights 75% and Squires 25%. "
        "Paths: 30.0 points a game. Towers: 20.0 points a game. "
        "Most often against: Ben, 2 games, 1 won. Won against Ben, 84–61 (+12)."
    ]


async def test_a_profile_is_asked_for_by_command_or_person(friends: World) -> None:
    await end_game(friends)
    typed = await ask(friends.carla, friends, player=friends.ben)
    opened = answer_of(await friends.carla.context_menu(friends.channel, "Profile", friends.ben))
    assert opened.ephemeral
    assert alts(typed) == alts(opened)
    assert alts(typed)[0].startswith("Profile of Ben, all years. 1 game, 0 won.")


async def test_hidden_games_are_in_nobody_elses_profile_of_you(friends: World) -> None:
    game = await end_game(friends)
    await move_to(friends, game, hide(friends).id)
    nothing = "Anna has no finished game to show here."
    assert texts(await ask(friends.carla, friends, player=friends.anna)) == nothing
    assert texts(await ask(friends.anna, friends, share=True)) == nothing
    assert "1 game, 1 won" in alts(await ask(friends.anna, friends))[0]


async def test_a_year_is_looked_back_on_with_one_click(friends: World) -> None:
    await end_game(friends, won=1)
    first = utc_date(friends.clock()).year
    friends.clock.turn(400 * DAY)
    await end_game(friends, won=0)
    profile = await ask(friends.anna, friends)
    years = [str(utc_date(friends.clock()).year), str(first)]
    assert labels(profile) == ["All years", *years]
    await friends.restart()
    looked = answer_of(await friends.anna.click(profile, label=str(first)))
    assert alts(looked)[0].startswith(f"Profile of Anna, the year {first}. 1 game, 0 won.")
    assert alts(await ask(friends.anna, friends, year=first)) == alts(looked)
    empty = await ask(friends.anna, friends, year=first - 1)
    assert texts(empty) == f"Anna has no finished game of {GAME} to show."
    assert labels(empty) == ["All years", *years]


def test_points_and_reviews_of_games_with_expansions_are_told_apart() -> None:
    every = [
        won_game(1, 1, kind="carcassonne", accuracy=90.0, luck=1.0),
        won_game(2, 2, kind="carcassonne", points=160, options=BIG, accuracy=50.0, luck=4.0),
    ]
    chosen = choose_games(Subject(Person(1, "Anna"), None, None), [*FACES], every, ())
    around = Surroundings({"carcassonne": None}, (), 0, None, ())
    made = profile_of(words_of(ENGLISH), chosen, around)
    assert (made.figures.games, made.figures.won) == (2, 2)
    assert (made.compared, made.average, made.points["path"]) == (1, 840, 30)
    assert (made.figures.accuracy, made.figures.luck) == ([90.0], [1.0])


async def test_a_profile_tells_of_games_with_expansions_on_a_line_below(friends: World) -> None:
    await as_game_of(friends, await end_game(friends), "carcassonne", TALLY)
    expanded = await end_game(friends, won=0, points=(150, 140))
    await as_game_of(friends, expanded, "carcassonne", TALLY, BIG)
    profile = await ask(friends.anna, friends)
    assert "2 games, 2 won. 84.0 points a game." in alts(profile)[0]
    assert texts(profile).splitlines()[2] == (
        "-# With expansions, apart from these: **1** game. "
        "Points: **150.0** in an average game, at most **150**"
    )


async def test_who_has_only_games_with_expansions_is_shown_these(friends: World) -> None:
    await as_game_of(friends, await end_game(friends), "carcassonne", TALLY, BIG)
    profile = await ask(friends.anna, friends)
    assert "84.0 points a game" in alts(profile)[0]
    assert texts(profile).splitlines()[2] == "-# All with expansions"


async def test_a_shared_profile_has_no_buttons(friends: World) -> None:
    await end_game(friends)
    profile = await ask(friends.anna, friends, share=True)
    assert not profile.ephemeral
    assert (labels(profile), menus(profile)) == ([], {})


async def test_who_has_played_nothing_has_no_profile(friends: World) -> None:
    profile = await ask(friends.carla, friends)
    assert texts(profile) == "Carla has no finished game to show here."
    assert labels(profile) == [], "there is no year to choose"


def options_chosen_in(profile: simcord.ResponseMessage) -> list[str]:
    options = [option for part in parts(profile) for option in part.get("options", ())]
    return [option["label"] for option in options if option.get("default")]


def won_game(number: int, day: int, **other: Any) -> PlayedGame:
    """A game that was won by 23 points."""
    facts = {"kind": "castle", "seat": 0, "channel_id": 1, "parent_id": None, "outcome": "won"}
    facts |= {"points": 84, "best_of_others": 61, "change": 12.0, "ended_at": day * DAY}
    facts |= {"tally": TALLY, "options": {}, "accuracy": None, "luck": None, "with_reader": True}
    return PlayedGame(game_id=number, **{**facts, **other})


def test_the_rating_of_a_year_is_counted_back_from_today() -> None:
    every = [
        won_game(1, 100),
        won_game(2, 300, change=-12.0, outcome="lost", accuracy=80.0, luck=-2.5),
        won_game(3, 500, luck=1.0),
    ]
    ranked = LeaderboardRow(2, 1, "Anna", 1100, 3, 2, 0)

    def figures(year: int | None) -> tuple[Any, ...]:
        subject = Subject(Person(1, "Anna"), "castle", year)
        chosen = choose_games(subject, ["castle"], every, ())
        made = profile_of(
            words_of(ENGLISH), chosen, Surroundings({"castle": ranked}, (), 0, None, ())
        )
        own = made.figures
        return own.games, own.won, list(made.ratings), own.accuracy, own.luck, list(own.months)

    assert figures(None) == (3, 2, [1088, 1100, 1088, 1100], [80.0], [-2.5, 1.0], [])
    months = [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    assert figures(1971) == (1, 1, [1088, 1100], [], [1.0], months)


def test_somebody_has_the_colour_in_which_they_usually_played() -> None:
    """In all games together, that of the most played one, whose figure it is."""
    every = [
        *(won_game(number, number, kind="castellan", seat=2) for number in (1, 2, 3)),
        *(won_game(number, number, seat=seat) for number, seat in ((4, 1), (5, 0), (6, 1), (7, 0))),
    ]
    words = words_of(ENGLISH)
    around = Surroundings(dict.fromkeys(FACES), (), 0, None, ())

    def choose(kind: str | None) -> ChosenGames:
        return choose_games(Subject(Person(1, "Anna"), kind, None), [*FACES], every, ())

    assert profile_of(words, choose("castellan"), around).figures.seat == 2
    assert profile_of(words, choose("castle"), around).figures.seat == 0, "of two, the latest"
    assert overview_of(words, FACES, choose(None), around).figures.seat == 0


async def test_the_picture_of_all_games_in_a_year_is_that_of_the_years_games(
    friends: World,
) -> None:
    """Most games were another's, in which there are fewer seats."""
    for _ in range(3):
        await end_game(friends)
    year = str(utc_date(friends.clock()).year + 2)
    friends.clock.turn(800 * DAY)
    other = await end_game(friends)
    await as_game_of(friends, other, "carcassonne", KNIGHTS)
    async with friends.database.writing() as connection:
        own = stored_results.c.user_id == friends.anna.id
        later = stored_results.c.game_id == other.id
        await connection.execute(update(stored_results).where(own, later).values(seat=4))
    profile = await ask(friends.anna, friends)
    looked = answer_of(await friends.anna.click(profile, label=year))
    assert alts(looked)[0].startswith(f"Profile of Anna, the year {year}. 1 game, 1 won.")


async def test_all_games_together_are_one_picture(friends: World) -> None:
    await end_game(friends, won=0)
    other = await end_game(friends, won=0, points=(30, 20))
    await as_game_of(friends, other, "carcassonne", KNIGHTS)
    profile = await ask(friends.anna, friends)
    assert texts(profile) == f"## Anna\n*All games*\n{UNREVIEWED}"
    assert alts(profile) == [
        "Profile of Anna, all years. 2 games, 2 won. "
        "Carcassonne: The Castle: 1 game, 1 won. Mostly places knights (75%). "
        "Carcassonne: 1 game, 1 won. Mostly places knights (100%). "
        "Most often against: Ben, 2 games, 2 won. "
        "Won against Ben, 84–61 (+12). Won against Ben, 30–20 (+12)."
    ]
    of_one = f"carcassonne.{friends.anna.id}.0"
    of_game = answer_of(await friends.anna.select(profile, [of_one]))
    assert texts(of_game) == f"## Anna\n*Carcassonne*\n{UNREVIEWED}"
    profile = await ask(friends.anna, friends)
    year = str(utc_date(friends.clock()).year)
    recap = answer_of(await friends.anna.click(profile, label=year))
    assert alts(recap)[0].startswith(f"Profile of Anna, the year {year}. 2 games, 2 won.")
    assert options_chosen_in(recap) == ["All games"], "the menu says what is shown"
    of_year = f"carcassonne.{friends.anna.id}.{year}"
    of_game = answer_of(await friends.anna.select(recap, [of_year]))
    assert options_chosen_in(of_game) == ["Carcassonne"]
    every = answer_of(await friends.anna.click(of_game, label="All years"))
    assert options_chosen_in(every) == ["Carcassonne"]


@pytest.mark.parametrize("own", [True, False])
async def test_a_profile_of_2000_games_blocks_nobody(friends: World, own: bool) -> None:
    await play_for_years(friends, await end_game(friends), 2000)
    reader = friends.anna if own else friends.carla
    with function_calls() as gauge:
        async with watching(gauge) as watch:
            profile = await ask(reader, friends, player=friends.anna)
    assert "2000 games" in alts(profile)[0]
    assert watch.slowest[0].own <= MOST, watch.slowest[0]


async def play_for_years(world: World, game: Game, count: int) -> None:
    """Pretend that there are as many games like this one, half of them of another kind, each a day
    after the one before."""
    figures = {"accuracy": 80.0, "luck": 1.0, "version": VERSION}
    judged = [{"game_id": game.id, "seat": seat, **figures} for seat in (0, 1)]
    async with world.database.writing() as connection:
        await connection.execute(insert(judged_seats), judged)
        for table in (games, seats, stored_results, judged_seats):
            key = table.c.id if table is games else table.c.game_id
            stored = await connection.execute(select(table).where(key == game.id))
            rows = [dict(row._mapping) for row in stored]
            copies = []
            for number, row in product(range(1, count), rows):
                copy = {**row, key.name: game.id + number}
                if table is stored_results:
                    del copy["id"]
                    copy["ended_at"] += number * DAY
                if "kind" in copy:
                    copy["kind"] = ("castle", "carcassonne")[number % 2]
                if table is games:
                    copy["options"] = "{}"
                copies.append(copy)
            await connection.execute(insert(table), copies)
