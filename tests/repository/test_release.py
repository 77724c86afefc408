"""The short form of `make release-check`: versions, metadata, and which files the wheel holds."""

import re
import tomllib
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from trove_classifiers import classifiers

from tests.repository.release import check_reproducible, disagreement, stated_versions

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRA = re.compile(r"calavera\[(\w+)\]|\.whl\)\[(\w+)\]|extra=\"(\w+)\"")


def test_versions_agree() -> None:
    stated = stated_versions()
    assert [each.place for each in stated if each.day] == ["CHANGELOG.md", "CITATION.cff"]
    assert disagreement(stated) == ""


def test_versions_that_disagree() -> None:
    package, log, citation = stated_versions()
    for wrong in (
        [package._replace(version="9.0"), log, citation],
        [package, log._replace(version="9.0"), citation],
        [package, log, citation._replace(version="9.0")],
        [package, log._replace(day="2099-01-01"), citation],
    ):
        told = disagreement(wrong)
        assert "9.0" in told or "2099" in told


def test_the_metadata_are_complete() -> None:
    core = ProjectMetadata(str(ROOT), PluginManager()).core
    assert core.name == "calavera"
    assert core.description
    assert core.keywords
    assert core.license_expression == "MIT"
    assert core.license_files == ["LICENSE"]
    assert core.authors_data["name"]
    assert core.readme_content_type == "text/markdown"
    assert {*core.classifiers} <= classifiers
    python = [each.rpartition(" ")[2] for each in core.classifiers if ":: Python :: 3." in each]
    assert python == ["3.11", "3.12", "3.13", "3.14"]
    assert core.requires_python == f">={python[0]}"


def test_the_description_has_no_address_that_an_index_cannot_resolve() -> None:
    text = ProjectMetadata(str(ROOT), PluginManager()).core.readme
    assert text.startswith("# Calavera\n")
    assert not re.search(r"\]\((?!https?:)", text)
    assert "<img" not in text
    assert "docs/server.md" not in text


def test_every_extra_that_is_named_exists() -> None:
    files = [ROOT / "README.md", ROOT / "deploy/Containerfile"]
    files += [p for folder in ("src", "docs", "tests") for p in (ROOT / folder).rglob("*.py")]
    files += [p for p in (ROOT / "docs").rglob("*.*") if p.suffix in (".md", ".rst")]
    files = [path for path in files if path.name != "changelog.md"]  # tells of earlier names
    named = {
        next(filter(None, found))
        for path in files
        for found in EXTRA.findall(path.read_text(encoding="utf-8"))
    }
    assert {"research", "train", "cluster"} <= named <= {*PROJECT["optional-dependencies"]}


def test_the_wheel_holds_the_package_and_nothing_else() -> None:
    source = ROOT / "src"
    files = {
        str(path.relative_to(source))
        for path in (source / "calavera").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    held = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert held == files
    assert {"calavera/py.typed", "calavera/rules/rules.md", "calavera/cli.py"} <= held


def test_two_builds_that_differ_are_told_apart(tmp_path: Path) -> None:
    for place, text in (("one", "same"), ("two", "same"), ("three", "other")):
        (tmp_path / place).mkdir()
        with zipfile.ZipFile(tmp_path / place / "a.whl", "w") as wheel:
            wheel.writestr(zipfile.ZipInfo("calavera/kept.txt"), "kept")
            wheel.writestr(zipfile.ZipInfo("page.js"), text)
    one, two, three = ({"a.whl": tmp_path / each / "a.whl"} for each in ("one", "two", "three"))
    check_reproducible(one, two)
    with pytest.raises(SystemExit, match=r"two builds of a\.whl differ: page\.js$"):
        check_reproducible(one, three)


def test_the_citation_names_what_citation_file_format_requires() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    keys = re.findall(r"^([\w-]+):", text, re.MULTILINE)
    assert {"cff-version", "message", "title", "authors", "version", "license"} <= {*keys}
    assert len(keys) == len({*keys})
    assert f"license: {PROJECT['license']}\n" in text
