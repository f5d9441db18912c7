"""What every long-lived part of a process needs: the clock, logs, metrics, and an orderly stop."""
