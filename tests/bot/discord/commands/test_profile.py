"""The profile of a player: one picture, for good or for one year, private unless it is shared."""

from itertools import product
from typing import Any

import pytest
import simcord
from msgspec.json import encode
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
from tests.bot.discord.kit.remembered import TALLY, ended, hide, move_to, rated
from tests.bot.discord.kit.seen import answered, menus, parts, seen
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import World, alts, labels, texts
from tests.town.watch import function_calls, watching

pytestmark = pytest.mark.sketched

# The most function calls in one callback.
MOST = 10_000

GAME = "*Carcassonne: The Castle*"
UNREVIEWED = "-# Accuracy and luck come from reviews: press **Review** below a game that is over."


async def asked(who: simcord.MemberActor, world: World, **given: Any) -> simcord.ResponseMessage:
    return answered(await who.slash(world.channel, in_group("profile"), **given))


async def test_a_profile_is_one_picture_of_everything(friends: World) -> None:
    await ended(friends, won=0)
    await ended(friends, won=1, points=(50, 70))
    await rated(friends, friends.anna.id, "Anna", 1760)
    shown = await asked(friends.anna, friends)
    assert shown.ephemeral
    assert texts(shown) == f"## Anna\n{GAME}\n{UNREVIEWED}"
    assert seen(shown).files == ("profile.png",)
    assert alts(shown) == [
        "Profile of Anna, all years. 2 games, 1 won. 67.0 points a game. "
        "Rating from 1760 to 1760, 1772 at best. Most often: Knights 75% and Squires 25%. "
        "Paths: 30.0 points a game. Towers: 20.0 points a game. "
        "Most often against: Ben, 2 games, 1 won. Won against Ben, 84–61 (+12)."
    ]


async def test_a_profile_is_asked_for_by_command_or_person(friends: World) -> None:
    await ended(friends)
    typed = await asked(friends.carla, friends, player=friends.ben)
    opened = answered(await friends.carla.context_menu(friends.channel, "Profile", friends.ben))
    assert opened.ephemeral
    assert alts(typed) == alts(opened)
    assert alts(typed)[0].startswith("Profile of Ben, all years. 1 game, 0 won.")


async def test_hidden_games_are_in_nobody_elses_profile_of_you(friends: World) -> None:
    game = await ended(friends)
    await move_to(friends, game, hide(friends).id)
    nothing = "Anna has no finished game to show here."
    assert texts(await asked(friends.carla, friends, player=friends.anna)) == nothing
    assert texts(await asked(friends.anna, friends, share=True)) == nothing
    assert "1 game, 1 won" in alts(await asked(friends.anna, friends))[0]


async def test_a_year_is_looked_back_on_with_one_click(friends: World) -> None:
    await ended(friends, won=1)
    first = utc_date(friends.clock()).year
    friends.clock.turn(400 * DAY)
    await ended(friends, won=0)
    shown = await asked(friends.anna, friends)
    years = [str(utc_date(friends.clock()).year), str(first)]
    assert labels(shown) == ["All years", *years]
    await friends.restart()
    looked = answered(await friends.anna.click(shown, label=str(first)))
    assert alts(looked)[0].startswith(f"Profile of Anna, the year {first}. 1 game, 0 won.")
    assert alts(await asked(friends.anna, friends, year=first)) == alts(looked)
    empty = await asked(friends.anna, friends, year=first - 1)
    assert texts(empty) == f"Anna has no finished game of {GAME} to show."
    assert labels(empty) == ["All years", *years]


async def test_a_shared_profile_has_no_buttons(friends: World) -> None:
    await ended(friends)
    shown = await asked(friends.anna, friends, share=True)
    assert not shown.ephemeral
    assert (labels(shown), menus(shown)) == ([], {})


async def test_who_has_played_nothing_has_no_profile(friends: World) -> None:
    shown = await asked(friends.carla, friends)
    assert texts(shown) == "Carla has no finished game to show here."
    assert labels(shown) == [], "there is no year to choose"


def chosen_in(shown: simcord.ResponseMessage) -> list[str]:
    """The options that are chosen in its menus."""
    options = [one for part in parts(shown) for one in part.get("options", ())]
    return [one["label"] for one in options if one.get("default")]


def played(number: int, day: int, **other: Any) -> PlayedGame:
    """A game that was won by 23 points."""
    facts = {"kind": "castle", "seat": 0, "channel_id": 1, "parent_id": None, "outcome": "won"}
    facts |= {"points": 84, "best_of_others": 61, "change": 12.0, "ended_at": day * DAY}
    facts |= {"tally": TALLY, "accuracy": None, "luck": None, "with_reader": True}
    return PlayedGame(game_id=number, **{**facts, **other})


