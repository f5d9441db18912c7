"""`python -m bot`: loads the bot, and starts it.

Garbage collection is off while the bot loads: almost nothing that is loaded becomes garbage, and
looking for it would take a fifth of the startup time.
"""

import gc

if __name__ == "__main__":
    gc.disable()
    from bot.start import main

    gc.freeze()
    gc.enable()
    main()
