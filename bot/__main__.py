"""`python -m bot`: loads the bot, and starts it.

Next to nothing that is loaded becomes garbage. To look for some meanwhile would take a fifth of the
start.
"""

import gc

if __name__ == "__main__":
    gc.disable()
    from bot.start import main

    gc.freeze()
    gc.enable()
    main()