def test_the_rating_of_a_year_is_counted_back_from_today() -> None:
    every = [
        played(1, 100),
        played(2, 300, change=-12.0, outcome="lost", accuracy=80.0, luck=-2.5),
        played(3, 500, luck=1.0),
    ]
    ranked = LeaderboardRow(2, 1, "Anna", 1100, 3, 2, 0)

    def shown(year: int | None) -> tuple[Any, ...]:
        subject = Subject(Person(1, "Anna"), "castle", year)
        chosen = choose_games(subject, ["castle"], every, ())
        made = profile_of(
            words_of(ENGLISH), chosen, Surroundings({"castle": ranked}, (), 0, None, ())
        )
        own = made.figures
        return own.games, own.won, list(made.ratings), own.accuracy, own.luck, list(own.months)

    assert shown(None) == (3, 2, [1088, 1100, 1088, 1100], [80.0], [-2.5, 1.0], [])
    months = [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    assert shown(1971) == (1, 1, [1088, 1100], [], [1.0], months)


def test_somebody_has_the_colour_in_which_they_usually_played() -> None:
    """In all games together, that of the most played one, whose figure it is."""
    every = [
        *(played(number, number, kind="castellan", seat=2) for number in (1, 2, 3)),
        *(played(number, number, seat=seat) for number, seat in ((4, 1), (5, 0), (6, 1), (7, 0))),
    ]
    words = words_of(ENGLISH)
    around = Surroundings(dict.fromkeys(FACES), (), 0, None, ())

    def chosen(kind: str | None) -> ChosenGames:
        return choose_games(Subject(Person(1, "Anna"), kind, None), [*FACES], every, ())

    assert profile_of(words, chosen("castellan"), around).figures.seat == 2
    assert profile_of(words, chosen("castle"), around).figures.seat == 0, "of two, the latest"
    assert overview_of(words, FACES, chosen(None), around).figures.seat == 0


async def test_the_picture_of_all_games_in_a_year_is_that_of_the_years_games(
    friends: World,
) -> None:
    """Most games were another's, in which there are fewer seats."""
    for _ in range(3):
        await ended(friends)
    year = str(utc_date(friends.clock()).year + 2)
    friends.clock.turn(800 * DAY)
    other = await ended(friends)
    await as_game_of(friends, other, "carcassonne")
    async with friends.database.writing() as connection:
        own = stored_results.c.user_id == friends.anna.id
        later = stored_results.c.game_id == other.id
        await connection.execute(update(stored_results).where(own, later).values(seat=4))
    shown = await asked(friends.anna, friends)
    looked = answered(await friends.anna.click(shown, label=year))
    assert alts(looked)[0].startswith(f"Profile of Anna, the year {year}. 1 game, 1 won.")


async def test_all_games_together_are_one_picture(friends: World) -> None:
    await ended(friends, won=0)
    other = await ended(friends, won=0, points=(30, 20))
    await as_game_of(friends, other, "carcassonne")
    shown = await asked(friends.anna, friends)
    assert texts(shown) == f"## Anna\n*All games*\n{UNREVIEWED}"
    assert alts(shown) == [
        "Profile of Anna, all years. 2 games, 2 won. "
        "Carcassonne: The Castle: 1 game, 1 won. Mostly places knights (75%). "
        "Carcassonne: 1 game, 1 won. Mostly places knights (100%). "
        "Most often against: Ben, 2 games, 2 won. "
        "Won against Ben, 84–61 (+12). Won against Ben, 30–20 (+12)."
    ]
    of_one = f"carcassonne.{friends.anna.id}.0"
    one = answered(await friends.anna.select(shown, [of_one]))
    assert texts(one) == f"## Anna\n*Carcassonne*\n{UNREVIEWED}"
    shown = await asked(friends.anna, friends)
    year = str(utc_date(friends.clock()).year)
    recap = answered(await friends.anna.click(shown, label=year))
    assert alts(recap)[0].startswith(f"Profile of Anna, the year {year}. 2 games, 2 won.")
    assert chosen_in(recap) == ["All games"], "the menu says what is shown"
    of_year = f"carcassonne.{friends.anna.id}.{year}"
    one = answered(await friends.anna.select(recap, [of_year]))
    assert chosen_in(one) == ["Carcassonne"]
    every = answered(await friends.anna.click(one, label="All years"))
    assert chosen_in(every) == ["Carcassonne"]


@pytest.mark.parametrize("own", [True, False])
async def test_a_profile_of_2000_games_blocks_nobody(friends: World, own: bool) -> None:
    await played_for_years(friends, await ended(friends), 2000)
    reader = friends.anna if own else friends.carla
    with function_calls() as gauge:
        async with watching(gauge) as watch:
            shown = await asked(reader, friends, player=friends.anna)
    assert "2000 games" in alts(shown)[0]
    assert watch.slowest[0].own <= MOST, watch.slowest[0]


async def as_game_of(world: World, game: Game, kind: str) -> None:
    """Pretend that it was a game of another kind, in which Anna placed only knights."""
    tally = encode({"role.knight": 2}).decode()
    async with world.database.writing() as connection:
        await connection.execute(update(games).where(games.c.id == game.id).values(kind=kind))
        there = update(stored_results).where(stored_results.c.game_id == game.id)
        await connection.execute(there.values(kind=kind, tally=tally))


async def played_for_years(world: World, game: Game, count: int) -> None:
    """Pretend that there are as many games like this one, half of them of another kind, each a day
    after the one before."""
    judged = [{"game_id": game.id, "seat": seat, "accuracy": 80.0, "luck": 1.0} for seat in (0, 1)]
    async with world.database.writing() as connection:
        await connection.execute(insert(judged_seats), judged)
        for table in (games, seats, stored_results, judged_seats):
            key = table.c.id if table is games else table.c.game_id
            found = await connection.execute(select(table).where(key == game.id))
            rows = [dict(row._mapping) for row in found]
            copies = []
            for number, row in product(range(1, count), rows):
                copy = {**row, key.name: game.id + number}
                if table is stored_results:
                    del copy["id"]
                    copy["ended_at"] += number * DAY
                if "kind" in copy:
                    copy["kind"] = ("castle", "carcassonne")[number % 2]
                copies.append(copy)
            await connection.execute(insert(table), copies)
