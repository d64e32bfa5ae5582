"""The API about the person who calls it."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User


class MeSerializer(serializers.ModelSerializer[User]):
    """A person, as they see themselves."""

    class Meta:
        model = User
        fields = ["username", "name", "email", "is_administrator"]
        read_only_fields = fields


class MeView(APIView):
    """The person who calls the API."""

    @extend_schema(
        operation_id="me",
        summary="The person whom this token or session belongs to",
        tags=["people"],
        responses=MeSerializer,
    )
    def get(self, request: Request) -> Response:
        assert isinstance(request.user, User)  # IsAuthenticated ensures it
        return Response(MeSerializer(request.user).data)
