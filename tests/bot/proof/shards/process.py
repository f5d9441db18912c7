"""A process of the bot as `python -m bot` starts it, connected to a Discord on this machine.

    python -m tests.bot.proof.shards.process ADDRESS

Only long waits are shortened: how soon another process takes over a dead process's posts.
"""

import sys

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot import start
from bot.discord.answering import visit
from bot.host.settings import Settings, read_settings
from bot.process.clock import SECOND
from bot.store import claims

LEASE = 4.0
LEFT_AFTER = 2 * SECOND


def hasty_settings() -> Settings:
    return read_settings().model_copy(update={"post_lease_seconds": LEASE})


def main(address: str) -> None:
    Route.BASE = address
    DiscordWebSocket.DEFAULT_GATEWAY = URL(address.replace("http", "ws", 1)) / "gateway"
    start.read_settings = hasty_settings  # type: ignore[attr-defined]
    claims.LEFT_AFTER = LEFT_AFTER
    visit.RETRIED_AFTER = float("inf")  # on a busy machine the first request may take that long
    start.main()


if __name__ == "__main__":
    main(sys.argv[1])
