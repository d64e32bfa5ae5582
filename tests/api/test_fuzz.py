"""The API under requests that its own description allows, and many that it does not, by each role.

One live server with something behind every address. Who may do what stands in the matrix of
permissions; what an answer looks like, in the description that /api/v1/schema serves.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import schemathesis
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from accounts.services import tokens
from core.api.operations import KEY_HEADER
from core.api.scopes import Scope
from tests.examples import examples
from tests.people import NOW, make_cast
from tests.permissions.matrix import ANONYMOUS, MATRIX, ROLES
from tests.permissions.world import arguments_by_address

pytestmark = pytest.mark.slow

SEED = 20
# What somebody who may not do something is told.
TOLD = {401, 403, 404, 405}
EXAMPLE_IDS = {"uuid": str(uuid.UUID(int=1)), "integer": "1"}


def description() -> Any:
    """Return the description that /api/v1/schema serves."""
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


@dataclass
class Fuzz:
    """A running site with a token for each role, and what was found."""

    site: str
    secrets: dict[str, str]
    arguments: dict[str, dict[str, Any]]
    found: list[str] = field(default_factory=list)
    answered: set[str] = field(default_factory=set)

    def send(self, case: Case[Any], role: str) -> Any:
        """Send a request with the token of a role."""
        secret = self.secrets.get(role)
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        return case.call(base_url=self.site, headers=headers)


@pytest.fixture
def fuzz(site: str, settings: Any) -> Fuzz:
    settings.API_REQUESTS_A_MINUTE = 10**6
    cast = make_cast()
    people = cast.by_role()
    return Fuzz(
        site,
        {
            role: tokens.make_api_token(
                person=person, name="fuzz", now=NOW, scopes=list(Scope)
            ).secret
            for role, person in people.items()
        },
        arguments_by_address(cast),
    )


def operations() -> Iterator[Any]:
    """Yield every operation: those that read first, those that end something last."""
    schema = schemathesis.openapi.from_dict(description())
    every: list[Any] = [result.ok() for result in schema.get_all_operations()]  # type: ignore[union-attr]
    last = ("/withdraw", "/pause", "/close", "/submit", "/cancel", "/delete")
    yield from sorted(every, key=lambda found: (found.method != "get", found.path.endswith(last)))


def name_of(operation: Any) -> str:
    """Return the name of the address of an operation, as in the matrix."""
    path = operation.path
    for parameter in operation.path_parameters:
        schema = parameter.definition.get("schema", {})
        value = EXAMPLE_IDS.get(schema.get("format") or schema.get("type"), "x")
        path = path.replace("{" + parameter.name + "}", value)
    return str(resolve(path).view_name)


def check(fuzz: Fuzz, case: Case[Any], name: str, *, may: bool, role: str) -> None:
    """Send a request as somebody, and note what is wrong with the answer."""
    method = case.operation.method
    if not may and case.headers:
        # Whether a key of a stranger was used before is their own affair.
        case.headers.pop(KEY_HEADER, None)
    response = fuzz.send(case, role)
    label = f"{method} {name} as {role}: {response.status_code}"
    if not may and response.status_code not in TOLD:
        fuzz.found.append(f"{label} let in")
    if may and response.status_code < 300:
        fuzz.answered.add(f"{method} {name}")
    # Cursors come from the server: a text that looks like one is refused. Path and headers were
    # changed above.
    excluded: list[Any] = [positive_data_acceptance, negative_data_rejection]
    if response.status_code == 503 and name in ("api:search", "api:claim-check"):
        # This world has neither an index nor a model: what is described is answered.
        excluded.append(not_a_server_error)
    try:
        case.validate_response(response, excluded_checks=excluded)
    except (Failure, FailureGroup) as error:
        fuzz.found.append(f"{label} {error}"[:1500])


def try_operation(fuzz: Fuzz, operation: Any, mode: GenerationMode, most: int) -> None:
    """Send generated requests to one address, as each role."""
    name = name_of(operation)
    rule = MATRIX[name]
    allowed = getattr(rule, operation.method)
    real = {key: str(value) for key, value in fuzz.arguments.get(name, {}).items()}
    roles = [*sorted(set(ROLES) - set(allowed)), *sorted(set(allowed) - {"other manager"})]
    lot = random.Random(name)

    @seed(SEED)
    @settings(
        max_examples=most,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: Case[Any]) -> None:
        if real and lot.random() < 0.9:
            case.path_parameters = dict(real)
        for role in roles if mode is GenerationMode.POSITIVE else [roles[-1], ANONYMOUS]:
            check(fuzz, case, name, may=role in allowed, role=role)

    run()


def test_api_answers_each_role_as_described_and_ruled(fuzz: Fuzz) -> None:
    assert {*fuzz.secrets, ANONYMOUS} == set(ROLES)
    for operation in operations():
        try_operation(fuzz, operation, GenerationMode.POSITIVE, examples(1))
        try_operation(fuzz, operation, GenerationMode.NEGATIVE, examples(1))
    assert fuzz.found == [], "\n".join(fuzz.found)
    # Not everything was refused before it was looked at.
    assert len(fuzz.answered) > 40
