"""Agents that play poker, and what they are made of."""
