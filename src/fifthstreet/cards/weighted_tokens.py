"""Split text that describes hands into tokens, each with its weight.

Ranges of two-card hands (`range_text`) and hands of more cards (`hole_patterns`) interpret tokens
in their own way, but share separators and weights:

    AA,KK;QQ JJ        commas, semicolons and white space separate tokens
    AA:0.5             weight as a fraction (`AA:50%` is accepted too)
    AA@50  AA@50%      weight as a percentage
    [77.0]22,33[/77.0] weight of a block, as a percentage; blocks do not nest
    6max:BTN.open:0.5  names of ranges (`named_ranges`) have a colon of their own

Text with two meanings, like `AKo 50%` or `44:0,25`, is refused.
"""

import re
from dataclasses import dataclass
from math import inf

from fifthstreet.cards.named_ranges import RANGE_NAME
from fifthstreet.errors import InputError

EVERY_HAND = frozenset({"random", "any", "*", "100%"})
NO_HAND = "none"
RANK_SIGN = "(?:10|[2-9TJQKA])"
SUIT_SIGN = "[cdhs♣♧♦♢♥♡♠♤][\ufe0e\ufe0f]?"
NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"

_LONG_DASHES = str.maketrans("‐‑‒–—−", "------")
_SPACE_AROUND_SIGN = re.compile(r"\s*([-:@])\s*|\s+(?=[+%])")
_PIECE = re.compile(
    r"\[(?P<close>/?)(?P<percent>[^\[\]]*)\]|(?P<token>[^\s,;\[\]]+)|(?P<stray>[\[\]])"
)
_NUMBER_ONLY = re.compile(NUMBER)
# Text with two readings: 'AKo 50%' could be AKo half of the time, or AKo and the best half of all
# hands; '44:0,25' could be a quarter of 44, or no 44 and 52.
# Both are searched for from the start of a token only, so that long ones take linear time.
_LOOSE_PERCENT = re.compile(rf"(?<![^\s,;\[\]%])([^\s,;\[\]%]+)\s+({NUMBER}%)")
_DECIMAL_COMMA = re.compile(r"(?<![^\s,;\[\]])([^\s,;\[\]]+:0),(\d+)(?=$|[\s,;\[])")


@dataclass(frozen=True, slots=True)
class WeightedToken:
    """The text before a weight, and the weight as a fraction."""

    body: str
    weight: float


def weighted_tokens(text: str) -> list[WeightedToken]:
    """Split text into tokens, each with its weight (1 if none is written).

    >>> [(token.body, token.weight) for token in weighted_tokens("AA, [50]KK,QQ[/50]")]
    [('AA', 1.0), ('KK', 0.5), ('QQ', 0.5)]
    """
    tokens: list[WeightedToken] = []
    block: str | None = None  # the percentage of the open block, as written
    # Ignore white space around operators: 'QQ - 88' is one token.
    tidy = _SPACE_AROUND_SIGN.sub(lambda match: match[1] or "", text.translate(_LONG_DASHES))
    if match := _LOOSE_PERCENT.search(tidy):
        hand, percent = match.groups()
        raise InputError(
            f"{match[0]!r} has two meanings: write '{hand}:{percent}' for a weight, or "
            f"'{hand}, {percent}' for these and the best {percent} of hands"
        )
    if match := _DECIMAL_COMMA.search(tidy):
        weight, digits = match.groups()
        raise InputError(
            f"{match[0]!r} has two meanings: write '{weight}.{digits}' for a weight, or "
            f"'{weight}, {digits}' for two hands"
        )
    for piece in _PIECE.finditer(tidy):
        if piece["stray"]:
            raise InputError(
                f"blocks must be like '[50]AA[/50]', got a lone {piece['stray']!r} in {text!r}"
            )
        if piece["token"]:
            tokens.append(_token(piece["token"], block))
            continue
        percent = piece["percent"].strip().removesuffix("%")
        weight = _weight(percent, 100.0, piece[0])
        if not piece["close"]:
            if block is not None:
                raise InputError(
                    f"the block {piece[0]!r} opens inside '[{block}]': write '[/{block}]' before it"
                )
            block = percent
        elif block is None:
            raise InputError(f"{piece[0]!r} closes no block: write '[{percent}]' before its hands")
        elif weight != _weight(block, 100.0, block):
            raise InputError(f"'[{block}]' must be closed by '[/{block}]', got {piece[0]!r}")
        else:
            block = None
    if block is not None:
        raise InputError(f"'[{block}]' must be closed by '[/{block}]' after its hands")
    return tokens


def _token(source: str, block: str | None) -> WeightedToken:
    body, sign, number = _cut(source)
    if not sign:
        weight = 1.0 if block is None else _weight(block, 100.0, block)
        return WeightedToken(body, weight)
    if not body:
        raise InputError(f"a weight must have a hand, like 'AA{source}', got {source!r}")
    if block is not None:
        raise InputError(f"{source!r} must have no weight inside the block '[{block}]'")
    if sign == "@" or number.endswith("%"):
        return WeightedToken(body, _weight(number.removesuffix("%"), 100.0, source))
    return WeightedToken(body, _weight(number, 1.0, source))


def _cut(source: str) -> tuple[str, str, str]:
    """Split a token into body, sign and number; the last two are empty if it has no weight."""
    name = RANGE_NAME.match(source)
    for place in range(0 if name is None else name.end(), len(source)):
        if (sign := source[place]) in ":@":
            return source[:place], sign, source[place + 1 :]
    return source, "", ""


def _weight(number: str, whole: float, source: str) -> float:
    """Convert a written number to a weight, where `whole` stands for a weight of 1."""
    limits = "0 to 1, or '@50' for percent" if whole == 1.0 else "0 to 100 percent"
    weight = float(number) / whole if _NUMBER_ONLY.fullmatch(number) else inf
    if weight > 1.0:
        raise InputError(f"a weight must be from {limits}, got {number!r} in {source!r}")
    return weight
