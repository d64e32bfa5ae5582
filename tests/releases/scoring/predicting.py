"""Files of predictions: made, uploaded, worked on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from jobs.execution import run_job
from jobs.models import Job
from releases.models import Release
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.releases.world import address


def predicted(release: Release, part: str, *, with_ids: bool = True) -> bytes:
    """Return predictions that are right but for the label of the first claim."""
    lines = []
    gold = folder_of(release) / "internal" / f"{part}.jsonl"
    for number, text in enumerate(gold.read_text(encoding="utf-8").splitlines()):
        line = json.loads(text)
        smallest = min(line["evidence"], key=len)
        labels = {"supported": "SUPPORTS", "refuted": "REFUTES"}
        label = labels.get(line["verdict"], "NOT ENOUGH INFO")
        wrong = "REFUTES" if label == "SUPPORTS" else "SUPPORTS"
        lines.append(
            {
                **({"id": line["id"]} if with_ids else {}),
                "predicted_label": label if number else wrong,
                "predicted_evidence": [f"{one['page']}_{one['address']}" for one in smallest],
            }
        )
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def upload(client: Client, desk: Desk, content: bytes, part: str = "test") -> Any:
    return client.post(
        address("release-predictions", desk, 1),
        {"name": "Baseline", "part": part, "file": SimpleUploadedFile("p.jsonl", content)},
    )


def work() -> Job:
    """Do the newest job."""
    job = Job.objects.latest("pk")
    assert run_job(job.pk, worker="test")
    job.refresh_from_db()
    return job


def stored(home: Path) -> list[Path]:
    return list((home / "uploads" / "predictions").glob("*"))
