"""Mark tests of the CUDA backend with `gpu`, since not every machine has one."""

import pytest


@pytest.hookimpl(tryfirst=True)  # before tests are selected by markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        parameters = getattr(item, "callspec", None)
        if parameters is not None and parameters.params.get("backend") == "cuda":
            item.add_marker(pytest.mark.gpu)
