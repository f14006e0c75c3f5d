"""Text in ASCII, for terminals, files and pipes that cannot show anything else."""

from __future__ import annotations

_BOX = range(0x2500, 0x2580)
_BRAILLE = range(0x2800, 0x2900)
# Dots of a Braille character as Unicode numbers them.
_UPPER_DOTS = 0x01 | 0x08 | 0x02 | 0x10
_LOWER_DOTS = 0x04 | 0x20 | 0x40 | 0x80

# Characters and their forms. Suits and drawing characters take one character, so that columns
# stay aligned.
_SAME_LENGTH = {
    "♣♧♦♢♥♡♠♤": "ccddhhss",
    "█▉▊▋▌▍▎▏■": "#####   #",
    "─━┄┅┈┉╌╍═╴╶╸╺╼╾": "---------------",
    "│┃┆┇┊┋╎╏║╵╷╹╻╽╿": "|||||||||||||||",
    "╱╲╳": "/\\x",
    "‐‑‒–—−": "------",
    "‘’“”": "''\"\"",
    "×·\u00a0": "x- ",
}
_LONGER = {"±": "+/-", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~=", "→": "->", "←": "<-", "…": "..."}
_FORMS = {
    **dict.fromkeys(_BOX, "+"),  # corners and crossings; lines follow
    **{code: " '.:"[bool(code & _UPPER_DOTS) + 2 * bool(code & _LOWER_DOTS)] for code in _BRAILLE},
    **{
        ord(character): form
        for characters, forms in _SAME_LENGTH.items()
        for character, form in zip(characters, forms, strict=True)
    },
    **{ord(character): form for character, form in _LONGER.items()},
}


def ascii_text(text: str) -> str:
    r"""Return text in ASCII; characters that have no similar form are escaped.

    >>> ascii_text("Q♠ J♥ ± 0.5%, José")
    'Qs Jh +/- 0.5%, Jos\\xe9'
    """
    return text.translate(_FORMS).encode("ascii", "backslashreplace").decode("ascii")
