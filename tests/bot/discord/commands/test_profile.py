"""The profile of a player: one picture, for good or for one year, private unless it is shared."""

from typing import Any

import pytest
import simcord

from bot.discord.features.profiles import Played, profile_of, year_of
from bot.locale import ENGLISH, words_of
from bot.match.results import LeaderboardRow
from bot.process.clock import DAY
from bot.store.results import SeatReview
from tests.bot.discord.kit.remembered import ended, hide, move_to, rated, results
from tests.bot.discord.kit.seen import answered, menus, seen
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import World, alts, labels, texts

pytestmark = pytest.mark.sketched

GAME = "*Carcassonne: The Castle*"


async def asked(who: simcord.MemberActor, world: World, **given: Any) -> simcord.ResponseMessage:
    return answered(await who.slash(world.channel, in_group("profile"), **given))


async def test_a_profile_is_one_picture_of_everything(friends: World) -> None:
    await ended(friends, won=0)
    await ended(friends, won=1, points=(50, 70))
    await rated(friends, friends.anna.id, "Anna", 1760)
    shown = await asked(friends.anna, friends)
    assert shown.ephemeral
    assert texts(shown) == f"## Anna\n{GAME}"
    assert seen(shown).files == ("profile.png",)
    assert alts(shown) == [
        "Profile of Anna, all years. 2 games, 1 won. 67.0 points a game. "
        "Rating from 1760 to 1760, 1772 at best. Paths: 30.0 points a game. "
        "Towers: 20.0 points a game. Won against Ben, 84–61 (+12)."
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
    nothing = f"Anna has no finished game of {GAME} to show."
    assert texts(await asked(friends.carla, friends, player=friends.anna)) == nothing
    assert texts(await asked(friends.anna, friends, share=True)) == nothing
    assert "1 game, 1 won" in alts(await asked(friends.anna, friends))[0]


async def test_a_year_is_looked_back_on_with_one_click(friends: World) -> None:
    await ended(friends, won=1)
    first = year_of(friends.clock())
    friends.clock.turn(400 * DAY)
    await ended(friends, won=0)
    shown = await asked(friends.anna, friends)
    years = [str(year_of(friends.clock())), str(first)]
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
    assert texts(shown) == f"Carla has no finished game of {GAME} to show."
    assert labels(shown) == ["All years"]


async def test_the_rating_of_a_year_is_counted_back_from_today(friends: World) -> None:
    every = list[Played]()
    for won in (0, 1, 0):
        game = await ended(friends, won=won)
        of_all = results(friends, game, won, (84, 61))
        every.append(Played(game, of_all, of_all[0]))
        friends.clock.turn(200 * DAY)
    ranked = LeaderboardRow(2, friends.anna.id, "Anna", 1100, 3, 2, 0)
    judged = {every[1].game.id: SeatReview(80.0, -2.5), every[2].game.id: SeatReview(None, 1.0)}

    def shown(year: int | None) -> tuple[Any, ...]:
        made = profile_of(words_of(ENGLISH), "Anna", every, judged, ranked, year=year)
        return made.games, made.won, list(made.ratings), made.accuracy, made.luck

    assert shown(None) == (3, 2, [1088, 1100, 1088, 1100], [80.0], [-2.5, 1.0])
    last = every[2].year
    within = [one for one in every if one.year == last]
    assert shown(last)[0] == len(within)
    assert shown(last)[2] == [1088, 1100, 1088, 1100][-len(within) - 1 :]
