"""Discord bot: the table that runs the games, its store, and what is posted about them."""

NAME = "castle-bot"
# As in pyproject.toml. CHANGELOG.md says what is new in each.
VERSION = "1.1.0.dev0"
