"""What to type to install what only some commands need."""

from __future__ import annotations

from pathlib import Path

_HOME = Path(__file__).resolve().parent.parent


def to_install(extra: str) -> str:
    """Return the command that installs an extra of pyproject.toml: of this checkout, or of the package."""
    source = str(_HOME) if (_HOME / "pyproject.toml").is_file() else "rulewright"
    return f"pip install '{source}[{extra}]'"
