"""Parsing: from wikitext or HTML to page elements, without a database.

``wikitext.parse_wikitext`` turns a page's source into a ``page.ParsedPage``; ``context.context_of``
returns what a reader must know to understand an element; ``feverous`` converts FEVEROUS JSON. The
package itself imports none of them: models need addresses only, and the parser takes time to load.
"""
