"""The store: all SQL of the bot, and the care for its data.

The modules by topic take a connection and know no rule of a game. `verify`, `archive` and
`importing` replay games, through `bot.match.rules`.
"""
