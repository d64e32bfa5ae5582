"""API tokens as a way to log in to the API."""

from rest_framework.authentication import BaseAuthentication


class ApiTokenAuthentication(BaseAuthentication):
    pass
