"""Common parts of all long-lived processes: the clock, logs, metrics, and an orderly stop."""
