"""Solutions, checkpoints, flops, trainings and strategies on disk, and exports."""

from fifthstreet.solvers.postflop.rounding import ByteError
from fifthstreet.storage.checkpoints import load_checkpoint, save_checkpoint
from fifthstreet.storage.container import verify
from fifthstreet.storage.exports import export_csv, export_json, export_parquet
from fifthstreet.storage.flop_files import FlopFile, export_flops
from fifthstreet.storage.solutions import SavedSize, open_solution, save_solution
from fifthstreet.storage.stored import StoredSolution
from fifthstreet.storage.strategies import (
    Training,
    load_strategy,
    load_training,
    save_strategy,
    save_training,
)

__all__ = [
    "ByteError",
    "FlopFile",
    "SavedSize",
    "StoredSolution",
    "Training",
    "export_csv",
    "export_flops",
    "export_json",
    "export_parquet",
    "load_checkpoint",
    "load_strategy",
    "load_training",
    "open_solution",
    "save_checkpoint",
    "save_solution",
    "save_strategy",
    "save_training",
    "verify",
]
