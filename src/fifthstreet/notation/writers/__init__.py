"""Writers of hand histories: PHH, Open Hand History, PokerStars, and the ACPC's and Pluribus's."""

from fifthstreet.notation.writers.acpc import (
    acpc_log_line,
    acpc_match_states,
    pluribus_log_line,
)
from fifthstreet.notation.writers.ohh import ohh_text, ohhs_text
from fifthstreet.notation.writers.phh import phh_text, phhs_text
from fifthstreet.notation.writers.pokerstars import pokerstars_text, pokerstars_texts

__all__ = [
    "acpc_log_line",
    "acpc_match_states",
    "ohh_text",
    "ohhs_text",
    "phh_text",
    "phhs_text",
    "pluribus_log_line",
    "pokerstars_text",
    "pokerstars_texts",
]
