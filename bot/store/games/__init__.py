"""The rows of a game: its seats, moves, snapshot, timers, orders, predictions, watchers."""
