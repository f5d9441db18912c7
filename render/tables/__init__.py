"""Pictures of a game's figures: leaderboard, chart, sources of points."""
