"""The API of jobs: list them, read one, cancel it."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    extend_schema_view,
)
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.people import person_of
from jobs import kinds
from jobs.models import Job, JobState
from jobs.selectors import jobs as job_selectors
from jobs.selectors import workers
from jobs.services import jobs
from jobs.status import STALLED, status_of


class JobSerializer(serializers.ModelSerializer[Job]):
    """A job as scripts see it."""

    id = serializers.UUIDField(source="public_id", read_only=True)
    title = serializers.SerializerMethodField(help_text="The name of the job on screen.")
    state = serializers.ChoiceField(choices=JobState.choices, read_only=True)
    shown_as = serializers.SerializerMethodField(
        help_text=f"The state, or `{STALLED}` for a running job whose worker fell silent."
    )
    sentence = serializers.SerializerMethodField(
        help_text="A sentence about the state, if one is needed."
    )
    requested_by = serializers.UUIDField(
        source="requested_by.public_id", read_only=True, default=None, allow_null=True
    )
    result = serializers.JSONField(read_only=True, allow_null=True)

    class Meta:
        model = Job
        fields = (
            "id",
            "kind",
            "title",
            "state",
            "shown_as",
            "sentence",
            "requested_by",
            "progress_done",
            "progress_total",
            "progress_note",
            "attempt",
            "attempts_allowed",
            "error",
            "result",
            "created_at",
            "started_at",
            "finished_at",
            "cancel_requested_at",
        )
        read_only_fields = fields

    def get_title(self, job: Job) -> str:
        return kinds.title_of(job.kind, job.parameters)

    def get_shown_as(self, job: Job) -> str:
        return status_of(job, **self.context["status"]).name

    def get_sentence(self, job: Job) -> str:
        return status_of(job, **self.context["status"]).sentence


class ProblemSerializer(serializers.Serializer[Any]):
    """The reason for a refusal."""

    detail = serializers.CharField()


def _status_context() -> dict[str, Any]:
    now = timezone.now()
    return {"now": now, "worker_running": workers.is_worker_running(now=now)}


def _get_job(request: Request, public_id: uuid.UUID) -> Job:
    try:
        return job_selectors.get_job(person_of(request), public_id)
    except Job.DoesNotExist:
        raise Http404 from None


class JobFilterSerializer(serializers.Serializer[Any]):
    """The query parameters of the list."""

    state = serializers.ChoiceField(choices=JobState.choices, required=False, default="")


@extend_schema_view(
    get=extend_schema(
        operation_id="jobs_list",
        parameters=[OpenApiParameter("state", enum=JobState.values, required=False)],
        responses={
            200: JobSerializer(many=True),
            400: OpenApiResponse(description="Unknown state."),
        },
    )
)
class JobList(generics.ListAPIView[Job]):
    """Your jobs, newest first; for administrators, the jobs of all people."""

    serializer_class = JobSerializer

    def get_queryset(self) -> QuerySet[Job]:
        if getattr(self, "swagger_fake_view", False):
            return Job.objects.none()
        chosen = JobFilterSerializer(data=self.request.query_params)
        chosen.is_valid(raise_exception=True)
        return job_selectors.list_jobs(
            person_of(self.request), state=chosen.validated_data["state"]
        ).defer(None)

    def get_serializer_context(self) -> dict[str, Any]:
        context = dict(super().get_serializer_context())
        if not getattr(self, "swagger_fake_view", False):
            context["status"] = _status_context()
        return context


class JobDetail(APIView):
    """One job."""

    @extend_schema(operation_id="jobs_read", responses={200: JobSerializer, 404: ProblemSerializer})
    def get(self, request: Request, public_id: uuid.UUID) -> Response:
        job = _get_job(request, public_id)
        return Response(JobSerializer(job, context={"status": _status_context()}).data)


class JobCancel(APIView):
    """Cancel a job."""

    @extend_schema(
        operation_id="jobs_cancel",
        request=None,
        responses={200: JobSerializer, 404: ProblemSerializer, 409: ProblemSerializer},
    )
    def post(self, request: Request, public_id: uuid.UUID) -> Response:
        """Cancel a queued job at once, or a running one after its current step."""
        try:
            job = jobs.cancel_job(
                job=_get_job(request, public_id), by=person_of(request), now=timezone.now()
            )
        except jobs.AlreadyFinishedError:
            return Response(
                {"detail": "This job has finished already."}, status=status.HTTP_409_CONFLICT
            )
        return Response(JobSerializer(job, context={"status": _status_context()}).data)
