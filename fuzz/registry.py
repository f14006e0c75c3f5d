"""All targets, by family and name."""

from __future__ import annotations

from importlib import import_module

from fuzz.target import Target

FAMILIES = ("cards", "betting", "histories", "formats", "files", "messages", "native", "calls")


def targets_of(family: str) -> dict[str, Target]:
    """Return the targets of a family, named like `cards.range`."""
    targets: list[Target] = import_module(f"fuzz.{family}").TARGETS
    return {f"{family}.{target.name}": target for target in targets}


def all_targets() -> dict[str, Target]:
    """Return all targets in the order in which they run."""
    return {name: target for family in FAMILIES for name, target in targets_of(family).items()}


def find_target(name: str) -> Target:
    """Return the target of a full name; only its family is imported."""
    return targets_of(name.partition(".")[0])[name]
