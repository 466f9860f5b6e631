"""The list of tables, in SQL that SQLite and PostgreSQL share."""

from __future__ import annotations

from typing import Final

# A loose index scan, from table to table by the primary key: skips the entries between, nearly all of the log.
LIST: Final = """
WITH RECURSIVE names (tbl) AS (
    SELECT min(tbl) FROM log
    UNION ALL
    SELECT (SELECT min(tbl) FROM log WHERE tbl > names.tbl) FROM names WHERE tbl IS NOT NULL
)
SELECT tbl,
    (SELECT max(seq) + 1 FROM log WHERE tbl = names.tbl),
    (SELECT at FROM log WHERE tbl = names.tbl ORDER BY seq LIMIT 1),
    (SELECT at FROM log WHERE tbl = names.tbl ORDER BY seq DESC LIMIT 1) AS touched
FROM names WHERE tbl IS NOT NULL ORDER BY touched DESC, tbl
"""
