"""The store: all the SQL of the bot, and the maintenance of its data.

The modules by topic take a connection and know no rule of a game. `verify`, `archive` and
`importing` replay games, through `bot.match.rules`.
"""
