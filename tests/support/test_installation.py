"""Names of processors, and compiled modules."""

from importlib import import_module

import pytest
from tests.conftest import INTERPRETED

from fifthstreet.support.installation import compiled_modules, linux_processor_name, processor_name


@pytest.mark.parametrize(
    ("cpuinfo", "name"),
    [
        (
            "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: Intel(R) Xeon(R) CPU\n\n"
            "processor\t: 1\nmodel name\t: another\n",
            "Intel(R) Xeon(R) CPU",
        ),
        ("processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd4f\n", "Neoverse V2"),
        ("CPU implementer\t: 0x61\nCPU part\t: 0x022\n", "ARM implementer 0x61, part 0x022"),
        ("processor\t: 0\nisa\t: rv64imafdc\n", ""),
        ("", ""),
    ],
)
def test_names_of_processors_on_linux(cpuinfo: str, name: str) -> None:
    assert linux_processor_name(cpuinfo) == name


def test_this_processor_has_a_name() -> None:
    assert processor_name()


@pytest.mark.skipif(INTERPRETED, reason="modules run from their source")
def test_compiled_modules_are_what_python_loads() -> None:
    for name in compiled_modules():
        assert not str(import_module(name).__file__).endswith(".py")
        assert "_native" not in name
