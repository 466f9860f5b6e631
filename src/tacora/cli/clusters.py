"""The option `--cluster`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from tacora.game import Refused
from tacora.narration import Catalogue
from tacora.narration.refusal import refusal
from tacora.work.opening import cluster_at

if TYPE_CHECKING:
    from tacora.work.opening import Joined


def joined(say: Catalogue, address: str | None, device: str = "auto") -> Joined:
    """The cluster at this address, if one is given. Refuses GPUs there."""
    if address is not None and device == "gpu":
        raise Refused("cluster-gpu")

    def warn(told: Refused) -> None:
        if sys.stderr.isatty():
            click.echo("\r\033[K", nl=False, err=True)  # A bar may stand there.
        click.echo("tacora: " + refusal(say, told), err=True)

    return cluster_at(address, warn)
