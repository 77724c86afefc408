"""Engines for tests, as programs: one that keeps what it is sent, and faulty ones."""

import shlex
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

ENGINE = """\
import os, pathlib, subprocess, sys, time

def say(line):
    print(line, flush=True)

def legal(words):
    return [word for word in words[words.index("moves") + 1:] if word != "!"]

def answer(words):
    kind, turn = sys.argv[1], words
    moves = legal(words)
    number = int(words[words.index("random") + 1])
    if kind == "keeps":
        say("info thinking about it")
    if kind == "crashes":
        os._exit(7)
    if kind == "shot":
        os.kill(os.getpid(), 9)
    if kind == "hangs":
        child = subprocess.Popen(["sleep", "1000"])
        pathlib.Path(sys.argv[2]).write_text(f"{os.getpid()} {child.pid}")
        time.sleep(1000)
    if kind == "floods":
        while True:
            print("info " + "x" * 1000)
    if kind == "long":
        print("x" * 100_000)
    if kind == "closes":
        os.close(1)
        time.sleep(1000)
    if kind == "illegal":
        say("move 48")
    elif kind == "nonsense":
        say("move Nf3")
    elif kind == "talks":
        say("I should think so")
    elif kind == "twice":
        say("move " + moves[0] + "\\nmove " + moves[0])
    else:
        say("move " + moves[number % len(moves)])

if sys.argv[1] == "deaf":
    time.sleep(1000)
if sys.argv[1] == "rude":
    say("hello")
for line in sys.stdin:
    words = line.split()
    if sys.argv[1] == "keeps":
        with open(sys.argv[2], "a") as kept:
            kept.write(line)
    if words[0] == "calavera":
        say(f"name {sys.argv[1]}")
        say("ready")
    elif words[0] == "go":
        answer(words)
    elif words[0] == "quit":
        break
"""


def engine(folder: Path, kind: str, *more: object) -> str:
    """The name of an engine of that kind, for a command line."""
    script = folder / "engine.py"
    if not script.exists():
        script.write_text(ENGINE)
    words = [sys.executable, "-S", str(script), kind, *map(str, more)]
    return f"cmd:{shlex.join(words)}"
