"""List what a wheel contains besides the package's own code, as CycloneDX JSON.

`setup.py` puts the list into the wheel, at `*.dist-info/sboms/fifthstreet.cdx.json` (PEP 770):
libraries that are compiled in, with their versions, and the packages that are required at run
time. Those are not in the wheel, and have the allowed versions instead of one version.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

# Compiled into the extensions: the package that has the sources, and their licence.
COMPILED_IN = {"nanobind": "BSD-3-Clause", "mypy": "MIT"}
ROBIN_MAP = {"name": "robin-map", "licence": "MIT"}  # part of nanobind's sources


def bill_of_materials(name: str, release: str, requirements: Iterable[str]) -> str:
    """Return the list for a release of the package.

    Args:
        name: Name of the package.
        release: Its version.
        requirements: What it requires at run time, like `numpy>=2.0`; extras are left out.
    """
    required = [text for text in requirements if "extra ==" not in text]
    main = {"type": "library", **_identity(name, release)}
    components = [_compiled_in(package, licence) for package, licence in COMPILED_IN.items()]
    components.append(
        {
            "type": "library",
            "bom-ref": ROBIN_MAP["name"],
            "name": ROBIN_MAP["name"],
            "licenses": [{"license": {"id": ROBIN_MAP["licence"]}}],
            "description": "compiled into the extension modules, from nanobind's sources",
        }
    )
    components += [_required(text) for text in required]
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": main},
        "components": components,
        "dependencies": [
            {"ref": main["bom-ref"], "dependsOn": [each["bom-ref"] for each in components]}
        ],
    }
    return json.dumps(document, indent=2) + "\n"


def _identity(name: str, release: str | None) -> dict[str, Any]:
    address = f"pkg:pypi/{name}" + (f"@{release}" if release else "")
    return {"bom-ref": address, "name": name, "purl": address} | (
        {"version": release} if release else {}
    )


def _compiled_in(package: str, licence: str) -> dict[str, Any]:
    try:
        release = version(package)
    except PackageNotFoundError:  # NANOBIND_DIR names its sources, or nothing is compiled by mypyc
        release = None
    return {
        "type": "library",
        **_identity(package, release),
        "licenses": [{"license": {"id": licence}}],
        "description": "compiled into the extension modules",
    }


def _required(text: str) -> dict[str, Any]:
    name = re.split(r"[^\w.-]", text, maxsplit=1)[0]
    return {
        "type": "library",
        **_identity(name.lower().replace("_", "-"), None),
        "description": f"required at run time: {text}",
    }
