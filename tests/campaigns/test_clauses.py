"""Clauses of guidelines: headings with addresses that pages can lead to."""

from __future__ import annotations

from campaigns.clauses import GuidelineClause, clauses_of
from campaigns.templatetags.markdown import to_html

TEXT = "# Claims\n\nText.\n\n## *Years* & `dates`\n\n## Years\n\n## Years\n\n## 年\n\n## <b>\n"


def test_headings_are_clauses_and_equal_names_are_numbered() -> None:
    assert clauses_of(TEXT) == (
        GuidelineClause("Claims", "clause-claims", 1),
        GuidelineClause("Years & dates", "clause-years-dates", 2),
        GuidelineClause("Years", "clause-years", 2),
        GuidelineClause("Years", "clause-years-2", 2),
        GuidelineClause("年", "clause-年", 2),
        GuidelineClause("<b>", "clause-b", 2),
    )


def test_the_page_has_their_addresses() -> None:
    html = to_html(TEXT)
    for clause in clauses_of(TEXT):
        assert f'id="{clause.anchor}"' in html
    assert "<b>" not in html
