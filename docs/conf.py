"""How Sphinx builds the site from these pages: `make docs`, decision 23."""

import re
from os.path import relpath
from pathlib import Path

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx import addnodes
from sphinx.application import Sphinx

import calavera
import calavera.client
from calavera.drawing import draw, moment_of_record
from calavera.record import read_record

ROOT = Path(__file__).parent.parent
TOKENS = (ROOT / "web/src/ui/tokens.css").read_text(encoding="utf-8")
COLOURS = dict(re.findall(r"--([\w-]+): light-dark\((.+)\);", TOKENS))
FONTS = dict(re.findall(r"--(display|plain): (.+);", TOKENS))
FACES = re.findall(r"@font-face \{.*?\}", TOKENS, re.DOTALL)
FONT_FILE = re.compile(r"\"(@fontsource/[^\"]+/([^/\"]+))\"")
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
BELOW = {
    "operations": ["cluster", "upgrade", "security", "scale"],
    "write-a-bot": ["engines", "examples/magpie/README", "examples/node", "client", "live-bots"],
    "arena": ["arrays", "training"],
    "protocol": ["wire", "dice"],
    "tour": ["web"],
    "decisions/README": ["0*"],
    "contributing": ["testing", "release", "reporting"],
}
LINK = re.compile(r"\]\((?!https?:|#)([^)]+)\)")
# A page that is nothing but a link to a file elsewhere in the repository: the site shows that file.
ELSEWHERE = re.compile(r"\[[^\]]*\]\((\.\./[^)]+)\)\s*")
RULE = re.compile(r"R\d+")
MADE = ROOT / "docs/_made"
# Drawn into the rules, each under its heading: the moves so far, and what the picture shows.
ROUND = "skull: 1\nplayers: Ana, Bo, Cy\nfirst: a\n\n1. "
RULE_PICTURES = {
    "Step 1 — one disc each": ("bS cF aF", "Everybody has placed a disc; Bo sees their own.", "b"),
    "Bidding": ("bS cF aF | aF b2 c3", "Ana has added a disc, Bo bids 2, Cy raises to 3.", None),
    "Step 3 — the attempt": (
        "bS cF aF | aF b2 c3 a- b- | c>cF c>aF",
        "Cy has turned over their own disc, then Ana's topmost: one flower to go.",
        None,
    ),
    "Failed": (
        "bS cF aF | aF b2 c3 a- b- | c>cF c>aF c>bS",
        "Bo's skull: the attempt has failed. Bo picks one of Cy's discs blind.",
        None,
    ),
    "Succeeded, and the end of the game": (
        "bF cF aF | a1 b2 c- a- | b>bF b>cF\n2. cF aF bF | b1 c- a- | b>bF",
        "Bo has won: a second success.",
        None,
    ),
}

project = "Calavera"
author = "The Calavera maintainers"
copyright = author  # noqa: A001  # Sphinx's name
version = release = calavera.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["examples/*.skull", "pictures", "_made"]
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

MADE.mkdir(exist_ok=True)
(MADE / "fonts.css").write_text(FONT_FILE.sub(r'"\2"', "\n".join(FACES)), encoding="utf-8")

html_theme = "furo"
html_title = "Calavera"
html_logo = html_favicon = "../web/public/icons/icon.svg"
html_static_path = ["style.css", "_made/fonts.css"]
html_static_path += [
    str(ROOT / "web/node_modules" / path) for face in FACES for path, _ in FONT_FILE.findall(face)
]
html_css_files = ["fonts.css", "style.css"]
html_search_scorer = str(ROOT / "docs/search.js")
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


def shown_file(file: Path) -> Path:
    """The file whose text a page shows: itself, or one elsewhere in the repository."""
    link = ELSEWHERE.fullmatch(file.read_text(encoding="utf-8"))
    return ((file.parent / link[1]) if link else file).resolve()


def prepare(app: Sphinx, page: str, source: list[str]) -> None:
    """Show a page that lies elsewhere, with its links, and add the pages below this one."""
    file = Path(app.env.doc2path(page))
    shown = shown_file(file)
    if shown != file:
        app.env.note_dependency(str(shown))
        text = shown.read_text(encoding="utf-8")
        source[0] = LINK.sub(lambda m: f"]({relpath(shown.parent / m[1], file.parent)})", text)
    if page == "rules":
        source[0] = with_pictures(source[0])
    if page in BELOW:
        pages = "\n".join(BELOW[page])
        source[0] += f"\n:::{{toctree}}\n:hidden:\n:glob:\n\n{pages}\n:::\n"


def with_pictures(rules: str) -> str:
    """The rules with a picture under some headings."""
    for number, (heading, (_, words, _)) in enumerate(RULE_PICTURES.items()):
        line = f"## {heading}\n"
        if line not in rules:
            raise ValueError(f"the rules have no heading {heading!r}")
        figure = f":::{{figure}} _made/rules-{number}.svg\n:alt: {words}\n\n{words}\n:::\n\n"
        rules = rules.replace(line, f"{line}{figure}")
    return rules


def draw_rules(app: Sphinx) -> None:
    """Draw the pictures of the rules with the game's own art."""
    for number, (moves, _, viewpoint) in enumerate(RULE_PICTURES.values()):
        moment = moment_of_record(read_record(ROUND + moves), viewpoint)
        (MADE / f"rules-{number}.svg").write_text(draw(moment), encoding="utf-8")


def lead_to_pages(app: Sphinx, document: nodes.document) -> None:
    """Lead links to a file outside this folder to the page that shows it."""
    files = {page: Path(app.env.doc2path(page)) for page in app.env.found_docs}
    pages = {
        str(shown_file(file).with_suffix("")): page
        for page, file in files.items()
        if shown_file(file) != file
    }
    for link in document.findall(addnodes.pending_xref):
        link["reftarget"] = pages.get(link["reftarget"], link["reftarget"])


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
    app.connect("builder-inited", draw_rules)
    app.connect("source-read", prepare)
    app.connect("doctree-read", lead_to_pages)
    app.connect("doctree-read", anchor_rules)
    app.connect("doctree-read", link_rules)
    app.add_lexer("transcript", TextLexer)  # the protocol's own
