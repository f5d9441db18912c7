"""The rows of games that are over: results and ratings."""
