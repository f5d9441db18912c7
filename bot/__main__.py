"""`python -m bot`: loads the bot, and starts it.

Garbage collection is off while the bot loads: almost nothing that is loaded becomes garbage, and
looking for it would take a fifth of the startup time.
"""

import argparse
import gc

from bot import NAME, VERSION

ABOUT = (
    "Play Carcassonne, Carcassonne: The Castle and Castellan in Discord, with DISCORD_TOKEN; "
    "without it, in a simulated Discord in the browser."
)
MORE = (
    "Every setting comes from the environment or from .env, and .env.example explains each. "
    "Backups, upgrades and checks: python -m bot.host --help."
)

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bot", description=ABOUT, epilog=MORE)
    parser.add_argument("--version", action="version", version=f"{NAME} {VERSION}")
    parser.parse_args()
    gc.disable()
    from bot.start import main

    gc.freeze()
    gc.enable()
    main()
