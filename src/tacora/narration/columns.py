"""Text tables: aligned by spaces only, legible to eyes, screen readers and spreadsheets."""

from __future__ import annotations

from collections.abc import Sequence

GAP = "  "


def columns(heading: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 1) -> list[str]:
    r"""The lines of a table. The first `texts` columns are left-aligned, the others, figures, right-aligned.

    >>> print("\n".join(columns(["bot", "mean"], [["ev", "16.8"], ["gems:10", "9.1"]])))
    bot      mean
    ev       16.8
    gems:10   9.1
    """
    table = [heading, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        GAP.join(
            cell.ljust(width) if at < texts else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]
