"""The versions of the model: the list, training, and the choice of the one in use."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.roles import Area
from assist.figures import TrainingFigures
from assist.forms import TrainingForm
from assist.messages import unusable_version
from assist.models import ModelVersion
from assist.selectors.access import learnable_campaigns, learnable_corpora
from assist.selectors.versions import all_versions, unfinished_version
from assist.services import training, versions
from assist.training_data import TrainingData
from campaigns.access import administrator_required, area_required, person_of
from campaigns.models import Campaign
from core.structs import convert, convert_or_none
from jobs.selectors.workers import is_worker_running
from jobs.services import jobs
from jobs.status import status_of
from jobs.views.polling import reload_page
from verifier.reader.packages import can_train
from wiki.models import Corpus
from wiki.selectors.access import Right, corpora_for


@require_safe
@never_cache
@area_required(Area.CAMPAIGNS)
def version_list(request: HttpRequest) -> HttpResponse:
    """List all versions, and offer to train another one."""
    return _render(request, _form(person_of(request), None))


@require_safe
@never_cache
@area_required(Area.CAMPAIGNS)
def progress(request: HttpRequest) -> HttpResponse:
    """Show the progress of a training."""
    busy = unfinished_version()
    if busy is None:
        return reload_page()
    is_own = _is_own(busy, person_of(request))
    return render(request, "assist/progress.html", {"busy": busy, "is_own": is_own})


@require_POST
@area_required(Area.CAMPAIGNS)
def train(request: HttpRequest) -> HttpResponse:
    """Request a training on what was chosen."""
    person = person_of(request)
    form = _form(person, request.POST)
    if not form.is_valid():
        return _render(request, form, status=400)
    try:
        version = training.request_training(data=form.training_data, by=person, now=timezone.now())
    except training.BeingTrainedError:
        messages.info(request, _("A model is being trained already. Wait for it, or cancel it."))
    else:
        messages.success(
            request, _("Version %(number)s is being trained.") % {"number": version.number}
        )
    return redirect("models")


@require_POST
@administrator_required
def use(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Put a version into use, for all campaigns."""
    from assist.selectors.loaded import NoModelError

    version = get_object_or_404(ModelVersion, public_id=public_id)
    try:
        versions.use_version(version=version, by=person_of(request), now=timezone.now())
    except versions.NotFinishedError:
        messages.error(request, _("This version has not been trained to the end."))
    except versions.VersionGoneError:
        _say_gone(request, version)
    except NoModelError as error:
        messages.error(request, unusable_version(error.code, version.number))
    else:
        messages.success(request, _("Version %(number)s is in use.") % {"number": version.number})
    return redirect("models")


@require_POST
@area_required(Area.CAMPAIGNS)
def cancel(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Stop a training of one's own; administrators stop any."""
    version = _own_version(request, public_id)
    try:
        versions.cancel_training(version=version, by=person_of(request), now=timezone.now())
    except jobs.AlreadyFinishedError:
        messages.info(request, _("It has already finished."))
    else:
        messages.success(
            request,
            _("The training of version %(number)s is being cancelled.")
            % {"number": version.number},
        )
    return redirect("models")


@require_POST
@area_required(Area.CAMPAIGNS)
def resume(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Continue a training of one's own that was cancelled or failed; administrators any."""
    version = _own_version(request, public_id)
    try:
        training.resume_training(version=version, by=person_of(request), now=timezone.now())
    except training.CannotResumeError:
        messages.error(request, _("Only a training that was cancelled or failed can be resumed."))
    except training.BeingTrainedError:
        messages.info(request, _("A model is being trained already. Wait for it, or cancel it."))
    else:
        messages.success(
            request, _("Version %(number)s is being trained.") % {"number": version.number}
        )
    return redirect("models")


@require_POST
@area_required(Area.CAMPAIGNS)
def delete(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Delete a version of one's own that was never in use; administrators delete any."""
    version = _own_version(request, public_id)
    try:
        versions.delete_version(version=version, by=person_of(request), now=timezone.now())
    except versions.InUseError:
        messages.error(
            request, _("A version that is or was in use, or is being trained, cannot be deleted.")
        )
    except versions.VersionGoneError:
        _say_gone(request, version)
    else:
        messages.success(request, _("Version %(number)s was deleted.") % {"number": version.number})
    return redirect("models")


def _say_gone(request: HttpRequest, version: ModelVersion) -> None:
    messages.info(
        request, _("Version %(number)s was deleted meanwhile.") % {"number": version.number}
    )


def _is_own(version: ModelVersion, person: User) -> bool:
    return person.is_administrator or version.requested_by_id == person.pk


def _own_version(request: HttpRequest, public_id: UUID) -> ModelVersion:
    version = get_object_or_404(ModelVersion.objects.select_related("job"), public_id=public_id)
    if not _is_own(version, person_of(request)):
        raise PermissionDenied
    return version


def _form(person: User, submitted: Any) -> TrainingForm:
    return TrainingForm(
        submitted,
        campaigns=list(learnable_campaigns(person).filter(protocol__isnull=False)),
        corpora=list(learnable_corpora(person).filter(archived_at=None)),
        with_reader=can_train(),
    )


def _render(request: HttpRequest, form: TrainingForm, status: int = 200) -> HttpResponse:
    person = person_of(request)
    busy = unfinished_version()
    context = {
        "form": form,
        "rows": _rows(list(all_versions()), person),
        "busy": busy,
        "can_add_reader": not can_train(),
        "is_own": busy is not None and _is_own(busy, person),
    }
    return render(request, "assist/versions.html", context, status=status)


def _rows(listed: list[ModelVersion], person: User) -> list[dict[str, Any]]:
    """Return the versions with their data, as far as the person may know of it."""
    now = timezone.now()
    running = is_worker_running(now=now)
    names = _names(listed, person)
    return [
        {
            "version": version,
            "is_own": _is_own(version, person),
            "may_use": person.is_administrator and version.is_finished,
            "sources": [names.get(each) for each in _ids(version)],
            "may_resume": _is_own(version, person)
            and not version.is_finished
            and not version.is_busy,
            "figures": convert_or_none(version.figures, TrainingFigures),
            "status": status_of(version.job, now=now, worker_running=running)
            if version.job and not version.is_finished
            else None,
        }
        for version in listed
    ]


def _ids(version: ModelVersion) -> tuple[UUID, ...]:
    data = convert(version.data, TrainingData)
    return (*data.campaigns, *data.simulated)


def _names(listed: list[ModelVersion], person: User) -> dict[UUID, str]:
    """Return the names of those campaigns and corpora that the person may know of."""
    wanted = {each for version in listed for each in _ids(version)}
    campaigns = Campaign.objects.filter(public_id__in=wanted)
    corpora = Corpus.objects.filter(public_id__in=wanted)
    if not person.is_administrator:
        campaigns = campaigns.filter(members=person)
        corpora = corpora_for(person, Right.READ).filter(public_id__in=wanted)
    return {
        **dict(campaigns.values_list("public_id", "name")),
        **{
            public_id: _("Simulated: %(corpus)s") % {"corpus": name}
            for public_id, name in corpora.values_list("public_id", "name")
        },
    }
