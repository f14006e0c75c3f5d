"""Batches: many tables of a poker game, stepped with one call, for training and large matches."""

from fifthstreet.envs.batch import TableBatch, whole_history
from fifthstreet.envs.game import BatchGame
from fifthstreet.envs.observation import WAIT, BetHistory, Kind, Observation, Pots

__all__ = [
    "WAIT",
    "BatchGame",
    "BetHistory",
    "Kind",
    "Observation",
    "Pots",
    "TableBatch",
    "whole_history",
]
