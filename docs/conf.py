"""How Sphinx builds the site from these pages: `make docs`, decision 23."""

import re
from collections.abc import Iterator
from os.path import relpath
from pathlib import Path

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx import addnodes
from sphinx.application import Sphinx

import calavera
import calavera.client

ROOT = Path(__file__).parent.parent
TOKENS = (ROOT / "web/src/ui/tokens.css").read_text(encoding="utf-8")
COLOURS = dict(re.findall(r"--([\w-]+): light-dark\((.+)\);", TOKENS))
FONTS = dict(re.findall(r"--(display|plain): (.+);", TOKENS))
# Furo's names for a colour, and ours.
MEANINGS = {
    "color-foreground-primary": "text",
    "color-foreground-secondary": "soft",
    "color-foreground-muted": "soft",
    "color-foreground-border": "line",
    "color-background-primary": "ground",
    "color-background-secondary": "sunken",
    "color-background-hover": "felt",
    "color-background-hover--transparent": "sunken",
    "color-background-border": "faint",
    "color-background-item": "faint",
    "color-brand-primary": "act-text",
    "color-brand-content": "act-text",
    "color-brand-visited": "act-text",
    "color-api-name": "info",
    "color-api-pre-name": "soft",
    "color-highlight-on-target": "felt-lit",
    "color-inline-code-background": "raised",
    "color-code-background": "raised",
    "color-code-foreground": "text",
    "color-highlighted-background": "felt",
    "color-problematic": "loss",
}
# Pages below others: the sidebar's second level. On GitHub the page's own list of links is enough.
BELOW = {"decisions/README": "0*"}
LINK = re.compile(r"\]\((?!https?:|#)([^)]+)\)")
RULE = re.compile(r"R\d+")

project = "Calavera"
author = "The Calavera maintainers"
copyright = author  # noqa: A001  # Sphinx's name
version = release = calavera.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["examples/*.skull", "pictures"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
default_role = "code"  # `single` quotes in docstrings
pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "no-value": True}
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = "Calavera"
html_logo = html_favicon = "../web/public/icons/icon.svg"
html_static_path = ["style.css"]
html_css_files = ["style.css"]
html_copy_source = False
html_show_sphinx = False


def colours(night: bool) -> dict[str, str]:
    """Furo's variables with the colours of the game, by day or by night."""
    found = {theirs: COLOURS[ours].split(", ")[night] for theirs, ours in MEANINGS.items()}
    return {**found, "font-stack": FONTS["plain"], "font-stack--headings": FONTS["display"]}


html_theme_options = {
    "light_css_variables": colours(night=False),
    "dark_css_variables": colours(night=True),
}


def prepare(app: Sphinx, page: str, source: list[str]) -> None:
    """Keep the links of a page that lies elsewhere, and add the pages below this one."""
    file = Path(app.env.doc2path(page))
    if file.is_symlink():
        home = file.resolve().parent
        source[0] = LINK.sub(lambda m: f"]({relpath(home / m[1], file.parent)})", source[0])
    if page in BELOW:
        source[0] += f"\n:::{{toctree}}\n:hidden:\n:glob:\n\n{BELOW[page]}\n:::\n"


def lead_to_pages(app: Sphinx, document: nodes.document) -> None:
    """Lead links to a file outside this folder to the page that shows it."""
    pages = {str(file.resolve().with_suffix("")): page for page, file in links_here(app)}
    for link in document.findall(addnodes.pending_xref):
        link["reftarget"] = pages.get(link["reftarget"], link["reftarget"])


def links_here(app: Sphinx) -> Iterator[tuple[str, Path]]:
    """The pages that are symbolic links to files elsewhere in the repository."""
    for page in app.env.found_docs:
        if (file := Path(app.env.doc2path(page))).is_symlink():
            yield page, file


def anchor_rules(app: Sphinx, document: nodes.document) -> None:
    """Give every rule its number as an anchor: rules.html#R12, and rules.md#R12 in links."""
    if app.env.docname != "rules":
        return
    slugs = app.env.metadata["rules"]["myst_slugs"]
    for number in [
        each for each in document.findall(nodes.strong) if RULE.fullmatch(each.astext())
    ]:
        name = number.astext()
        number["ids"].append(name)
        slugs[name] = (number.line, name, name)
        after = number.parent.index(number) + 1
        number.parent.insert(after, nodes.reference("", "¶", refid=name, classes=["headerlink"]))


def link_rules(app: Sphinx, document: nodes.document) -> None:
    """Make every mention of a rule, such as R12, a link to it."""
    for text in [*document.findall(nodes.Text)]:
        if isinstance(text.parent, nodes.paragraph | nodes.emphasis):
            parts = [part for part in re.split(rf"\b({RULE.pattern})\b", text) if part]
            if any(map(RULE.fullmatch, parts)):
                index = text.parent.index(text)
                text.parent[index : index + 1] = [
                    rule_link(app, part) if RULE.fullmatch(part) else nodes.Text(part)
                    for part in parts
                ]


def rule_link(app: Sphinx, number: str) -> addnodes.pending_xref:
    """A link to a rule, which the build fails on if there is no such rule."""
    inner = nodes.inline("", number)
    aim = {"refdomain": "doc", "reftype": "myst", "reftarget": "rules", "reftargetid": number}
    return addnodes.pending_xref("", inner, refdoc=app.env.docname, refexplicit=True, **aim)


def setup(app: Sphinx) -> None:
    """Connect the hooks, and load what the client loads late, so that autodoc sees it."""
    for name in calavera.client.__all__:
        setattr(calavera.client, name, getattr(calavera.client, name))
    app.connect("source-read", prepare)
    app.connect("doctree-read", lead_to_pages)
    app.connect("doctree-read", anchor_rules)
    app.connect("doctree-read", link_rules)
    app.add_lexer("transcript", TextLexer)  # the protocol's own
