"""All that a report has to say, for the page and for `--json`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cli.report.compared import Difference
from cli.report.endings import Ending
from cli.report.gathered import Gathered
from cli.report.restricted import Restricted, Rung
from cli.report.summary import Never, Said
from cli.report.targets import Judged
from cli.report.ways import Ways


@dataclass(frozen=True, slots=True)
class Report:
    """What was found. sample: what was played, in a sentence; the rest as its own module has it."""

    found: Gathered
    said: Sequence[Said]
    sample: str
    never: Sequence[Never] = ()
    against: Sequence[Difference] = ()
    targets: Sequence[Judged] = ()
    without: Sequence[Restricted] = ()
    rungs: Sequence[Rung] = ()
    ways: Ways = field(default_factory=Ways)
    endings: Sequence[Ending] = ()
