"""Subgames solved again while they are played: safely, and with actions that no tree foresaw."""
