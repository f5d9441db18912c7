"""The rules of Harvest."""
