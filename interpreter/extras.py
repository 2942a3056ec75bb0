"""What to type to install what only some commands need."""

from __future__ import annotations

import json
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path

_HOME = Path(__file__).resolve().parent.parent
_NAME = "rulewright"


def to_install(extra: str) -> str:
    """Return the command that installs an extra of pyproject.toml: of this checkout, or of the package.

    A package that came from a folder or a Git address is installed from there again, as its `direct_url.json`
    says (PEP 610).
    """
    if (_HOME / "pyproject.toml").is_file():
        return f"pip install '{_HOME}[{extra}]'"
    origin = _origin()
    return f"pip install '{_NAME}[{extra}]{f' @ {origin}' if origin else ''}'"


def _origin() -> str:
    """The address that pip had the package from; empty where it was an index or is not known."""
    try:
        said = json.loads(Distribution.from_name(_NAME).read_text("direct_url.json") or "{}")
        url, version_control = said.get("url", ""), said.get("vcs_info", {}).get("vcs", "")
    except (PackageNotFoundError, OSError, ValueError, AttributeError):
        return ""
    return f"{version_control}+{url}" if url and version_control else str(url)
