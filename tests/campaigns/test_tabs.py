"""The tabs of a campaign: groups, and the sections of a group with many pages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.roles import Area
from campaigns.tabs import TabGroup, grouped, tabs_within
from tests.annotation.verifying_world import make_desk

pytestmark = pytest.mark.django_db


def test_quality_has_its_pages_in_three_sections() -> None:
    desk = make_desk()
    tabs = tabs_within(desk.campaign, frozenset(Area))
    quality = next(
        group for group in grouped(tabs, "review", {}) if group.first.group is TabGroup.QUALITY
    )
    assert quality.is_current
    assert [
        (str(section.label), [tab.name for tab in section.tabs]) for section in quality.sections
    ] == [
        (
            "Measures",
            [
                "quality-next",
                "quality-agreement",
                "quality-bias",
                "quality-description",
                "quality-reports",
            ],
        ),
        ("Decisions", ["reports", "review", "adjudication", "objections", "spot-checks"]),
        ("Annotators", ["screening", "calibration", "gold", "checks", "set-aside"]),
    ]


def test_other_groups_have_one_section_without_a_name() -> None:
    desk = make_desk()
    tabs = tabs_within(desk.campaign, frozenset(Area))
    for group in grouped(tabs, "", {}):
        if group.first.group is not TabGroup.QUALITY:
            assert [section.label for section in group.sections] == [""], group.label
            assert group.sections[0].tabs == group.tabs


def test_the_names_of_sections_are_on_the_page(log_in: Callable[[User], Client]) -> None:
    desk = make_desk()
    address = reverse("review", args=[desk.campaign.public_id])
    shown = log_in(desk.manager).get(address).content.decode()
    named = re.findall(r'role="group" aria-labelledby="(section-\d)"', shown)
    assert named == ["section-1", "section-2", "section-3"]
    labels = re.findall(r'class="subtabs__label"\s+id="(section-\d)">\s*(\w+)\s*<', shown)
    assert labels == [
        ("section-1", "Measures"),
        ("section-2", "Decisions"),
        ("section-3", "Annotators"),
    ]
