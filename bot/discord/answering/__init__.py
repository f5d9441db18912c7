"""One interaction from click to answer: who asks, what they may do, how a failure is explained."""
