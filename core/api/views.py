"""The view that every resource of the API is derived from."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from core.api.operations import ApiOperation
from core.api.problems import ApiProblem
from core.api.throttling import RequestLimit


class OnlyJson(BaseContentNegotiation):
    """Every answer is what it is; nobody is refused for what they would rather have."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: Any = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


class CountedView(APIView):
    """A view whose requests all count for the limit, also those that are refused."""

    rate_limit: RequestLimit | None = None

    def perform_authentication(self, request: Request) -> None:
        """Find out who asks, and count the request: strangers and wrong tokens by their address."""
        try:
            super().perform_authentication(request)
        finally:
            super().check_throttles(request)

    def check_throttles(self, request: Request) -> None:
        """Do nothing: here DRF would count, after it has refused strangers."""

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        final: HttpResponseBase = super().finalize_response(request, response, *args, **kwargs)
        if self.rate_limit is not None:
            for name, value in self.rate_limit.headers().items():
                final.headers[name] = value
        return final


class ApiView(CountedView):
    """A resource. Its methods are operations (`core.api.operations`)."""

    content_negotiation_class = OnlyJson
    # OPTIONS would describe views a second time.
    http_method_names = ["get", "head", "post"]

    def check_permissions(self, request: Request) -> None:
        """Refuse people without a log-in, then tokens whose scopes do not include the operation."""
        super().check_permissions(request)
        method = getattr(self, (request.method or "").lower(), None)
        declared = getattr(method, "operation", None)
        # A session has no token, and may do all that its person may.
        token: Any = request.auth
        if token is None or not isinstance(declared, ApiOperation):
            return
        if declared.scope not in token.scopes:
            raise ApiProblem(403, "scope_too_small", needed=declared.scope.value)

    def enter(self, request: Request, **arguments: Any) -> None:
        """Look up what the address names; raise Http404 or PermissionDenied for what is not theirs.

        It runs before parameters and body are read, so that strangers learn nothing from faults.
        """
