"""Matches between agents, and their statistics."""
