"""Benchmarks: figures compared with a limit, or with a peer that is measured in the same run."""
