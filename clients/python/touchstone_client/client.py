"""The client: one method for each thing that people do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

import httpx

from touchstone_client.answers import (
    Campaign,
    Claim,
    Hit,
    Job,
    Release,
    Verification,
    read,
    read_claim,
    read_release,
)
from touchstone_client.downloads import Listener, download
from touchstone_client.requests import Connection


def _nobody(done: int, total: int) -> None:
    """Hear nothing of a progress."""


class Touchstone:
    """A site and a token. Use it with `with`, so that its connections are closed."""

    def __init__(
        self,
        site: str,
        token: str,
        *,
        transport: httpx.BaseTransport | None = None,
        timeout: float = 60.0,
    ) -> None:
        self.connection = Connection(site, token, transport=transport, timeout=timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self.connection.close()

    def me(self) -> Mapping[str, Any]:
        """Return your account and the scopes of the token."""
        answer: Mapping[str, Any] = self.connection.get("me")
        return answer

    def campaigns(self) -> Iterator[Campaign]:
        """Yield your campaigns, newest first."""
        for answer in self.connection.pages("campaigns"):
            yield read(Campaign, answer)

    def search(self, corpus: str, query: str) -> Sequence[Hit]:
        """Return the pages that a search finds, best first."""
        answer = self.connection.get(f"corpora/{corpus}/search", q=query)
        return [read(Hit, hit) for hit in answer["hits"]]

    def page(self, corpus: str, title: str) -> Mapping[str, Any]:
        """Return a page with its elements."""
        answer: Mapping[str, Any] = self.connection.get(
            f"corpora/{corpus}/pages/{quote(title, safe='')}"
        )
        return answer

    def check(self, corpus: str, claim: str) -> Mapping[str, Any]:
        """Return the verdict of the site's verifier on a claim, with the evidence it read."""
        answer: Mapping[str, Any] = self.connection.get(f"corpora/{corpus}/check", claim=claim)
        return answer

    def take(self, campaign: str) -> Claim:
        """Take a claim to verify, or get the one that you hold."""
        return read_claim(self.connection.post(f"campaigns/{campaign}/verify"))

    def claim(self, attempt: str) -> Claim:
        """Return a claim that you took."""
        return read_claim(self.connection.get(f"attempts/{attempt}"))

    def submit(self, attempt: str, judgement: Mapping[str, Any]) -> Verification:
        """Confirm a judgement, then submit it."""
        at = f"attempts/{attempt}"
        confirmed = self.connection.post(f"{at}/confirm", judgement)
        body = {"confirmation": confirmed["confirmation"], "judgement": dict(judgement)}
        return read(Verification, self.connection.post(f"{at}/submit", body))

    def skip(self, attempt: str, reason: str, text: str = "") -> None:
        """Skip a claim."""
        self.connection.post(f"attempts/{attempt}/skip", {"reason": reason, "text": text})

    def report(self, attempt: str, reasons: Sequence[str], note: str = "") -> None:
        """Report what is wrong with a claim."""
        body = {"reasons": list(reasons), "note": note}
        self.connection.post(f"attempts/{attempt}/report", body)

    def job(self, job: str) -> Job:
        """Return a job."""
        return read(Job, self.connection.get(f"jobs/{job}"))

    def follow_job(
        self, job: str, hear: Callable[[Job], None] | None = None, *, every: float = 2.0
    ) -> Job:
        """Wait until a job has ended, and return it; `hear` is called with each state of it."""
        while True:
            now = self.job(job)
            if hear is not None:
                hear(now)
            if now.is_finished:
                return now
            time.sleep(every)

    def releases(self, campaign: str) -> Iterator[Release]:
        """Yield the releases of a campaign, newest first."""
        for answer in self.connection.pages(f"campaigns/{campaign}/releases"):
            yield read_release(answer)

    def release(self, campaign: str, version: int) -> Release:
        """Return a release with its files."""
        return read_release(self.connection.get(f"campaigns/{campaign}/releases/{version}"))

    def download_release(
        self, campaign: str, version: int, folder: str | Path, hear: Listener = _nobody
    ) -> Release:
        """Download a release into a folder, as the recipes read it; return what is there."""
        release = self.release(campaign, version)
        base = f"campaigns/{campaign}/releases/{version}"
        download(self.connection, base, release.files, Path(folder), hear)
        return release
