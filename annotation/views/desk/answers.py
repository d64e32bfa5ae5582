"""Answers that the scripts of a desk read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, JsonResponse
from django.utils.functional import Promise

from annotation.messages import bad_data_text, fault_text, limit_text
from annotation.rules.verifying.faults import JudgementFault
from annotation.services.desk.act_limits import TooOftenError
from core.http import REFUSED
from core.structs import BadDataError


@dataclass(frozen=True, slots=True)
class ErrorAnswer:
    """The answer to an error of a service, with its reason for people."""

    code: str
    message: str | Promise
    status: int = 409


def answer_to(error: Exception, answers: Mapping[type[Exception], ErrorAnswer]) -> ErrorAnswer:
    """Return the answer to an error of one of these classes, or of a class derived from one."""
    return next(answers[kind] for kind in type(error).__mro__ if kind in answers)


def problem(status: int, error: str, message: str = "", **more: object) -> JsonResponse:
    """Return a refusal with its code and, for people, its reason."""
    reason = {"message": message} if message else {}
    return JsonResponse({"error": error, **reason, **more}, status=status)


def bad_body(error: BadDataError) -> JsonResponse:
    """Return the refusal of a request whose body does not fit, with the name of the field."""
    return problem(400, "bad_body", bad_data_text(error), field=error.field, detail=error.detail)


def refused_judgement(faults: Sequence[JudgementFault]) -> JsonResponse:
    """Return the refusal of a judgement: all its faults, and where to go at the desk."""
    problems = [{"at": fault.place, "message": fault_text(fault)} for fault in faults]
    code = "missing" if any(fault.is_open_choice for fault in faults) else faults[0].code
    return problem(REFUSED, code, problems[0]["message"], problems=problems)


def too_often(error: TooOftenError) -> JsonResponse:
    """Return the refusal of somebody who reached a limit; what they did at the desk is kept."""
    return problem(429, "too_often", limit_text(error.act, error.limit.most, error.limit.within))


def wants_json(request: HttpRequest) -> bool:
    """Return whether a script sent the form and reads the answer."""
    return request.accepts("application/json") and not request.accepts("text/html")
