"""The tests of every package; a package itself, so that the tools can use its kits."""
