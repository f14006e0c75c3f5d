"""Fuzzing: targets that take any bytes, a corpus for each, and a runner.

docs/contributing/building.md describes it.
"""
