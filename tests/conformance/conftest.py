"""What is asked of a GPU carries its marker, since not every machine has one."""

import pytest


@pytest.hookimpl(tryfirst=True)  # before the markers are asked for
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        parameters = getattr(item, "callspec", None)
        if parameters is not None and parameters.params.get("backend") == "cuda":
            item.add_marker(pytest.mark.gpu)
