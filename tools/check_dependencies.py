"""Check that every pinned dependency has a wheel on every supported platform.

    python -m tools.check_dependencies
    python -m tools.check_dependencies --json

Starts from the build requirements, the dependencies and the dependency groups of pyproject.toml and
follows each package's own requirements with the environment markers of the target platform. A
package must be pinned in constraints.txt, the pin must satisfy every requirement, and pip must
find a wheel of that version, or its sources if the package is listed in `FROM_SOURCE`. The exit
code is 1 if any of these fails, 2 if pip itself does.

pip runs with its own configuration, so any package index will do. What a released wheel requires
does not change, so answers are cached in .cache/dependencies.json.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from pathlib import Path

from packaging.dependency_groups import resolve_dependency_groups
from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import NormalizedName, canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = ROOT / "pyproject.toml"
CONSTRAINTS = ROOT / "constraints.txt"
CACHE = ROOT / ".cache/dependencies.json"

PYTHONS = "3.11", "3.12", "3.13"
MACHINES = ("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64")
GLIBC_MINOR = 28  # Linux wheels may need glibc 2.28, which is from 2018
MACOS_MAJOR = 14  # macOS wheels may need this release

# Packages that may be built where they have no wheel. phevaluator is a small C++ extension that
# needs nothing but the compiler that this package needs too; rlcard and yattag are Python alone.
FROM_SOURCE = frozenset({"phevaluator", "rlcard", "yattag"})


class Status(StrEnum):
    """Result for one package on one target."""

    OK = "ok"
    SOURCE = "source"  # no wheel, but pip can build it
    LEFT_OUT = "left out"  # by an environment marker: nothing requires it there
    MISSING = "missing"
    UNPINNED = "unpinned"
    CONFLICT = "conflict"


@dataclass(frozen=True)
class Target:
    """A platform and a Python version to install on."""

    system: str  # sys.platform
    machine: str  # platform.machine()
    python: str  # major.minor

    @property
    def platform(self) -> str:
        """Name of the platform, like "linux aarch64"."""
        return f"{'macos' if self.system == 'darwin' else self.system} {self.machine}"

    def __str__(self) -> str:
        """Return the name of the target, like "linux aarch64, Python 3.12"."""
        return f"{self.platform}, Python {self.python}"

    @property
    def platform_tags(self) -> list[str]:
        """Platform tags of the wheels to accept; pip adds tags of older macOS releases."""
        if self.system == "darwin":
            return [f"macosx_{MACOS_MAJOR}_0_{self.machine}"]
        tags = [f"manylinux_2_{minor}" for minor in range(GLIBC_MINOR, 4, -1)]
        tags += ["manylinux2014", "manylinux2010", "manylinux1"]
        return [f"{tag}_{self.machine}" for tag in tags]

    @property
    def environment(self) -> dict[str, str]:
        """Values of the environment markers."""
        return {
            "implementation_name": "cpython",
            "implementation_version": f"{self.python}.0",
            "os_name": "posix",
            "platform_machine": self.machine,
            "platform_python_implementation": "CPython",
            "platform_release": "",
            "platform_system": self.system.capitalize(),
            "platform_version": "",
            "python_full_version": f"{self.python}.0",
            "python_version": self.python,
            "sys_platform": self.system,
        }

    def applies(self, requirement: Requirement, extra: str = "") -> bool:
        """Return whether a requirement's marker holds on this target."""
        marker = requirement.marker
        return marker is None or marker.evaluate({**self.environment, "extra": extra})


TARGETS = [Target(*machine, python) for machine, python in product(MACHINES, PYTHONS)]

Pins = Mapping[NormalizedName, str]


class PipError(Exception):
    """pip failed for a reason other than a missing wheel."""


class Wheels:
    """Requirements of pinned wheels, as reported by pip."""

    def __init__(self, cache: Path) -> None:
        """Read earlier answers from the cache file."""
        self.cache = cache
        self.known: dict[str, list[str]] = {}
        if cache.exists():
            self.known = json.loads(cache.read_text())

    def requirements(
        self, pins: Pins, target: Target, *, from_source: bool = False
    ) -> dict[NormalizedName, list[str]]:
        """Return the requirements of each pinned package that can be installed."""
        suffix = f" on {target}" + (" from source" if from_source else "")
        keys = {name: f"{name}=={version}{suffix}" for name, version in pins.items()}
        if unknown := {name: pins[name] for name in pins if keys[name] not in self.known}:
            for name, requirements in ask_pip(unknown, target, from_source).items():
                self.known[keys[name]] = requirements
            self.cache.parent.mkdir(parents=True, exist_ok=True)
            self.cache.write_text(json.dumps(self.known, indent=0, sort_keys=True))
        return {name: self.known[key] for name, key in keys.items() if key in self.known}


