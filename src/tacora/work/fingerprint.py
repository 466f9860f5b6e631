"""Which code this is: two programs with the same fingerprint play the same games."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from tacora import __version__


@cache
def fingerprint() -> str:
    """The version, and a digest of the package's sources and champions: a change between two versions counts, too."""
    package = Path(__file__).parents[1]
    digest = sha256()
    files = [*package.rglob("*.py"), *package.rglob("*.strategy")]
    for source in sorted(files, key=lambda file: file.relative_to(package).as_posix()):
        digest.update(source.relative_to(package).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    return f"{__version__} {digest.hexdigest()[:12]}"
