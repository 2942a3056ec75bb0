"""Files that are written whole or not at all: made beside their place, then renamed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp


@contextmanager
def whole_file(file: Path) -> Iterator[Path]:
    """A path to write to; what is there takes the place of the file when all went well."""
    with whole_folder(file.parent) as made:
        yield made / file.name


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """A folder to write to; its files take their places in another when all went well."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    made = Path(mkdtemp(dir=folder, prefix=".rulewright-"))
    try:
        yield made
        for file in sorted(made.rglob("*")):
            if file.is_file():
                place = folder / file.relative_to(made)
                place.parent.mkdir(parents=True, exist_ok=True)
                file.replace(place)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        for each in missing:
            if not any(each.iterdir()):
                each.rmdir()
        raise
    shutil.rmtree(made, ignore_errors=True)
