"""Releases: requested, built by a job or on the command line, ready or failed."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Max
from msgspec import Struct

from accounts.models import User
from accounts.roles import Area, Role, areas_of
from campaigns.models import Campaign, Membership
from campaigns.selectors.protocols import protocol_of
from campaigns.services.campaigns import hold_campaign
from core.services import audit
from jobs.models import UNFINISHED, Job
from jobs.runs import Run
from jobs.services import jobs
from releases import formats
from releases.dataset.freezing import NothingToReleaseError
from releases.dataset.rules.choices import Choices
from releases.dataset.rules.names import PeopleNames, has_mail
from releases.dataset.rules.refusals import RefusedError, refusal
from releases.dataset.rules.splits import SplitError, check_parts
from releases.dataset.selection import is_decidable
from releases.models import Release
from releases.selectors.cards import card_of, people_in
from releases.selectors.facts import people_of
from releases.selectors.precedents import is_finished_data, withheld_before
from releases.selectors.releases import overtaken_by
from releases.services.building import BuildError, build_release
from releases.storage.folders import folder_of

BUILD_RELEASE = "releases.build"
_NOTHING = "nothing_to_release"


class BuildParameters(Struct):
    """The parameters of a job that builds a release."""

    release: UUID
    # For the list of jobs.
    campaign_name: str = ""
    version: int = 0
    campaign: UUID | None = None


class ChoicesRefusedError(RefusedError):
    """The requested options make no sense."""


class NotOnOfferError(Exception):
    """The release is not ready, or was withdrawn already."""


class BeingBuiltError(Exception):
    """A release of the campaign is being built already."""


def key_of(campaign: Campaign) -> str:
    """Return the key that the one job that builds a release of a campaign holds."""
    return f"releases.campaign:{campaign.public_id}"


def check_choices(campaign: Campaign, choices: Choices, by: User | None) -> None:
    """Raise ChoicesRefusedError where a release cannot have these options, or not by them."""
    if is_finished_data(campaign):
        raise ChoicesRefusedError("finished_data")
    protocol = protocol_of(campaign)
    try:
        check_parts(choices.parts)
    except SplitError as error:
        raise ChoicesRefusedError(error.refusal) from error
    if not choices.formats:
        raise ChoicesRefusedError("no_format")
    for name in choices.formats:
        if name not in formats.FORMATS:
            raise ChoicesRefusedError("format_unknown", format=name)
        misfit = formats.get(name).refusal(protocol)
        if misfit is not None:
            raise ChoicesRefusedError("format_misfit", format=name, reason=misfit)
    if not is_decidable(protocol.resolution):
        raise ChoicesRefusedError("undecidable")
    unknown = set(choices.withheld) - {part.name for part in choices.parts}
    if unknown:
        raise ChoicesRefusedError("part_unknown", part=unknown.pop())
    if not _may_publish_labels(campaign, by):
        _check_withheld(campaign, choices)


def _may_publish_labels(campaign: Campaign, by: User | None) -> bool:
    """Return whether somebody may publish what an earlier release withheld."""
    # Somebody with a shell has the database anyway.
    if by is None:
        return True
    roles = Membership.objects.filter(campaign=campaign, user=by).values_list("role", flat=True)
    areas = areas_of(frozenset(map(Role, roles)), administrator=by.is_administrator)
    return Area.MEMBERS in areas


def _check_withheld(campaign: Campaign, choices: Choices) -> None:
    """Raise ChoicesRefusedError where a part would be published that was withheld before.

    A part that does not exist any more counts, too: its claims would go into others, with their
    labels.
    """
    for name in withheld_before(campaign):
        if name not in choices.withheld:
            raise ChoicesRefusedError("stays_withheld", part=name)


@transaction.atomic
def create_release(
    *,
    campaign: Campaign,
    choices: Choices,
    note: str,
    by: User | None,
    now: datetime,
) -> Release:
    """Create a release that is still to be built, with the next version."""
    check_choices(campaign, choices, by)
    if has_mail(note) or PeopleNames(people_of(campaign)).found_in([note]):
        raise ChoicesRefusedError("note_names_somebody")
    if Job.objects.filter(exclusive=key_of(campaign), state__in=UNFINISHED).exists():
        raise BeingBuiltError
    # Two that come at once get two numbers.
    if hold_campaign(campaign).is_archived:
        raise ChoicesRefusedError("archived")
    _free_numbers(campaign)
    of_campaign = Release.objects.filter(campaign=campaign)
    version = (of_campaign.aggregate(last=Max("version"))["last"] or 0) + 1
    before = of_campaign.order_by("-version").first()
    card = card_of(campaign)
    release = Release.objects.create(
        campaign=campaign,
        version=version,
        note=note,
        choices=choices.as_json(),
        card=card.as_json(),
        people=msgspec.to_builtins(people_in(campaign)) if card.describes_people else None,
        # The same in all versions, so that people's hashes can be followed through them.
        seed=before.seed if before else secrets.token_hex(16),
        salt=before.salt if before else secrets.token_hex(32),
        created_at=now,
        created_by=by,
    )
    audit.record(actor=by, action="release.requested", target=release, now=now)
    return release


def _free_numbers(campaign: Campaign) -> None:
    """Delete releases that failed because there was no claim: nobody can have got them."""
    empty = Release.objects.filter(
        campaign=campaign, state=Release.State.FAILED, reason__code=_NOTHING, frozen_at__isnull=True
    )
    for release in empty:
        transaction.on_commit(partial(shutil.rmtree, folder_of(release), ignore_errors=True))
        release.delete()


@transaction.atomic
def request_release(
    *, campaign: Campaign, choices: Choices, note: str, by: User | None, now: datetime
) -> Release:
    """Create a release, and the job that builds it. `by` is None for the command line."""
    release = create_release(campaign=campaign, choices=choices, note=note, by=by, now=now)
    try:
        job = jobs.enqueue_job(
            kind=BUILD_RELEASE,
            parameters=BuildParameters(
                release.public_id, campaign.name, release.version, campaign.public_id
            ),
            requested_by=by,
            now=now,
            exclusive=key_of(campaign),
        )
    except jobs.AlreadyQueuedError as error:
        raise BeingBuiltError from error
    release.job = job
    release.save(update_fields=["job"])
    return release


def build(*, release: Release, run: Run) -> Mapping[str, Any]:
    """Build a release and offer it. Where that fails, store the reason and raise BuildError."""
    try:
        _check_newest(release)
        manifest = build_release(release=release, folder=folder_of(release), run=run)
        with run.step():
            _check_newest(release)
            offer_release(release=release, manifest=manifest, now=run.now())
    except (BuildError, NothingToReleaseError) as error:
        reason = error.refusal if isinstance(error, BuildError) else refusal(_NOTHING)
        with run.step():
            release.state = Release.State.FAILED
            release.reason = reason.as_json()
            release.save(update_fields=["state", "reason"])
        raise BuildError(reason) from error
    return manifest


def _check_newest(release: Release) -> None:
    """Raise BuildError where a later release was finished while this one was stopped.

    The later one was split without it: claims would be in different parts of the two.
    """
    later = overtaken_by(release)
    if later is not None and release.state != Release.State.READY:
        raise BuildError("overtaken", release=later)


@transaction.atomic
def withdraw_release(*, release: Release, reason: str, by: User, now: datetime) -> None:
    """Withdraw a release: its page says why. Raise NotOnOfferError where it is not on offer.

    Its claims keep their numbers and parts in later releases.
    """
    held = Release.objects.select_for_update().get(pk=release.pk)
    if held.state != Release.State.READY or held.withdrawn_at is not None:
        raise NotOnOfferError
    held.withdrawn_at, held.withdrawn_by, held.withdrawal_reason = now, by, reason
    held.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawal_reason"])
    audit.record(
        actor=by, action="release.withdrawn", target=held, now=now, details={"reason": reason}
    )


def offer_release(*, release: Release, manifest: Mapping[str, Any], now: datetime) -> None:
    """Mark a release as ready: everybody who may have it can download it."""
    release.state = Release.State.READY
    release.reason = None
    release.ready_at = now
    release.manifest = dict(manifest)
    release.save(update_fields=["state", "reason", "ready_at", "manifest", "checked_with"])
    audit.record(actor=release.created_by, action="release.ready", target=release, now=now)
