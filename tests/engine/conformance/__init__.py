"""What every game promises, and what each must tell about itself so that it can be checked.

The tests ask for a `candidate`: here every game of `engine.game.GAMES`. Another package of tests
checks a game of its own by a fixture of that name, and by importing the tests:

    from tests.engine.conformance.test_promises import *
"""
