"""Every module can be imported, with a GPU and without."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest

import tacora

MODULES = [found.name for found in pkgutil.walk_packages(tacora.__path__, "tacora.") if "__main__" not in found.name]


def test_all_are_found() -> None:
    assert {"tacora.game", "tacora.games.diamant.kernel.gpu", "tacora.server.storage.postgres"} < set(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_can_be_imported(module: str) -> None:
    import_module(module)
