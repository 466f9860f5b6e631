"""What a benchmark ran on: figures mean little without it."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path


def machine() -> str:
    """Python, system, processor, architecture and cores, in one line."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    processor = _processor() or "unknown processor"
    return f"Python {platform.python_version()}, {platform.system()}, {processor}, {platform.machine()}, {cores} cores"


def _processor() -> str:
    """The processor's name. On ARM the kernel tells only numbers, which `lscpu` knows the names of."""
    if shutil.which("lscpu"):
        told = subprocess.run(
            ["lscpu"], capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"}
        ).stdout
        vendor, model = (re.search(rf"^{name}:\s*(.+)$", told, re.M) for name in ("Vendor ID", "Model name"))
        if model and model[1] != "-":
            maker = vendor[1].removeprefix("Genuine").removeprefix("Authentic") if vendor else ""
            return model[1] if maker in model[1] else f"{maker} {model[1]}"
    information = Path("/proc/cpuinfo")
    named = re.search(r"model name\s*: (.*)", information.read_text()) if information.exists() else None
    return named[1] if named else platform.processor()
