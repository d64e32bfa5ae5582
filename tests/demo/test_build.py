"""The output and the refusals of the demo builder."""

from __future__ import annotations

import hashlib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from demo import build, export, sources, survey, tables

NS = "{http://www.mediawiki.org/xml/export-0.11/}"
ARTICLE = "title: Aare\nredirects: Aar | Aare Gorge > Gorge\n---\n{body}\n[[Category:Rivers]]\n"
BODY = "The '''Aare''' & the [[Rhine#Course|Rhine]].\n== Gorge ==\nIt is narrow."


def make_world(root: Path, **articles: str) -> Path:
    folder = root / "articles" / "topic"
    folder.mkdir(parents=True)
    (root / "facts").mkdir()
    for slug, content in articles.items():
        (folder / f"{slug}.wiki").write_text(content, encoding="utf-8")
    return root


def parse_pages(root: Path) -> dict[str, ET.Element]:
    tree = ET.parse(root / build.DUMP_NAME)
    return {page.findtext(f"{NS}title", ""): page for page in tree.iter(f"{NS}page")}


def faults_of(root: Path) -> list[str]:
    return sources.find_faults(sources.load_sources(root))


def test_building_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    root = make_world(tmp_path, aare=ARTICLE.format(body=BODY))
    assert build.main([], root=root) == 0
    first = (root / build.DUMP_NAME).read_bytes()
    assert build.main([], root=root) == 0
    assert (root / build.DUMP_NAME).read_bytes() == first


def test_page_carries_text_size_hash_and_namespace(tmp_path: Path) -> None:
    root = make_world(tmp_path, aare=ARTICLE.format(body=BODY))
    build.main([], root=root)
    page = parse_pages(root)["Aare"]
    text = page.find(f"{NS}revision/{NS}text")
    assert text is not None
    assert text.text is not None
    assert text.text == BODY + "\n[[Category:Rivers]]"
    assert text.get("bytes") == str(len(text.text.encode()))
    digest = int(text.get("sha1", ""), 36)
    sha1 = hashlib.sha1(text.text.encode(), usedforsecurity=False)
    assert f"{digest:040x}" == sha1.hexdigest()
    assert page.findtext(f"{NS}ns") == "0"
    assert page.findtext(f"{NS}id") == "2"


def test_redirect_pages_name_their_target_and_section(tmp_path: Path) -> None:
    root = make_world(tmp_path, aare=ARTICLE.format(body=BODY))
    build.main([], root=root)
    pages = parse_pages(root)
    texts = {title: page.findtext(f"{NS}revision/{NS}text") for title, page in pages.items()}
    assert list(pages) == ["Aar", "Aare", "Aare Gorge"]
    assert texts["Aar"] == "#REDIRECT [[Aare]]"
    assert texts["Aare Gorge"] == "#REDIRECT [[Aare#Gorge]]"
    targets = [page.find(f"{NS}redirect") for page in pages.values()]
    assert [t.get("title") if t is not None else None for t in targets] == ["Aare", None, "Aare"]


def test_check_passes_on_a_fresh_dump_and_fails_on_a_stale_one(tmp_path: Path) -> None:
    root = make_world(tmp_path, aare=ARTICLE.format(body=BODY))
    assert build.main(["--check"], root=root) == 1
    assert not (root / build.DUMP_NAME).exists()
    build.main([], root=root)
    assert build.main(["--check"], root=root) == 0
    (root / "articles/topic/aare.wiki").write_text(ARTICLE.format(body=BODY + " New."))
    before = (root / build.DUMP_NAME).read_bytes()
    assert build.main(["--check"], root=root) == 1
    assert (root / build.DUMP_NAME).read_bytes() == before


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("title: Aare_River\n---\n[[Category:X]]", "is not allowed"),
        ("title: aare\n---\n[[Category:X]]", "lower-case letter"),
        ("title: Zu\u0308rich\n---\n[[Category:X]]", "not in NFC"),
        ("title: Aare\nredirects: Aare\n---\n[[Category:X]]", "is already used by"),
        ("title: Aare\nredirects: Aar > Mouth\n---\n[[Category:X]]", "missing section 'Mouth'"),
        ("title: Aare\n---\nNo category.", "no category"),
        ("title: Aare\n---\n[[Rhine [[Category:X]]", "[[ and ]] do not match"),
        ("title: Aare\n---\n{|\n| a\n[[Category:X]]", "{| and |} do not match"),
        ("title: Aare\n---\nLong.<ref>Atlas [[Category:X]]", "<ref> is not closed"),
    ],
)
def test_source_that_breaks_a_rule_is_refused(tmp_path: Path, content: str, fault: str) -> None:
    root = make_world(tmp_path, aare=content)
    assert any(fault in line for line in faults_of(root))
    assert build.main([], root=root) == 1
    assert not (root / build.DUMP_NAME).exists()


