"""Building hand histories from the entries of a log."""

from fifthstreet.notation.readers.building.builder import HandBuilder
from fifthstreet.notation.readers.building.games import GameName, Limit, variant_code
from fifthstreet.notation.readers.building.kinds import EntryKind, Post
from fifthstreet.notation.readers.building.seats import Seat

__all__ = ["EntryKind", "GameName", "HandBuilder", "Limit", "Post", "Seat", "variant_code"]
