"""The approved people of the demonstration's campaign in calibration: they work, and disagree."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

from accounts.models import User
from annotation.models import Highlight
from annotation.services.writing import highlights
from campaigns.models import Campaign
from jobs.runs import Run
from quality.services.simulated_work import SimulatedWorker
from quality.simulation.people import SimulatedPerson

WRITER = "candidate-approved"
# How often each is wrong: one never, the other always, so that managers have something to decide.
VERIFIERS = {"candidate-approved-2": 0.0, "candidate-approved-3": 1.0}
NUMBERS = {"redundancy.duplicates": Fraction(1, 2)}
_WRITTEN = 2
_SEED = 19


def begin_to_work(campaign: Campaign, run: Run) -> None:
    """Write from some highlights and verify what others may; once more changes nothing."""
    # This morning, so that nothing lies in the future.
    at = run.now() - timedelta(hours=8)
    writer = _worker(campaign, WRITER)
    written = campaign.highlights.filter(state=Highlight.State.WRITTEN)
    while written.count() < _WRITTEN:
        run.stop_if_cancelled()
        try:
            at = writer.write(at)
        except (highlights.TargetReachedError, highlights.NothingLeftError):
            break
    waiting = [_worker(campaign, name, error) for name, error in VERIFIERS.items()]
    while waiting:
        run.stop_if_cancelled()
        verifier = waiting.pop(0)
        ended = verifier.verify(at, progress=0)
        if ended is not None:
            at = ended
            waiting.append(verifier)


def _worker(campaign: Campaign, name: str, error: float = 0.0) -> SimulatedWorker:
    person = SimulatedPerson(name=name, error=error, skips=0.0, reports=0.0)
    return SimulatedWorker(campaign, User.objects.get(username=name), person, _SEED)
