"""Algorithms with networks by name, with their options."""

from __future__ import annotations

from fifthstreet.solvers.cfr import NamedAlgorithm
from fifthstreet.solvers.neural.deep_cfr import DeepCfrOptions, DeepCfrSolver
from fifthstreet.solvers.neural.mirror_descent import MmdOptions, MmdSolver
from fifthstreet.support.options import Named

# On games of any size.
NETWORK_ALGORITHMS: dict[str, NamedAlgorithm] = {
    "deep_cfr": Named(
        (DeepCfrOptions,),
        "networks learn the advantages of actions (Brown et al. 2019)",
        DeepCfrSolver,
    ),
    "mmd": Named(
        (MmdOptions,),
        "magnetic mirror descent: policy gradients from self-play (Sokota et al. 2023)",
        MmdSolver,
    ),
}
