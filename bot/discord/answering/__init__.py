"""One interaction from click to answer: who is asking, what they may do, how a failure is
explained."""
