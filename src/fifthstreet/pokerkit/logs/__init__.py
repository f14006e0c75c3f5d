"""Parsing of logs by patterns, which `fifthstreet.pokerkit.REParser` offers as PokerKit's does.

The logs of poker sites are parsed by the readers of `fifthstreet.notation`.
"""

from fifthstreet.pokerkit.logs.pattern_parser import PatternParser

__all__ = ["PatternParser"]
