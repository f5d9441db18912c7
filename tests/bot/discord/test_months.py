"""Two months of a channel in which nobody plays any longer: what is posted in it, and when.

Discord's time and the bot's advance together, hour by hour; in the third week the bot is down.

    day     0   1   3   7      14   18 ── down ── 32      60
            board   ·   ·      ·                  ·       the end
"""

from bot.match.game import Status
from bot.process.clock import DAY, HOUR
from bot.table.housekeeping import Timers
from tests.bot.discord.kit.world import World, texts

# The days on which the bot is down.
DOWN = range(18, 32)


async def months(friends: World, days: int) -> list[tuple[int, str]]:
    """Everything posted, with its day."""
    posts = []
    earlier = set(friends.post_ids)
    for hour in range(1, days * 24 + 1):
        await friends.env.advance_time(HOUR / 1000)
        friends.clock.turn(HOUR)
        day = hour // 24
        if day == DOWN.stop and hour % 24 == 0:
            await friends.restart()
        timers = Timers(friends.database, friends.table, friends.clock)
        if day not in DOWN and await timers.look():
            await friends.deliver()
            posts += [
                (day, texts(friends.post(post_id)))
                for post_id in friends.post_ids
                if post_id not in earlier
            ]
            earlier |= set(friends.post_ids)
    return posts


async def test_two_months_of_waiting(friends: World) -> None:
    game = await friends.start()
    posts = await months(friends, 61)
    reminder = f"{friends.anna.mention} It is your turn."
    assert [day for day, text in posts if text.startswith(reminder)] == [1, 3, 7, 14, 32]
    [end] = [(day, text) for day, text in posts if not text.startswith(reminder)]
    assert end[0] == 60
    assert "Nobody has moved for a long time" in end[1]
    assert (await friends.table.games.get(game.id)).status is Status.ABANDONED
    assert friends.clock.now - game.waiting_since == 61 * DAY
