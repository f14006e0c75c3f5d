"""Keys of information sets: which deals a strategy tells apart."""

from fifthstreet.abstraction.keys import CardKey, ExactCards

__all__ = ["CardKey", "ExactCards"]
