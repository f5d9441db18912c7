"""Starts the bot in an image, connected to a Discord on this machine, until its input ends.

It is mounted into the image, which has nothing of the tests:

    python started.py ADDRESS
"""

import os
import signal
import sys
from threading import Thread

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.start import main


def stop_at_the_end() -> None:
    """End with the input, which reaches all engines; they differ in how they pass a signal on."""
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    Route.BASE = sys.argv[1]
    DiscordWebSocket.DEFAULT_GATEWAY = URL(sys.argv[1].replace("http", "ws", 1)) / "gateway"
    Thread(target=stop_at_the_end, daemon=True).start()
    main()
