"""Pictures of figures of any game: leaderboard, chart, sources of points."""
