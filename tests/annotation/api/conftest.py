"""A campaign whose claims two people verify."""

from __future__ import annotations

import pytest

from tests.annotation.verifying_world import Desk, make_desk, verified_by


@pytest.fixture
def desk(db: None) -> Desk:
    return make_desk(protocol=verified_by(2))
