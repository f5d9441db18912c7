"""Harvest, a game that exists only for tests: hidden hands, three players, turns of many cards.

It shares nothing with the games that people play, and nothing outside this package knows it. So
anything it needs but does not get is something that the general code takes for granted.

It is also the shortest example of a whole game. Begin with the class in `rules/rules`, whose longer
methods call a chapter: `state` is what lies on the table, `moves` what players do, `turn` how it is
played, `events` what happens, `seen` who sees what, `stored` what is kept. Its face is in `face`,
and its words are in `locale`. The rest is tests.
"""
