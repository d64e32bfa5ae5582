"""The API under requests that its own description allows, and many that it does not."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from accounts.services import tokens
from core.api.scopes import Scope
from tests.examples import examples
from tests.people import NOW, make_cast

pytestmark = pytest.mark.slow


def description() -> Any:
    """Return the description that /api/v1/schema serves."""
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


schema = schemathesis.openapi.from_dict(description())


@pytest.fixture
def secret(site: str) -> str:
    """Return a token of an administrator, who may see most and can break most."""
    person = make_cast().administrator
    return tokens.make_api_token(person=person, name="fuzz", now=NOW, scopes=list(Scope)).secret


@schema.parametrize()
@settings(max_examples=examples(20), suppress_health_check=list(HealthCheck), deadline=None)
def test_api_answers_as_described_whatever_it_is_sent(
    case: Case[Any], site: str, secret: str
) -> None:
    response = case.call(base_url=site, headers={"Authorization": f"Bearer {secret}"})
    # Cursors come from the server: a text that looks like one is refused.
    excluded: list[Any] = [positive_data_acceptance]
    if response.status_code == 413:
        # A refusal as good as any, which this check does not know.
        excluded.append(negative_data_rejection)
    case.validate_response(response, excluded_checks=excluded)


@schema.parametrize()
@settings(max_examples=examples(5), suppress_health_check=list(HealthCheck), deadline=None)
def test_api_tells_strangers_nothing(case: Case[Any], site: str) -> None:
    assert case.call(base_url=site).status_code in {401, 404, 405, 413, 429}
