"""What is installed, built and published is pinned to the byte, and listed in the wheel."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from tools.bill_of_materials import bill_of_materials

ROOT = Path(__file__).parent.parent
PIN = re.compile(r"^([\w.-]+)==(\S+)")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}( \\)?$")


def pins() -> dict[str, list[str]]:
    """Return the hashes of each pinned package."""
    found: dict[str, list[str]] = {}
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        if match := PIN.match(line):
            hashes = found.setdefault(match[1], [])
        elif not line.startswith("#"):
            assert HASH.search(line), line
            hashes.append(line.strip())
    return found


def test_every_pinned_package_has_hashes() -> None:
    found = pins()
    assert len(found) > 100
    assert not [name for name, hashes in found.items() if not hashes]


def test_what_the_make_file_installs_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    named = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["web"],
        *(text for group in project["dependency-groups"].values() for text in group),
    ]
    names = {re.split(r"[^\w.-]", text)[0].lower().replace("_", "-") for text in named}
    assert names <= pins().keys()


def test_make_installs_only_pinned_packages() -> None:
    lines = (ROOT / "Makefile").read_text().splitlines()
    free = [line.strip() for line in lines if re.match(r"\t.*\$\(INSTALL\)", line)]
    # The program that writes the pins, pip with its hashes, and the package itself.
    assert [line.split("$(INSTALL) ")[1] for line in free] == [
        "uv",
        "--requirement $(VENV)/pip.txt",
        "--no-deps --no-build-isolation --editable .",
    ]


@pytest.mark.parametrize("workflow", sorted((ROOT / ".github/workflows").glob("*.yml")), ids=str)
def test_actions_are_pinned_by_commit(workflow: Path) -> None:
    used = re.findall(r"uses: (\S+)(.*)", workflow.read_text())
    assert used
    for action, comment in used:
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action), action
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment), f"{action} names no version"


def test_wheels_list_what_is_compiled_in_and_what_is_required() -> None:
    requirements = ["numpy>=2.0", "pyarrow>=15; extra == 'parquet'"]
    document = json.loads(bill_of_materials("fifthstreet", "1.2.3", requirements))
    assert document["bomFormat"] == "CycloneDX"
    assert document["metadata"]["component"]["purl"] == "pkg:pypi/fifthstreet@1.2.3"
    found = {each["name"]: each for each in document["components"]}
    assert list(found) == ["nanobind", "mypy", "robin-map", "numpy"]
    assert re.fullmatch(r"\d+\.\d+.*", found["nanobind"]["version"])
    assert found["numpy"]["description"] == "required at run time: numpy>=2.0"
    (depends,) = document["dependencies"]
    assert depends["ref"] == document["metadata"]["component"]["bom-ref"]
    assert set(depends["dependsOn"]) == {each["bom-ref"] for each in document["components"]}
