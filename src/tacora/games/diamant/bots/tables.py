"""Table strategies: a probability to leave for every situation that `tacora.games.diamant.features` tells apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tacora.game import Refused
from tacora.games.diamant import features
from tacora.games.diamant.rules import CONTINUE, LEAVE, Decision, Event, View


@dataclass(frozen=True)
class Tabled:
    """Looks its situation up and leaves with the probability written there."""

    table: Sequence[float] = field(repr=False)
    rng: Random = field(repr=False)

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Toss the coin of this situation."""
        return LEAVE if self.rng.random() < self.table[features.index_of(view)] else CONTINUE


def read_table(file: str) -> list[float]:
    """The probabilities of a file written by `numpy.save`: any shape of the right size, numbers from 0 to 1."""
    try:
        import numpy as np
    except ImportError:
        raise Refused("needs-study") from None
    if not Path(file).is_file():
        raise Refused("no-file", file=file)
    try:
        with Path(file).open("rb") as opened:
            table = np.lib.format.read_array(opened, allow_pickle=False)
    except OSError as error:
        raise Refused("unreadable-file", file=file, detail=error.strerror or str(error)) from None
    except Exception:  # A damaged header lets NumPy raise whatever its parsers raise.
        raise Refused("not-a-table-file", file=file) from None
    if table.dtype.kind not in "fiu" or table.size != features.SIZE:
        raise Refused("bad-table", file=file, size=features.SIZE)
    probabilities: list[float] = table.astype(float).reshape(-1).tolist()
    wrong = next((at for at, probability in enumerate(probabilities) if not 0 <= probability <= 1), None)
    if wrong is not None:
        raise Refused("not-probability", file=file, place=wrong + 1, given=probabilities[wrong])
    return probabilities
