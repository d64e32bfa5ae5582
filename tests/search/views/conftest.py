"""An encyclopedia that can be searched, and somebody who searches it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.people import Cast
from tests.search.views.world import make_encyclopedia
from wiki.models import Corpus


@pytest.fixture
def corpus(db: None) -> Corpus:
    return make_encyclopedia()


@pytest.fixture
def client(cast: Cast, log_in: Callable[[User], Client]) -> Client:
    return log_in(cast.administrator)
