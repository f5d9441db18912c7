"""What a match that is over came to: outcomes, statistics, ratings, predictions."""
