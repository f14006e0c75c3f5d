"""Gymnasium (Towers et al. 2024): a player at a table, alone or at many tables at once.

Importing this registers `fifthstreet/Poker-v0`, for `gymnasium.make` and `gymnasium.make_vec`.
"""

from fifthstreet.interop.libraries import required

gymnasium = required("gymnasium", "Gymnasium")

from fifthstreet.interop.gymnasium.poker_env import PokerEnv  # noqa: E402
from fifthstreet.interop.gymnasium.vector_env import PokerVectorEnv  # noqa: E402

__all__ = ["ENV_ID", "PokerEnv", "PokerVectorEnv"]

ENV_ID = "fifthstreet/Poker-v0"

if ENV_ID not in gymnasium.registry:
    gymnasium.register(
        ENV_ID,
        entry_point=f"{__name__}:PokerEnv",
        vector_entry_point=f"{__name__}:PokerVectorEnv",
    )
