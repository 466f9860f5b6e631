"""Bundle the scripts of the pages for a wheel: `python tools/bundle.py [esbuild]`, before the wheel is built.

A checkout serves its modules one by one, as they are. A wheel has, beside them, one small script for each page and one
for each part that comes later; the server takes these as long as they were made of the modules that it has.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tacora.server.http.assets import BUNDLES, STATIC, fingerprint


def bundle(esbuild: str, static: Path, target: Path) -> None:
    """Write the bundles of these modules, and how they hang together."""
    shutil.rmtree(target, ignore_errors=True)
    modules: dict[str, list[str]] = {}
    later: dict[str, str] = {}
    for template in sorted(static.parent.glob("templates/[a-z]*.html")):
        page = static / "pages" / f"{template.stem}.js"
        outputs = _bundled(esbuild, page, static, target) if page.is_file() else {}
        for name, output in outputs.items():
            modules[name] = [one["path"] for one in output["imports"] if one["kind"] == "import-statement"]
            if "entryPoint" in output:
                later[output["entryPoint"]] = name
    told = {"made_of": fingerprint(static), "modules": modules, "entries": later}
    (target / "modules.json").write_text(json.dumps(told), "utf-8")


def _bundled(esbuild: str, page: Path, static: Path, target: Path) -> dict[str, Any]:
    """What esbuild makes of a page, each file with its facts."""
    with tempfile.TemporaryDirectory() as folder:
        facts = Path(folder) / "facts.json"
        options = ("--bundle", "--splitting", "--format=esm", "--minify", "--charset=utf8", "--log-level=warning")
        names = (f"--outdir={target}", f"--outbase={static}", "--chunk-names=chunks/[name]-[hash]")
        subprocess.run([esbuild, page, *options, *names, f"--metafile={facts}"], check=True, cwd=static)
        outputs: dict[str, Any] = json.loads(facts.read_text("utf-8"))["outputs"]
    return {_within(static, target, name): _relative(static, target, facts) for name, facts in outputs.items()}


def _within(static: Path, target: Path, name: str) -> str:
    """A path as esbuild tells it, from the folder it runs in."""
    return (static / name).resolve().relative_to(target.resolve()).as_posix()


def _relative(static: Path, target: Path, output: dict[str, Any]) -> dict[str, Any]:
    imports = [{**one, "path": _within(static, target, one["path"])} for one in output["imports"]]
    return {**output, "imports": imports}


if __name__ == "__main__":
    found = shutil.which(sys.argv[1] if len(sys.argv) > 1 else "esbuild")
    if found is None:
        sys.exit("esbuild is not there: npm install esbuild")
    bundle(str(Path(found).absolute()), STATIC, BUNDLES)