def ask_pip(pins: Pins, target: Target, from_source: bool) -> dict[NormalizedName, list[str]]:
    """Resolve pinned packages on a target with pip.

    pip gives up at the first package that it cannot install, so a failed batch is halved until
    only those packages are left.
    """
    if not pins:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
        command += ["install", "--dry-run", "--report", "-", "--no-deps", "--target", folder]
        command += ["--no-binary" if from_source else "--only-binary", ":all:"]
        command += ["--implementation", "cp", "--python-version", target.python]
        command += [part for tag in target.platform_tags for part in ("--platform", tag)]
        command += [f"{name}=={version}" for name, version in pins.items()]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode == 0:
        return {
            canonicalize_name(item["metadata"]["name"]): item["metadata"].get("requires_dist", [])
            for item in json.loads(result.stdout)["install"]
        }
    if "No matching distribution" not in result.stderr or "Retrying" in result.stderr:
        raise PipError(result.stderr.strip())
    if len(pins) == 1:
        return {}
    names = list(pins)
    halves = names[: len(names) // 2], names[len(names) // 2 :]
    first, second = (
        ask_pip({name: pins[name] for name in half}, target, from_source) for half in halves
    )
    return first | second


@dataclass(frozen=True)
class Finding:
    """Status of a package on a target, with the reason if something is wrong."""

    status: Status
    problem: str = ""


def check(
    roots: Iterable[Requirement], pins: Pins, target: Target, wheels: Wheels
) -> dict[NormalizedName, Finding]:
    """Follow requirements from the roots and return the status of every package reached."""
    findings: dict[NormalizedName, Finding] = {}
    followed: set[tuple[NormalizedName, str]] = set()  # names and extras
    wave = [(requirement, "pyproject.toml") for requirement in roots if target.applies(requirement)]
    while wave:
        required = {canonicalize_name(requirement.name) for requirement, _ in wave}
        pinned = {name: pins[name] for name in sorted(required) if name in pins}
        found = wheels.requirements(pinned, target)
        lacking = {name: pin for name, pin in pinned.items() if name not in found}
        buildable = {name: pin for name, pin in lacking.items() if name in FROM_SOURCE}
        built = wheels.requirements(buildable, target, from_source=True)
        next_wave: list[tuple[Requirement, str]] = []
        for requirement, source in wave:
            name = canonicalize_name(requirement.name)
            status = (
                Status.OK if name in found else Status.SOURCE if name in built else Status.MISSING
            )
            finding = judge(requirement, source, pins.get(name), status)
            if name not in findings or not findings[name].problem:
                findings[name] = finding
            for extra in {"", *requirement.extras}:
                if (name, extra) not in followed:
                    followed.add((name, extra))
                    requires = map(Requirement, (found | built).get(name, []))
                    next_wave += [(each, name) for each in requires if target.applies(each, extra)]
        wave = next_wave
    return findings


def judge(requirement: Requirement, source: str, pin: str | None, status: Status) -> Finding:
    """Compare a requirement with the pin of its package, for which pip found `status`."""
    name = canonicalize_name(requirement.name)
    if pin is None:
        return Finding(Status.UNPINNED, f"{name} is required by {source} but not pinned")
    if not requirement.specifier.contains(pin, prereleases=True):
        return Finding(
            Status.CONFLICT, f"{name} {pin} is pinned, but {source} requires {requirement}"
        )
    if status is Status.MISSING:
        return Finding(status, f"{name} {pin} has no wheel")
    return Finding(status)


def read_roots(path: Path) -> list[Requirement]:
    """Return the requirements to build, use and develop the package."""
    project = tomllib.loads(path.read_text())
    groups = project["dependency-groups"]
    return [
        Requirement(text)
        for text in (
            *project["build-system"]["requires"],
            *project["project"]["dependencies"],
            *resolve_dependency_groups(groups, *groups),
        )
    ]


def read_constraints(path: Path) -> list[Requirement]:
    """Return the pins of a constraints file, each `name==version`, with or without a marker.

    Hashes, on the lines after a pin, are left out.
    """
    pins = []
    for line in path.read_text().splitlines():
        text = line.partition("#")[0].removesuffix("\\").strip()
        if text and not text.startswith("--hash="):
            try:
                requirement = Requirement(text)
            except InvalidRequirement as error:
                raise ValueError(f"{path.name}: {error}") from error
            if [each.operator for each in requirement.specifier] != ["=="]:
                raise ValueError(f"{path.name}: a pin must be name==version, got {text!r}")
            pins.append(requirement)
    return pins


def pins_on(target: Target, constraints: Sequence[Requirement]) -> dict[NormalizedName, str]:
    """Return the versions pinned on a target, by name."""
    return {
        canonicalize_name(pin.name): next(iter(pin.specifier)).version
        for pin in constraints
        if target.applies(pin)
    }


@dataclass(frozen=True)
class Report:
    """Findings for all packages on all targets."""

    versions: dict[NormalizedName, list[str]]
    findings: dict[Target, dict[NormalizedName, Finding]]

    def status(self, name: NormalizedName, target: Target) -> Status:
        """Return the status of a package on a target."""
        finding = self.findings[target].get(name)
        return finding.status if finding else Status.LEFT_OUT

    @property
    def problems(self) -> list[str]:
        """Everything that is wrong, each problem with the targets that have it."""
        targets: dict[str, list[str]] = {}
        for target, findings in self.findings.items():
            for finding in findings.values():
                if finding.problem:
                    targets.setdefault(finding.problem, []).append(str(target))
        return [
            f"{problem} ({'all targets' if len(where) == len(self.findings) else '; '.join(where)})"
            for problem, where in sorted(targets.items())
        ]

    @property
    def unused(self) -> list[NormalizedName]:
        """Pinned packages that nothing requires on any target."""
        reached = {name for findings in self.findings.values() for name in findings}
        return [name for name in self.versions if name not in reached]

    def as_json(self) -> str:
        """Return the report as JSON."""
        packages = [
            {
                "name": name,
                "versions": versions,
                "status": {str(target): self.status(name, target) for target in self.findings},
            }
            for name, versions in self.versions.items()
        ]
        report = {"packages": packages, "problems": self.problems, "unused": self.unused}
        return json.dumps(report, indent=2)

    def as_table(self) -> str:
        """Return the report as a table of packages and targets."""
        targets = list(self.findings)
        rows = [["package", "version", *(target.python for target in targets)]]
        for name, versions in self.versions.items():
            statuses = [self.status(name, target).value for target in targets]
            rows.append([name, " or ".join(versions), *statuses])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        starts = [sum(widths[:column]) + 2 * column for column in range(len(widths))]
        heading = ""
        for start, target in zip(starts[2:], targets, strict=True):
            if not heading.endswith(target.platform):  # named above the first of its columns
                heading = heading.ljust(start) + target.platform
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            for row in rows
        ]
        return "\n".join(line.rstrip() for line in [heading, *lines])


def make_report(wheels: Wheels) -> Report:
    """Check the project on all targets."""
    roots, constraints = read_roots(PROJECT), read_constraints(CONSTRAINTS)
    findings = {
        target: check(roots, pins_on(target, constraints), target, wheels) for target in TARGETS
    }
    versions: dict[NormalizedName, list[str]] = {}
    for pin in constraints:
        version = next(iter(pin.specifier)).version
        versions.setdefault(canonicalize_name(pin.name), []).append(version)
    for name in sorted({name for each in findings.values() for name in each}):
        versions.setdefault(name, [])
    return Report(dict(sorted(versions.items())), findings)


def main() -> int:
    """Print the report and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.check_dependencies")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    arguments = parser.parse_args()
    try:
        report = make_report(Wheels(CACHE))
    except (PipError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    if arguments.json:
        print(report.as_json())
    else:
        print(report.as_table())
        for name in report.unused:
            print(f"not required anywhere: {name}")
        for problem in report.problems:
            print(problem)
    return 1 if report.problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
