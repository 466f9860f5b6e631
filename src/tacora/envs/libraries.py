"""Whether the libraries of the extra `envs` are installed. Imports none of them."""

from __future__ import annotations

from importlib.util import find_spec

HOW = "pip install 'tacora[envs]', or in a clone .venv/bin/pip install -e '.[envs]'"


def is_installed(library: str) -> bool:
    """Whether a library can be imported."""
    return find_spec(library) is not None


def required(*libraries: str) -> None:
    """Raise an error that says how to install what is missing.

    >>> required("a_library_of_nobody")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ImportError: this environment needs a_library_of_nobody: pip install 'tacora[envs]', or in a clone ...
    """
    for library in libraries:
        if not is_installed(library):
            raise ImportError(
                f"this environment needs {library}: {HOW}",
                name=library,
            )
