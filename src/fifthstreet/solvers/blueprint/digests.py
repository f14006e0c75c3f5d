"""Short hashes that tell betting trees and games apart."""

from __future__ import annotations

import json
from hashlib import sha256

from fifthstreet.tree import BettingTree


def tree_digest(tree: BettingTree) -> str:
    """Return a short hash of rules and nodes; a tree may lack nodes that its rules allow."""
    rules = json.dumps(tree.rules.to_dict(), sort_keys=True).encode()
    return short_digest(rules, *(array.tobytes() for array in tree.as_arrays().values()))


def short_digest(*parts: bytes) -> str:
    """Return a short hash of some bytes."""
    digest = sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()[:12]
