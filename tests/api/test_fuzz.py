"""The API under requests that its own description allows, and many that it does not."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import negative_data_rejection

from accounts.services import tokens
from tests.examples import examples
from tests.people import NOW, make_cast

pytestmark = pytest.mark.slow


def description() -> Any:
    """Return the description that /api/schema serves."""
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


schema = schemathesis.openapi.from_dict(description())


@pytest.fixture
def secret(site: str) -> str:
    """Return a token of an administrator, who may see most and can break most."""
    person = make_cast().administrator
    return tokens.make_api_token(person=person, name="fuzz", now=NOW).secret


@schema.parametrize()
@settings(max_examples=examples(20), suppress_health_check=list(HealthCheck), deadline=None)
def test_api_answers_as_described_whatever_it_is_sent(
    case: Case[Any], site: str, secret: str
) -> None:
    case.call_and_validate(
        base_url=site,
        headers={"Authorization": f"Bearer {secret}"},
        # A list takes an unreadable `limit` or `offset` for the default, as DRF's lists do.
        excluded_checks=[negative_data_rejection],
    )


@schema.parametrize()
@settings(max_examples=examples(5), suppress_health_check=list(HealthCheck), deadline=None)
def test_api_tells_strangers_nothing(case: Case[Any], site: str) -> None:
    assert case.call(base_url=site).status_code in {401, 404, 405}
