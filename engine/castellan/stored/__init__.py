"""Games as text: snapshots of a state, and `castellan-record/1` written and read."""