def test_two_files_with_one_title_are_refused(tmp_path: Path) -> None:
    article = "title: Aare\n---\n[[Category:X]]"
    root = make_world(tmp_path, aare=article, other=article)
    assert faults_of(root) == [
        "articles/topic/other.wiki: title 'Aare' is already used by articles/topic/aare.wiki"
    ]


@pytest.mark.parametrize(
    "content",
    ["title: Aare\nNo separator", "name: Aare\n---\ntext", "redirects: A\n---\ntext"],
)
def test_source_without_a_sound_header_is_refused(tmp_path: Path, content: str) -> None:
    root = make_world(tmp_path, aare=content)
    with pytest.raises(sources.SourceError):
        sources.load_sources(root)
    assert build.main([], root=root) == 1


def test_missing_links_are_counted_and_allowed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = BODY + " [[rhine]] [[Aar]] [[File:A.svg|thumb|The [[Reuss]]]] <!-- [[Hidden]] -->"
    root = make_world(tmp_path, aare=ARTICLE.format(body=body))
    assert build.main(["--links"], root=root) == 0
    output = capsys.readouterr().out.splitlines()
    assert output[:3] == [
        "   1 Reuss",
        "   2 Rhine",
        "3 links to 2 titles that are not in the demo",
    ]


def test_table_is_rendered_from_facts(tmp_path: Path) -> None:
    (tmp_path / "rivers.csv").write_text(
        "river,km,sea\nAare,288,\nRhine,1233,North\nElbe,1094,North\n"
    )
    (tmp_path / "long.toml").write_text(
        'facts = "rivers.csv"\ncaption = "Rivers"\nsort = ["-km"]\nfooter = "End."\n'
        '[[columns]]\nheader = "River"\ncell = "[[$river|$river]]"\nrow_header = true\n'
        '[[columns]]\ngroup = "Data"\nheader = "Length"\ncell = "$km_grouped km"\n'
        '[[columns]]\ngroup = "Data"\nheader = "Sea"\ncell = "$sea"\nmerge = true\nempty = "none"\n'
    )
    assert tables.expand_placeholders("<<table:long>>", facts=tmp_path).splitlines() == [
        '{| class="wikitable sortable"',
        "|+ Rivers",
        "|-",
        '! scope="col" rowspan="2" | River',
        '! scope="colgroup" colspan="2" | Data',
        "|-",
        '! scope="col" | Length',
        '! scope="col" | Sea',
        "|-",
        '! scope="row" | [[Rhine]]',
        "| 1,233 km",
        '| rowspan="2" | North',
        "|-",
        '! scope="row" | [[Elbe]]',
        "| 1,094 km",
        "|-",
        '! scope="row" | [[Aare]]',
        "| 288 km",
        "| none",
        "|-",
        '| colspan="3" | End.',
        "|}",
    ]


def test_table_keeps_the_rows_asked_for() -> None:
    rows = [{"river": "Aare", "sea": ""}, {"river": "Rhine", "sea": "North"}]
    wanted = {"North": ["Rhine"], "": ["Aare"], "*": ["Rhine"], "Black": []}
    for value, rivers in wanted.items():
        spec = tables.TableSpec(facts="", caption="", columns=(), where=(("sea", value),))
        assert [row["river"] for row in tables.select_rows(rows, spec)] == rivers


def test_table_without_description_or_field_is_refused(tmp_path: Path) -> None:
    with pytest.raises(tables.TableError, match=r"no table description long\.toml"):
        tables.expand_placeholders("<<table:long>>", facts=tmp_path)
    (tmp_path / "rivers.csv").write_text("river\nAare\n")
    (tmp_path / "long.toml").write_text(
        'facts = "rivers.csv"\ncaption = "x"\n[[columns]]\nheader = "x"\ncell = "$km"\n'
    )
    with pytest.raises(tables.TableError, match="no field 'km'"):
        tables.expand_placeholders("<<table:long>>", facts=tmp_path)


def test_ragged_facts_are_refused(tmp_path: Path) -> None:
    (tmp_path / "rivers.csv").write_text("river,km\nAare\n")
    with pytest.raises(tables.TableError, match="ragged row"):
        tables.read_facts(tmp_path / "rivers.csv")


def test_rows_of_nested_tables_are_counted_apart() -> None:
    text = (
        "{|\n|+ c\n! a\n|-\n|\n{|\n| x\n|-\n| y\n|-\n| z\n|}\n|-\n| b\n|}\n<table><tr></tr></table>"
    )
    assert survey.table_rows(text) == [3, 3, 1]


def test_committed_dump_is_built_from_its_sources() -> None:
    assert build.main(["--check"]) == 0


def test_committed_dump_holds_pages_of_other_namespaces() -> None:
    namespaces = {page.findtext(f"{NS}ns") for page in parse_pages(build.ROOT).values()}
    assert {"0", "1", "6", "10", "14"} <= namespaces


def test_page_ids_follow_the_order_of_titles() -> None:
    pages = export.pages_of(sources.load_sources(build.ROOT))
    assert [page.title for page in pages] == sorted(page.title for page in pages)
