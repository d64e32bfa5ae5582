"""The web side of a site whose workers are killed while they build releases and score files.

As `tests.jobs.probe`: one command a line as a JSON list, one line of JSON as the answer.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.jobs import probe

HIGHLIGHTS = 70


def answer(command: str, *arguments: Any) -> Any:
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.utils import timezone

    from accounts.models import User
    from campaigns.models import Campaign
    from campaigns.selectors.protocols import protocol_of
    from jobs.models import Job
    from jobs.runs import LocalRun
    from releases.dataset import rows
    from releases.formats.designs import usual_choices
    from releases.importing import import_requests
    from releases.models import DatasetImport, PredictionRun, Release
    from releases.scoring import predictions
    from releases.services import building, lines, releases
    from releases.storage.folders import folder_of
    from tests.releases.world import make_campaign, verify_all
    from tests.wiki.pages import share_corpus
    from wiki.models import Corpus

    if command == "fill":
        return verify_all(make_campaign(HIGHLIGHTS))
    if command == "request":
        person = User.objects.get(username="writer0")
        campaign = Campaign.objects.select_related("corpus").get()
        release = releases.request_release(
            campaign=campaign,
            choices=usual_choices(protocol_of(campaign)),
            note="",
            by=person,
            now=timezone.now(),
        )
        return [release.job_id, str(folder_of(release))]
    if command == "build_undisturbed":
        release = Release.objects.select_related("campaign__corpus").get()
        building.build_release(release=release, folder=Path(arguments[0]), run=LocalRun())
        return release.state
    if command == "build_with_programs":
        release = Release.objects.select_related("campaign__corpus").get()
        lines.FEWEST_CLAIMS, rows.AT_ONCE = 1, 20
        building.build_release(release=release, folder=Path(arguments[0]), run=LocalRun())
        return release.state
    if command == "score":
        upload = predictions.request_scoring(
            release=Release.objects.select_related("campaign").get(),
            part="train",
            name="Killed",
            file=SimpleUploadedFile("p.jsonl", Path(arguments[0]).read_bytes()),
            by=User.objects.get(username="writer0"),
            now=timezone.now(),
        )
        return upload.job_id
    if command == "scores":
        return PredictionRun.objects.get().scores
    if command == "import":
        share_corpus(Corpus.objects.get(), User.objects.get(username="writer0"))
        brought = import_requests.request_import(
            details=import_requests.ImportDetails(
                name="Brought",
                corpus=Corpus.objects.get(),
                format_name="feverous",
                design="feverous",
                purpose="verify",
            ),
            uploads=[
                import_requests.Upload(
                    "train", SimpleUploadedFile("t.jsonl", Path(arguments[0]).read_bytes())
                )
            ],
            by=User.objects.get(username="writer0"),
            now=timezone.now(),
        )
        return brought.job_id
    if command == "imported":
        dataset = DatasetImport.objects.select_related("campaign").get()
        if dataset.campaign is None or dataset.campaign.state == Campaign.State.IMPORTING:
            return None
        return [dataset.campaign.claims.count(), str(folder_of(dataset.campaign.releases.get()))]
    if command == "attempt":
        return Job.objects.get(pk=arguments[0]).attempt
    return probe.answer(command, *arguments)


if __name__ == "__main__":
    probe.main(answer)
