"""Ranges in the notations of other programs; `Range` reads all of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fifthstreet.cards import (
    CLASS_COUNT,
    CLASS_NAMES,
    Range,
    class_holes,
    format_weights,
    hole_text,
)
from fifthstreet.formats.text_lines import weight_text


def weights_text(range_: Range) -> str:
    """Return the 1,326 weights of a range in PioSOLVER's order.

    Args:
        range_: Its weights are written so that they read back exactly.
    """
    return " ".join(map(weight_text, range_.weights))


def plain_range_text(range_: Range) -> str:
    """Return a range with classes and hands only, without runs, as TexasSolver reads it.

    Args:
        range_: Classes with hands of different weights are written hand by hand.

    >>> plain_range_text(Range("QQ+,AKs:0.5,AhKd"))
    'AA,AKs:0.5,AhKd,KK,QQ'
    """
    tokens = []
    for index in range(CLASS_COUNT):
        holes = class_holes(index)
        weights = range_.weights[holes]
        if (weights == weights[0]).all():
            named = [(CLASS_NAMES[index], weights[0])]
        else:
            named = [(hole_text(int(hole)), range_.weights[hole]) for hole in holes]
        tokens += [
            name if weight == 1 else f"{name}:{weight_text(weight)}"
            for name, weight in named
            if weight > 0
        ]
    return ",".join(tokens) or "none"


def block_range_text(range_: Range) -> str:
    """Return a range with a block of hands for each weight, as GTO+ and Flopzilla write it.

    Args:
        range_: Hands of weight 1 are written without a block.

    >>> block_range_text(Range("TT+,AKs:0.5,AKo:0.5"))
    'TT+,[50]AK[/50]'
    """
    texts = []
    for weight in sorted(set(range_.weights[range_.weights > 0].tolist()), reverse=True):
        is_held = range_.weights == np.float32(weight)
        hands = format_weights(np.where(is_held, np.float32(1), np.float32(0)))
        percent = _percent_text(np.float32(weight))
        texts.append(hands if weight == 1 else f"[{percent}]{hands}[/{percent}]")
    return ",".join(texts) or "none"


RANGE_STYLES: dict[str, Callable[[Range], str]] = {
    "range": Range.text,
    "plain-range": plain_range_text,
    "block-range": block_range_text,
    "weights": weights_text,
}


def _percent_text(weight: np.float32) -> str:
    """Write a weight as the shortest percentage that reads back as it."""
    for digits in range(1, 18):
        text = np.format_float_positional(
            float(weight) * 100, precision=digits, unique=False, fractional=False, trim="-"
        )
        if np.float32(float(text) / 100) == weight:
            break
    return text
