"""The bot in a simulated Discord, driven as people drive it."""
