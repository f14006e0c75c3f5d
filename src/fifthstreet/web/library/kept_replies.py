"""Replies that are kept as bytes, because computing them again takes longer than sending them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

_MAX_BYTES = 64_000_000


class KeptReplies:
    """The replies that were sent last, up to a number of bytes."""

    def __init__(self, max_bytes: int = _MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._changing = Lock()

    def __repr__(self) -> str:
        return f"<KeptReplies: {len(self._kept)} replies, {self._bytes} bytes>"

    def get(self, key: Hashable, compute: Callable[[], bytes]) -> bytes:
        """Return the reply of a key, computed if it is not kept; errors are not kept.

        Args:
            key: What identifies the reply, with the stamps of the files it is computed from.
            compute: A function that computes the reply.
        """
        with self._changing:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        reply = compute()
        with self._changing:
            if key not in self._kept and len(reply) <= self._max_bytes:
                self._kept[key] = reply
                self._bytes += len(reply)
                while self._bytes > self._max_bytes:
                    self._bytes -= len(self._kept.popitem(last=False)[1])
        return reply
