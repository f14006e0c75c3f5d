"""Building hand histories from the events that a log lists."""

from fifthstreet.notation.readers.building.builder import HandBuilder
from fifthstreet.notation.readers.building.games import GameName, Limit, variant_code
from fifthstreet.notation.readers.building.kinds import EventKind, Post
from fifthstreet.notation.readers.building.seats import Seat

__all__ = ["EventKind", "GameName", "HandBuilder", "Limit", "Post", "Seat", "variant_code"]
