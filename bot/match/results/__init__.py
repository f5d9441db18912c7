"""The results of a finished match: outcomes, statistics, ratings, predictions."""
