"""Queries that are built once: they return what Django's would, with other values each time."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db import connection, transaction
from django.db.models import CharField, DateTimeField, Exists, F, OuterRef, UUIDField, Value
from django.db.models.functions import Coalesce
from django.test.utils import CaptureQueriesContext

from campaigns.models import Campaign, Membership
from core.prepared_queries import Parameter, PreparedQuery, PreparedUpdate
from tests.people import NOW, Cast

pytestmark = pytest.mark.django_db


def test_a_prepared_query_returns_the_rows_of_other_values_each_time(cast: Cast) -> None:
    mine = PreparedQuery(lambda: Membership.objects.filter(user=Parameter("person")).order_by("pk"))
    for person in (cast.annotator, cast.manager, cast.annotator):
        assert mine.rows(person=person.pk) == list(
            Membership.objects.filter(user=person).order_by("pk")
        )


def test_rows_have_their_related_objects_deferred_columns_and_annotations(cast: Cast) -> None:
    others = Membership.objects.filter(campaign=OuterRef("campaign")).exclude(
        user=Parameter("person")
    )
    mine = PreparedQuery(
        lambda: (
            Membership.objects.filter(user=Parameter("person"))
            .select_related("campaign")
            .only("role", "campaign__name")
            .annotate(is_one_of_many=Exists(others), label=Value("x", CharField()))
        )
    )
    found = mine.get(person=cast.annotator.pk)
    assert found.is_one_of_many is True
    assert found.label == "x"
    with CaptureQueriesContext(connection) as queries:
        assert found.campaign.name == cast.campaign.name
    assert len(queries) == 0
    assert "state" in found.campaign.get_deferred_fields()
    assert found.campaign.state == cast.campaign.state


def test_ids_and_moments_go_in_and_come_out_as_the_models_have_them(cast: Cast) -> None:
    Membership.objects.update(joined_at=NOW)
    named = PreparedQuery(
        lambda: Membership.objects.filter(
            campaign__public_id=Parameter("campaign", UUIDField()),
            joined_at__lte=Parameter("now", DateTimeField()),
            user=Parameter("person"),
        ).values_list("campaign__public_id", "joined_at")
    )
    given = {"campaign": cast.campaign.public_id, "person": cast.annotator.pk}
    assert named.rows(**given, now=NOW) == [(cast.campaign.public_id, NOW)]
    assert named.rows(**given, now=datetime(2001, 1, 1, tzinfo=NOW.tzinfo)) == []


def test_one_row_or_the_error_of_the_model(cast: Cast) -> None:
    named = PreparedQuery(lambda: Campaign.objects.filter(pk=Parameter("campaign")))
    assert named.get(campaign=cast.campaign.pk) == cast.campaign
    assert named.first(campaign=0) is None
    with pytest.raises(Campaign.DoesNotExist):
        named.get(campaign=0)


def test_a_prepared_update_changes_the_rows_of_its_values_and_counts_them(cast: Cast) -> None:
    rename = PreparedUpdate(
        lambda: Campaign.objects.filter(pk=Parameter("campaign")),
        name=Parameter("name", CharField()),
        target=Coalesce(F("target"), Value(5)),
    )
    assert rename.run(campaign=cast.campaign.pk, name="Rivers of 2026") == 1
    assert rename.run(campaign=0, name="Nothing") == 0
    cast.campaign.refresh_from_db()
    assert cast.campaign.name == "Rivers of 2026"
    assert not Campaign.objects.filter(name="Nothing").exists()


def test_the_query_is_built_once(cast: Cast) -> None:
    built = []

    def build() -> object:
        built.append(1)
        return Campaign.objects.select_for_update().filter(pk=Parameter("campaign"))

    named: PreparedQuery[Campaign] = PreparedQuery(build)  # type: ignore[arg-type]
    with transaction.atomic():
        for _ in range(3):
            assert named.get(campaign=cast.campaign.pk) == cast.campaign
    assert built == [1]


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_within_a_transaction_only_however_often_it_ran(cast: Cast) -> None:
    locked = PreparedQuery(
        lambda: Membership.objects.select_for_update().filter(user=Parameter("person"))
    )
    with transaction.atomic():
        locked.rows(person=cast.annotator.pk)
    with pytest.raises(transaction.TransactionManagementError, match="within a transaction only"):
        locked.rows(person=cast.annotator.pk)
