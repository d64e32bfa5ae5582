"""The plugin that measures: `PYTEST_PLUGINS=tests.coverage.plugin pytest`.

It must be there before anything of ours is imported. Workers of pytest-xdist read the variable too.
Programs that tests start are not measured: each would need a second more to start.
"""

from __future__ import annotations

import json
import os

import pytest
import slipcover

from tests.coverage import FOLDER, PROJECT_ROOT, measured_packages

_measure = slipcover.Slipcover(immediate=True)
_files = slipcover.FileMatcher(
    sources=[PROJECT_ROOT / name for name in measured_packages()], omit=["*/migrations/*"]
)
slipcover.ImportManager(_measure, _files).__enter__()
if "PYTEST_XDIST_WORKER" in os.environ:
    # Not for a pytest that a test starts.
    os.environ.pop("PYTEST_PLUGINS", None)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    lines = {
        name: file["executed_lines"] for name, file in _measure.get_coverage()["files"].items()
    }
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"lines-{os.getpid()}.json").write_text(json.dumps(lines))
