"""Writers of hand histories: PHH, and the ACPC's and Pluribus's formats."""

from fifthstreet.notation.writers.acpc import (
    acpc_log_line,
    acpc_match_states,
    pluribus_log_line,
)
from fifthstreet.notation.writers.phh import phh_text, phhs_text

__all__ = [
    "acpc_log_line",
    "acpc_match_states",
    "phh_text",
    "phhs_text",
    "pluribus_log_line",
]
