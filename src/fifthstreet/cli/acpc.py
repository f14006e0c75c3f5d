"""`fifthstreet acpc`: matches of the Annual Computer Poker Competition over TCP."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from fifthstreet.agents.registry import create_agent
from fifthstreet.arena.picture import interval_text
from fifthstreet.cli.files import writing
from fifthstreet.cli.mistakes import mistake_notes
from fifthstreet.cli.options import option
from fifthstreet.cli.progress import MatchProgress
from fifthstreet.cli.user_modules import import_from_here
from fifthstreet.drawing import Table, number_columns, text_columns
from fifthstreet.interop.acpc import (
    GAME_NAMES,
    ClientMatch,
    Dealer,
    GameDefinition,
    TimeLimits,
    deal_to_agents,
    play_under_dealer,
)
from fifthstreet.interop.winnings import UNIT
from fifthstreet.views import json_text
from fifthstreet.views.terminal import Terminal, print_notes, terminal_table

_MATCH, _DEALER, _CLIENT = "The match", "As dealer", "As client"


def acpc_command(
    role: Annotated[str, typer.Argument(help="What to run: dealer or client.")],
    place: Annotated[
        list[str],
        typer.Argument(
            help=f"Dealer: a game ({', '.join(GAME_NAMES)}, ...) or .game file. Client: HOST PORT."
        ),
    ],
    agent: Annotated[
        list[str] | None,
        option(
            "Agent by name, as in `arena`. As dealer, may be repeated; agents take the last seats.",
            _MATCH,
        ),
    ] = None,
    seed: Annotated[int, option("Seed of the agents and, as dealer, of the cards.", _MATCH)] = 0,
    hands: Annotated[int, option("Hands to play.", _DEALER)] = 1000,
    player: Annotated[
        list[str] | None,
        option("Name of a bot that connects; may be repeated. By default player1, ...", _DEALER),
    ] = None,
    host: Annotated[str, option("Address to listen on.", _DEALER)] = "127.0.0.1",
    ports: Annotated[
        str | None,
        option("Ports, one for each seat, like 18791,18792; by default any free ones.", _DEALER),
    ] = None,
    fixed_seats: Annotated[
        bool, option("Keep the positions instead of moving the button after each hand.", _DEALER)
    ] = False,
    log: Annotated[Path | None, option("Write the match log to this file.", _DEALER)] = None,
    response_seconds: Annotated[float, option("Time limit for a response.", _DEALER)] = 10.0,
    hand_seconds: Annotated[float, option("Time limit of a player for a hand.", _DEALER)] = 600.0,
    average_seconds: Annotated[
        float, option("Time limit of a player per hand, on average over the match.", _DEALER)
    ] = 7.0,
    start_seconds: Annotated[float, option("Time limit for all bots to connect.", _DEALER)] = 600.0,
    game: Annotated[str, option("The dealer's game: a name or file.", _CLIENT)] = "nolimit-2p",
    connect_seconds: Annotated[
        float, option("How long to wait for a dealer that is not listening yet.", _CLIENT)
    ] = 10.0,
    as_json: Annotated[bool, option("Print one JSON object.", _MATCH, "--json")] = False,
) -> None:
    """Deal a match to bots that connect over TCP, or play an agent under somebody's dealer.

    The protocol is that of the Annual Computer Poker Competition.

    Winnings are in thousandths of a big blind per hand, with 95% intervals.

    Ctrl-C stops and shows the result so far.
    """
    import_from_here()
    if role == "client":
        target, port = _address(place)
        if agent is None or len(agent) != 1:
            raise ValueError("a client needs one agent; specify it like --agent equity")
        _play_as_client(target, port, agent[0], game, seed, connect_seconds, as_json)
        return
    if role != "dealer":
        raise ValueError(f"no role {role!r}; want dealer or client")
    if len(place) != 1:
        raise ValueError(f"{len(place)} games; want one, like nolimit-2p")
    definition = GameDefinition.load(place[0])
    limits = TimeLimits(response_seconds, hand_seconds, average_seconds, start_seconds)
    names = _names(definition.players, player or [], agent or [])
    first = len(names) - len(agent or [])
    agents = {first + place: create_agent(text) for place, text in enumerate(agent or [])}
    with (
        writing(log),
        Dealer(
            definition,
            names,
            hands=hands,
            seed=seed,
            name="match" if log is None else log.stem.replace(" ", "_"),
            host=host,
            ports=None if ports is None else _ports(ports),
            limits=limits,
            fixed_seats=fixed_seats,
            log=log,
        ) as dealer,
    ):
        waiting = zip(names[:first], dealer.ports, strict=False)
        notes = [f"{name} connects to {host} port {port}" for name, port in waiting]
        print_notes(Terminal(stderr=True), notes)
        try:
            with MatchProgress(hands) as bar:
                match = deal_to_agents(
                    dealer, agents, seed=seed, progress=lambda match: bar.update(match.hands)
                )
        finally:  # also after Ctrl-C
            if dealer.match.hands:
                _show_dealt(dealer, as_json)
    if match.failure is not None:
        raise ValueError(f"the match ended after {match.hands:,} hands: {match.failure}")


def _play_as_client(
    host: str,
    port: int,
    agent: str,
    game: str,
    seed: int,
    connect_seconds: float,
    as_json: bool,
) -> None:
    latest: list[ClientMatch] = []

    def update(match: ClientMatch) -> None:
        latest[:] = [match]

    try:
        match = play_under_dealer(
            host,
            port,
            agent,
            game=game,
            seed=seed,
            connect_seconds=connect_seconds,
            progress=update,
        )
    except (KeyboardInterrupt, ValueError):
        if latest:
            _show_client(latest[0], agent, as_json)
        raise
    _show_client(match, agent, as_json)


def _names(count: int, players: list[str], agents: list[str]) -> list[str]:
    """Return the names at all seats: players who connect, then agents."""
    if len(players) + len(agents) > count:
        raise ValueError(
            f"{len(players)} players and {len(agents)} agents; the game has {count} seats"
        )
    waiting = count - len(agents)
    names = [*players, *(f"player{seat + 1}" for seat in range(len(players), waiting))]
    for agent in agents:
        base = name = agent.partition(":")[0].replace("|", "_")
        number = 1
        while name in names:
            number += 1
            name = f"{base}_{number}"
        names.append(name)
    return names


def _address(place: list[str]) -> tuple[str, int]:
    if len(place) != 2 or not place[1].isdecimal():
        raise ValueError(f"no address {' '.join(place)!r}; want a host and a port")
    return place[0], int(place[1][:6])


def _ports(text: str) -> list[int]:
    parts = text.split(",")
    if not all(part.strip().isdecimal() for part in parts):
        raise ValueError(f"not ports: {text!r}; want numbers with commas between them")
    return [int(part.strip()[:6]) for part in parts]


def _show_dealt(dealer: Dealer, as_json: bool) -> None:
    match = dealer.match
    if as_json:
        typer.echo(json_text({**match.to_dict(), "game": dealer.definition.file_name}))
        return
    console = Terminal()
    title = f"{dealer.definition.file_name}, {match.hands:,} hands, seed {dealer.seed}"
    console.print(Text(title, style="bold"), soft_wrap=True)
    rows = [
        (name, f"{won.total:+,.0f}", interval_text(won.interval), f"{mistakes:,}")
        for name, won, mistakes in zip(
            match.players, match.winnings, match.mistake_counts, strict=True
        )
    ]
    columns = text_columns("player") + number_columns("chips", UNIT, "mistakes")
    console.print(terminal_table(console, Table(columns, tuple(rows))))
    notes = mistake_notes(match.mistakes)
    if dealer.log is not None:
        notes.append(f"written to {dealer.log}")
    print_notes(console, notes)


def _show_client(match: ClientMatch, agent: str, as_json: bool) -> None:
    if as_json:
        typer.echo(json_text({"agent": agent, **match.to_dict()}))
        return
    console = Terminal()
    console.print(Text(f"{agent}: {match.winnings}"), soft_wrap=True)
    notes = mistake_notes(match.mistakes)
    if not match.is_complete:
        notes.append("the dealer ended the match in the middle of a hand")
    print_notes(console, notes)
