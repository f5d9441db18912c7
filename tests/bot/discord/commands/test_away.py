"""`/table away`: when somebody is away, what the others are told, and how many days are left."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.process.clock import DAY, HOUR, SECOND
from bot.store.people import prefer
from bot.table.housekeeping import Timers
from tests.bot.discord.kit.trouble import deliver_twice, direct, public, text_of
from tests.bot.discord.kit.world import World, texts
from tests.bot.kit import NOON

# At which the 15th of January 2027 began in UTC.
MIDNIGHT = NOON - 8 * HOUR


async def away(world: World, **options: Any) -> str:
    return text_of(await world.anna.slash(world.channel, "table away", **options))


def moment(time: int) -> str:
    return f"<t:{time // SECOND}:f>"


async def test_the_away_page_says_when_nothing_is_planned(friends: World) -> None:
    answer = await away(friends)
    assert answer == (
        "You are not away, and have no time away planned.\n"
        "-# Of 45 days within a year, 45 days are left."
    )


async def test_going_away_informs_the_player_and_the_opponents(friends: World) -> None:
    await friends.start(time="3d")
    page = await away(friends, days=10)
    assert f"You are away from {moment(NOON)} until {moment(NOON + 10 * DAY)}." in page
    assert page.endswith("-# Of 45 days within a year, 35 days are left.")
    await friends.deliver()
    notice = f"**Anna** is away from {moment(NOON)} until {moment(NOON + 10 * DAY)}."
    assert notice in texts(friends.last_post)
    assert friends.last_post.mentions == []
    assert await away(friends) == page


async def test_the_board_tells_the_time_with_the_days_away(friends: World) -> None:
    await friends.start(time="3d")
    await away(friends, days=10)
    look = await friends.ben.slash(friends.channel, "castle board")
    assert f"**Anna** has time until {moment(NOON + 13 * DAY)}" in text_of(look)


async def test_days_are_named_as_they_are_in_ones_own_zone(friends: World) -> None:
    async with friends.database.writing() as connection:
        await prefer(connection, friends.anna.id, {"zone": "Europe/Amsterdam"}, NOON)
    page = await away(friends, **{"from": "2027-03-27", "until": "2027-03-28"})
    first = MIDNIGHT + 71 * DAY - HOUR
    assert f"from {moment(first)} until {moment(first + 47 * HOUR)}" in page


async def test_today_begins_now(friends: World) -> None:
    page = await away(friends, **{"from": "2027-01-15", "until": "2027-01-15"})
    assert f"from {moment(NOON)} until {moment(MIDNIGHT + DAY)}" in page


async def test_who_is_back_is_told_of_too(friends: World) -> None:
    await friends.start(time="3d")
    await away(friends, days=10)
    friends.clock.turn(4 * DAY)
    page = await away(friends, back=True)
    assert page.startswith("You are not away")
    assert "41 days are left" in page
    await friends.deliver()
    assert texts(friends.last_post) == "**Anna** is back."


CANNOT_BE: Sequence[tuple[Mapping[str, Any], str]] = [
    ({"days": 3, "until": "2027-02-01"}, "It is not clear how long you will be away."),
    ({"from": "2027-02-01"}, "It is not clear how long you will be away."),
    ({"until": "next week"}, "That is not a day. Write a day as year, month and day"),
    ({"until": "9999-12-31"}, "That is not a day. Write a day as year, month and day"),
    ({"until": "2027-01-14"}, "That day is over."),
    ({"from": "2027-01-14", "days": 3}, "That day is over."),
    ({"from": "2027-02-10", "until": "2027-02-09"}, "It would end before it begins."),
    ({"from": "2028-02-10", "days": 3}, "That is more than a year from now."),
    ({"until": "2027-03-15"}, "You can be away for at most 45 days in any one year."),
    ({"back": True}, "You are not away."),
]


async def test_what_cannot_be_is_explained(friends: World) -> None:
    for options, sentence in CANNOT_BE:
        assert (await away(friends, **options)).startswith(sentence)
        assert "no time away planned" in await away(friends)


async def test_days_to_come_are_offered(friends: World) -> None:
    offered = await friends.anna.autocomplete(friends.channel, "table away", "until", "")
    assert [choice["value"] for choice in offered][:2] == ["2027-01-15", "2027-01-16"]
    offered = await friends.anna.autocomplete(friends.channel, "table away", "from", "-02-0")
    assert next(choice["value"] for choice in offered) == "2027-02-01"


async def test_a_command_that_comes_twice_is_announced_once(friends: World) -> None:
    await friends.start()
    with deliver_twice(friends):
        await away(friends, days=5)
    await friends.deliver()
    assert sum("is away from" in post for post in public(friends)) == 1


async def test_absent_players_are_not_warned_even_after_a_restart(friends: World) -> None:
    await friends.start(time="3d")
    await away(friends, days=30)
    await friends.restart()
    posts = len(public(friends))
    for _ in range(30):
        friends.clock.turn(DAY)
        await Timers(friends.database, friends.table, friends.clock).look()
    await friends.deliver()
    assert len(public(friends)) == posts + 1
    assert direct(friends.anna) == direct(friends.ben) == []


async def test_somebody_without_a_game_can_be_away_too(friends: World) -> None:
    answer = await friends.carla.slash(friends.channel, "table away", days=1)
    assert "You are away from" in text_of(answer)
    assert public(friends) == []
