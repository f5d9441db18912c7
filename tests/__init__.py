"""The tests of every package; a package itself so that `python -m tests.bench` works."""
