"""`fifthstreet online`: play an agent against a bot on the internet."""

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from fifthstreet.cli.files import check_writable
from fifthstreet.cli.mistakes import mistake_notes
from fifthstreet.cli.options import option
from fifthstreet.cli.progress import MatchProgress
from fifthstreet.cli.user_modules import import_from_here
from fifthstreet.drawing import Table, text_columns
from fifthstreet.interop.online import (
    GtoWizard,
    OnlineMatch,
    OnlineService,
    Patience,
    Slumbot,
    play_online,
)
from fifthstreet.views import json_text
from fifthstreet.views.terminal import Terminal, print_notes, terminal_table

_MATCH, _SERVER, _FILES = "The match", "The server", "Files and output"
_PASSWORD, _KEY = "SLUMBOT_PASSWORD", "GTO_WIZARD_KEY"
_SERVICES = {
    "slumbot": f"Slumbot; for an account, --username and the environment variable {_PASSWORD}",
    "gto-wizard": f"the AI of GTO Wizard's benchmark; a key in the environment variable {_KEY}",
}
_DEFAULTS = Slumbot.patience


def online_command(
    service: Annotated[
        str | None, typer.Argument(help="slumbot or gto-wizard; see --list.")
    ] = None,
    agent: Annotated[str | None, option("Agent by name, as in `arena`.", _MATCH)] = None,
    hands: Annotated[int, option("Hands to play, including those in the file.", _MATCH)] = 100,
    seed: Annotated[int, option("Seed of the agent.", _MATCH)] = 0,
    address: Annotated[
        str | None, option("Address of the server, if it is not the public one.", _SERVER)
    ] = None,
    username: Annotated[
        str | None, option(f"Slumbot account; its password is read from {_PASSWORD}.", _SERVER)
    ] = None,
    seconds_between: Annotated[
        float, option("Least time from one request to the next.", _SERVER)
    ] = _DEFAULTS.seconds_between,
    answer_seconds: Annotated[
        float | None,
        option("Time limit for an answer; by default 60, for GTO Wizard 180.", _SERVER),
    ] = None,
    attempts: Annotated[
        int, option("Attempts at a request while the server is busy or out of reach.", _SERVER)
    ] = _DEFAULTS.attempts,
    out: Annotated[
        Path | None,
        option("Keep the match in this file; resume it if it exists.", _FILES),
    ] = None,
    as_json: Annotated[bool, option("Print one JSON object.", _FILES, "--json")] = False,
    show_list: Annotated[bool, option("List the services and exit.", _FILES, "--list")] = False,
) -> None:
    """Play an agent against a bot on the internet, in heads-up no-limit hold'em.

    Winnings are in thousandths of a big blind per hand, with 95% intervals.

    Ctrl-C stops and shows the result so far.
    """
    if show_list:
        _show_services(as_json)
        return
    if service not in _SERVICES:
        problem = "no service" if service is None else f"no service {service!r}"
        raise ValueError(f"{problem}; want {' or '.join(_SERVICES)}")
    if agent is None:
        raise ValueError("no agent; specify one like --agent equity")
    if answer_seconds is None:
        kind = Slumbot if service == "slumbot" else GtoWizard
        answer_seconds = kind.patience.answer_seconds
    patience = Patience(seconds_between, answer_seconds, attempts)
    bot = _service(service, address, username, patience)
    import_from_here()
    check_writable(out)
    latest: list[OnlineMatch] = []
    ended_by: BaseException | None = None
    notes = []
    with MatchProgress(hands) as bar:

        def update(match: OnlineMatch) -> None:
            latest[:] = [match]
            bar.update(match.hands)

        try:
            play_online(bot, agent, hands=hands, path=out, seed=seed, progress=update)
        except (KeyboardInterrupt, ValueError) as error:  # such as a server that is gone
            if not latest or not latest[0].hands:
                raise
            ended_by = error
            is_interrupted = isinstance(error, KeyboardInterrupt)
            notes.append("interrupted" if is_interrupted else "stopped by an error")
    if out is not None:
        notes.append(f"kept in {out}; the same command resumes it")
    _show_match(latest[0], notes, as_json)
    if ended_by is not None:
        raise ended_by


def _service(
    name: str, address: str | None, username: str | None, patience: Patience
) -> OnlineService:
    if name == "slumbot":
        password = None if username is None else os.environ.get(_PASSWORD)
        if username is not None and not password:
            raise ValueError(f"no password for {username}; set {_PASSWORD} in the environment")
        return Slumbot(address, username=username, password=password, patience=patience)
    if username is not None:
        raise ValueError("--username is for slumbot only; GTO Wizard has keys")
    key = os.environ.get(_KEY)
    if not key:
        raise ValueError(f"no key for GTO Wizard; set {_KEY} in the environment")
    return GtoWizard(key, address, patience=patience)


def _show_services(as_json: bool) -> None:
    if as_json:
        typer.echo(json_text({"services": _SERVICES}))
        return
    console = Terminal()
    columns = text_columns("service", "what")
    console.print(terminal_table(console, Table(columns, tuple(_SERVICES.items()))))


def _show_match(match: OnlineMatch, notes: list[str], as_json: bool) -> None:
    if as_json:
        typer.echo(json_text(match.to_dict()))
        return
    console = Terminal()
    console.print(Text(str(match)), soft_wrap=True)
    if match.lost:
        notes = [f"hands without a result, which are not in the mean: {match.lost:,}", *notes]
    if match.repeated:
        notes = [f"hands in which an action was counted twice: {match.repeated:,}", *notes]
    print_notes(console, [*mistake_notes(match.mistakes), *notes])
