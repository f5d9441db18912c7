"""Games as text: snapshots of a state, and `castle-record/1` written and read."""
