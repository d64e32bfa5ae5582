"""The tag that loads an ES module."""

from __future__ import annotations

from django.template import Context, Template
from django.templatetags.static import static


def test_script_comes_after_links_that_preload_its_imports() -> None:
    page = Template('{% load scripts %}{% module_script "touchstone/js/next-key.js" %}')
    assert page.render(Context()).splitlines() == [
        *(
            f'<link rel="modulepreload" href="{static(name)}">'
            for name in ("touchstone/js/dom.js", "touchstone/js/keys.js")
        ),
        f'<script type="module" src="{static("touchstone/js/next-key.js")}"></script>',
    ]
