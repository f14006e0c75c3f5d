"""Networks from files: one TOML file, or a CSV file for the table of each node."""

from __future__ import annotations

import csv
import os
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fifthstreet.agents.bayes.network import BayesianNetwork, NetworkNode
from fifthstreet.errors import InputError

_PROBABILITY = "probability"  # name of the last column


def read_network(path: str | os.PathLike[str]) -> BayesianNetwork:
    """Read a network from a TOML file with a table for each node.

    Args:
        path: The file; its contents are the data of `BayesianNetwork.from_dict`.

    Returns:
        The network.

    Raises:
        InputError: If the file cannot be read or does not describe a network.
    """
    text = _text(path)
    try:
        return BayesianNetwork.from_dict(tomllib.loads(text))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{os.fspath(path)}: {error}") from None


def read_tables(paths: Iterable[str | os.PathLike[str]]) -> BayesianNetwork:
    """Read a network from CSV files, one for the table of each node.

    The first line names the columns: the parents, the node, and `probability`. Each further line
    has a state of each of them and P(state | states of the parents). States are ordered as they
    first appear in the node's own file; combinations without a line have probability 0.

    Args:
        paths: The files.

    Returns:
        The network, with the nodes in the order of the files.

    Raises:
        InputError: If a file cannot be read, or the tables do not make a network.
    """
    tables = [_read_table(path) for path in paths]
    states = {table.name: list(dict.fromkeys(row[-1] for row in table.rows)) for table in tables}
    nodes = []
    for table in tables:
        names = (*table.parents, table.name)
        if unknown := [name for name in table.parents if name not in states]:
            raise InputError(f"{table.path}: no file has the table of the parent {unknown[0]}")
        array = np.zeros([len(states[name]) for name in names])
        for row, probability in table.rows.items():
            for name, state in zip(names, row, strict=True):
                if state not in states[name]:
                    known = ", ".join(states[name])
                    raise InputError(
                        f"{table.path}: states of {name} must be {known}, got {state!r}"
                    )
            at = [states[name].index(state) for name, state in zip(names, row, strict=True)]
            array[tuple(at)] = probability
        nodes.append(NetworkNode(table.name, tuple(states[table.name]), array, table.parents))
    return BayesianNetwork(nodes)


class _CsvTable(NamedTuple):
    """The contents of a CSV file."""

    path: str
    name: str
    parents: tuple[str, ...]
    rows: dict[tuple[str, ...], float]  # by the states of the parents, then of the node


def _read_table(path: str | os.PathLike[str]) -> _CsvTable:
    place = os.fspath(path)
    lines = [
        [cell.strip() for cell in line] for line in csv.reader(_text(path).splitlines()) if line
    ]
    if not lines or len(lines[0]) < 2 or lines[0][-1] != _PROBABILITY:
        raise InputError(f"{place}: first line must name the parents, the node and {_PROBABILITY}")
    *parents, name, _ = lines[0]
    rows: dict[tuple[str, ...], float] = {}
    for line in lines[1:]:
        states = tuple(line[:-1])
        try:
            probability = float(line[-1])
        except ValueError:
            probability = -1.0
        if len(line) != len(lines[0]) or not 0 <= probability <= 1 or states in rows:
            raise InputError(
                f"{place}: lines must have {len(lines[0])} columns, the last one from 0 to 1, and "
                f"differ in the others, got {','.join(line)}"
            )
        rows[states] = probability
    return _CsvTable(place, name, tuple(parents), rows)


def _text(path: str | os.PathLike[str]) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{os.fspath(path)} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{os.fspath(path)} cannot be read: not UTF-8 text") from None
