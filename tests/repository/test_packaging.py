"""Promises of the package: dependencies, size, names."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import calavera

ROOT = Path(__file__).parents[2]


def run_bare(code: str) -> str:
    """Run code with only the package: no site-packages."""
    code = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r})\n{code}"
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_rules_and_records_need_nothing_but_python() -> None:
    run_bare("import calavera, calavera.rules, calavera.record, calavera.record.codec.schema")


def public_modules() -> dict[str, str]:
    """The modules that docs/stability.md promises, with what they need."""
    page = (ROOT / "docs/stability.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(calavera[\w.]*)` \| .* \| (.*?) *\|$", page, re.MULTILINE)
    return dict(rows)


def test_every_public_module_lists_its_names_and_has_them() -> None:
    assert len(public_modules()) >= 10
    for name in public_modules():
        module = import_module(name)
        assert module.__doc__, name
        assert len(module.__all__) == len(set(module.__all__)) > 0, name
        assert all(hasattr(module, each) for each in module.__all__), name


def test_public_modules_import_without_any_extra() -> None:
    bare = [name for name, needs in public_modules().items() if "extra" not in needs]
    run_bare(f"import {', '.join(bare)}")
    for name, needs in public_modules().items():
        if not needs:
            run_bare(f"from {name} import *")


def test_json_replay_needs_nothing_but_python() -> None:
    loaded = run_bare("import calavera.cli; print([m for m in sys.modules if m == 'rich'])")
    assert loaded == "[]\n"


def test_nothing_heavy_is_loaded_before_it_is_used() -> None:
    packages = "calavera, calavera.arena, calavera.bots, calavera.cli, calavera.record"
    packages += ", calavera.rules, calavera.solve"
    heavy = "[m for m in sys.modules if m in ('numba', 'numpy', 'rich', 'scipy')]"
    assert run_bare(f"import {packages}; print({heavy})") == "[]\n"
    run_bare("import calavera.arena.encoding.action_numbers, calavera.arena.encoding.observation")


def test_without_numba_the_simulator_says_what_to_install() -> None:
    told = run_bare(
        "try:\n    import calavera.arena.simulator\nexcept ImportError as error:\n    print(error)"
    )
    assert told == (
        "the simulator needs numba, which is not installed: pip install 'calavera[research]'\n"
    )


def run_without(modules: str, code: str) -> str:
    """Run code where some modules cannot be imported."""
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys\nfor m in {modules!r}.split(): sys.modules[m] = None\n{code}",
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout + done.stderr


def test_a_server_with_a_file_needs_neither_postgresql_nor_redis() -> None:
    code = "import asyncio\nfrom calavera.server.lifecycle import running\n"
    code += "from calavera.server.app import ServerConfig\nasync def main():\n"
    code += "    async with running(ServerConfig(port=0, store='sqlite:///')): print('runs')\n"
    assert run_without("asyncpg redis", f"{code}asyncio.run(main())") == "runs\n"


def test_without_asyncpg_it_says_what_to_install() -> None:
    code = "from calavera.cli import main\nmain(['tables', '--store', 'postgresql://localhost/x'])"
    told = run_without("asyncpg", code)
    assert told == (
        "calavera: a store in PostgreSQL needs asyncpg: pip install 'calavera[cluster]'\n"
    )


def test_a_newcomer_meets_few_names() -> None:
    assert len(calavera.__all__) <= 11
    assert all(hasattr(calavera, name) for name in calavera.__all__)


def test_the_package_is_typed() -> None:
    assert (ROOT / "src/calavera/py.typed").exists()


def test_the_rules_have_no_clock_no_dice_and_no_files() -> None:
    forbidden = re.compile(
        r"^\s*(?:import|from) (random|time|datetime|secrets|os|io|pathlib)\b", re.M
    )
    for path in (ROOT / "src/calavera/rules").rglob("*.py"):
        text = path.read_text()
        assert not forbidden.search(text), path.name
        assert "open(" not in text, path.name
        assert "print(" not in text, path.name


def test_nothing_is_over_long() -> None:
    for path in (ROOT / "src").rglob("*.py"):
        assert len(path.read_text().splitlines()) <= 450, path


def test_no_folder_is_crowded() -> None:
    for folder in {path.parent for path in (ROOT / "src/calavera").rglob("*.py")}:
        modules = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
        assert len(modules) <= 15, folder
