"""What every game promises, and what each must provide about itself so that this can be checked.

The tests ask for a `candidate`: here every game of `engine.games.GAMES`. Another package of tests
checks a game of its own by defining a fixture of that name and importing the tests:

    from tests.engine.conformance.test_promises import *
"""
