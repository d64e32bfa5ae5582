"""``python -m wiki.parsing --html`` reaches the HTML parser."""

import json
import subprocess
import sys

from tests.wiki.parsing.html.golden_files import GOLDEN
from wiki.dump.extraction import extractor_name
from wiki.dump.records import PageFormat


def test_command_prints_the_page_of_an_html_file() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "wiki.parsing",
            "--html",
            "--title",
            "Quill",
            str(GOLDEN / "hatnotes.html"),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    page = json.loads(done.stdout)
    assert page["title"] == "Quill"
    assert page["sentence_1"] == "A quill is a feather."
    assert page["hatnotes"] == ["sentence_0", "sentence_2", "sentence_4"]
    # The same as an import stores with each page.
    assert page["page"]["extractor_version"] == extractor_name(PageFormat.HTML)
