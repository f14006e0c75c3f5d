"""The listening socket."""

import socket

from fifthstreet.web.server import bind


def test_answers_do_not_wait_for_acknowledgements() -> None:
    """asyncio turns Nagle's algorithm off only where the protocol is named: 40 ms an answer."""
    with bind("127.0.0.1", [0]) as listener:
        listener.listen()
        with socket.create_connection(listener.getsockname()):
            accepted, _ = listener.accept()
            with accepted:
                assert accepted.proto == socket.IPPROTO_TCP


def test_the_next_free_port_is_taken() -> None:
    with bind("127.0.0.1", [0]) as first:
        first.listen()
        taken = first.getsockname()[1]
        with bind("127.0.0.1", [taken, 0]) as second:
            assert second.getsockname()[1] != taken
