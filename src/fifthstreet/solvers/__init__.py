"""Solvers: any game by CFR, ranges after the flop, sampled hold'em."""
