"""Benchmarks of speed and memory. Each module measures a part of the project, and yields rows."""
