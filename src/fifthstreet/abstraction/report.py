"""Report of an abstraction: its quality, and hands of some buckets."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction.card_abstraction import CardAbstraction
from fifthstreet.abstraction.hand_index import hold_em_index
from fifthstreet.abstraction.recipes import BOARD_CARDS
from fifthstreet.cards import cards_text
from fifthstreet.errors import InputError

_DRAWN = 200_000  # hands of a street that are searched first for the hands of a bucket


def report_data(
    abstraction: CardAbstraction, *, buckets: int = 5, hands: int = 3, seed: int = 0
) -> dict[str, Any]:
    """Return the quality of each street, and some hands of some of its buckets, as plain data.

    `ehs_error` is the RMS difference between the EHS of a deal and the mean of its bucket.

    Args:
        abstraction: If it has no quality, these numbers are None.
        buckets: Buckets to show of each street, spread evenly from the first to the last one.
        hands: Hands to show of each bucket, drawn at random.
        seed: For drawing hands.
    """
    if buckets < 0 or hands < 0:
        raise InputError(f"buckets and hands must be at least 0, got {buckets} and {hands}")
    recipe = {} if abstraction.recipe is None else abstraction.recipe.to_dict()
    return {
        "hash": abstraction.hash,
        "bytes": abstraction.table_bytes,
        "recipe": recipe or None,
        "streets": {
            name: {
                "buckets": abstraction.counts[name],
                "hands": len(abstraction.tables[name]),
                "method": recipe.get(name, {}).get("method"),
                **_quality_data(abstraction, name),
                "samples": _bucket_samples(abstraction, name, buckets, hands, seed),
            }
            for name in abstraction.tables
        },
    }


def report_text(data: dict[str, Any]) -> str:
    """Return a report as text, with lines for each street.

    Args:
        data: What `report_data` returns.
    """
    lines = [f"{data['bytes'] / 1e6:,.1f} MB, hash {data['hash'][:16]}"]
    for name, street in data["streets"].items():
        method = "" if street["method"] is None else f", {street['method']}"
        lines.append(f"{name}: {street['buckets']:,} buckets of {street['hands']:,} hands{method}")
        if street["ehs_error"] is not None:
            cost = "" if street["mean_cost"] is None else f", mean cost {street['mean_cost']:.4g}"
            lines.append(
                f"  EHS error {street['ehs_error']:.4f}{cost}, "
                f"as spread as {street['effective_buckets']:,.1f} equal buckets"
            )
        for sample in street["samples"]:
            numbers = ""
            if sample["ehs"] is not None:
                numbers = (
                    f" {100 * sample['share']:.2g}% of deals, "
                    f"EHS {sample['ehs']:.3f} ± {sample['ehs_deviation']:.3f}:"
                )
            lines.append(f"  bucket {sample['bucket']:,}:{numbers} {', '.join(sample['hands'])}")
    return "\n".join(lines)


def _quality_data(abstraction: CardAbstraction, name: str) -> dict[str, Any]:
    quality = abstraction.quality.get(name)
    names = ("ehs_error", "mean_cost", "effective_buckets")
    return {name: None if quality is None else getattr(quality, name) for name in names}


def _bucket_samples(
    abstraction: CardAbstraction, name: str, buckets: int, hands: int, seed: int
) -> list[dict[str, Any]]:
    table, count = abstraction.tables[name], abstraction.counts[name]
    random = np.random.default_rng(seed)
    drawn = random.integers(0, len(table), min(_DRAWN, len(table)))
    labels = table[drawn]
    chosen = np.unique(np.linspace(0, count - 1, min(buckets, count)).round().astype(int))
    quality = abstraction.quality.get(name)
    samples = []
    for bucket in chosen.tolist():
        members = np.unique(drawn[labels == bucket])
        if len(members) < hands:
            members = np.flatnonzero(table == bucket)
        picked = random.permutation(members)[:hands]
        is_known = quality is not None and quality.deals[bucket] > 0
        samples.append(
            {
                "bucket": bucket,
                "share": quality.deals[bucket] / quality.deals.sum() if quality else None,
                "ehs": quality.ehs[bucket] if quality and is_known else None,
                "ehs_deviation": quality.ehs_deviation[bucket] if quality and is_known else None,
                "hands": _texts(name, picked),
            }
        )
    return samples


def _texts(name: str, indices: NDArray[np.int64]) -> list[str]:
    """Write hands of a street, the highest cards first, like `AhKd on QsJs2h`."""
    index = hold_em_index(BOARD_CARDS[name])
    deals = index.unindex(len(index.rounds) - 1, np.sort(indices)).tolist()
    return [
        " on ".join(cards_text(part[::-1]) for part in (deal[:2], deal[2:]) if part)
        for deal in deals
    ]
