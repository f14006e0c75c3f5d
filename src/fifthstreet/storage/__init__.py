"""Solutions and checkpoints on disk, and exports of solutions."""

from fifthstreet.storage.checkpoints import load_checkpoint, save_checkpoint
from fifthstreet.storage.container import verify
from fifthstreet.storage.exports import export_csv, export_json, export_parquet
from fifthstreet.storage.quantise import ByteError
from fifthstreet.storage.solutions import SavedSize, open_solution, save_solution
from fifthstreet.storage.stored import StoredSolution

__all__ = [
    "ByteError",
    "SavedSize",
    "StoredSolution",
    "export_csv",
    "export_json",
    "export_parquet",
    "load_checkpoint",
    "open_solution",
    "save_checkpoint",
    "save_solution",
    "verify",
]
