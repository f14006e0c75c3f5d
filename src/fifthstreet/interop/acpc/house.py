"""Matches of our dealer with our own agents at some of the seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Thread

from fifthstreet.agents import as_agent, check_plays, create_agent
from fifthstreet.errors import InputError
from fifthstreet.interop.acpc.client import play_under_dealer
from fifthstreet.interop.acpc.dealer import Dealer, DealtMatch
from fifthstreet.interop.remote_seat import AgentSource

_EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}
_LAST_SECONDS = 5.0  # for clients to end after the match


def deal_to_agents(
    dealer: Dealer,
    agents: Mapping[int, AgentSource],
    *,
    seed: int = 0,
    progress: Callable[[DealtMatch], None] | None = None,
) -> DealtMatch:
    """Play a dealer's match with agents at some seats; bots connect to the others.

    Args:
        dealer: It is closed after the match.
        agents: By seat, from 0: agents, functions of a view, or texts as `create_agent` reads them.
        seed: For the agents' random numbers; the dealer has its own seed for cards.
        progress: Called with the match so far after each hand.

    Returns:
        The match; if it ended early, `failure` says why.

    Raises:
        InputError: If an agent does not exist or does not play the game.

    >>> dealer = Dealer("limit-2p", ["ann", "bob"], hands=3)
    >>> match = deal_to_agents(dealer, {0: "calling_station", 1: "calling_station"})
    >>> match.hands, match.score
    (3, 'SCORE:-10|10:ann|bob')
    """
    game = dealer.definition.game()
    errors: list[str] = []
    clients = []
    for seat, source in agents.items():
        agent = create_agent(source) if isinstance(source, str) else as_agent(source)
        check_plays(agent, game)

        def play(seat: int = seat, agent: AgentSource = agent) -> None:
            try:
                play_under_dealer(
                    _EVERY_ADDRESS.get(dealer.host, dealer.host),
                    dealer.ports[seat],
                    agent,
                    game=dealer.definition,
                    name=dealer.players[seat],
                    seed=seed,
                )
            except (OSError, InputError) as error:
                errors.append(f"{dealer.players[seat]}: {error}")

        # Daemons, so that slow agents do not keep the program from ending.
        clients.append(Thread(target=play, name=f"client {seat}", daemon=True))
    for client in clients:
        client.start()
    try:
        match = dealer.play(progress)
    finally:
        dealer.close()
        for client in clients:
            client.join(_LAST_SECONDS)
    if errors:
        match.failure = "; ".join([*filter(None, [match.failure]), *errors])
    return match
