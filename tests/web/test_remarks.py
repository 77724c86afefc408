"""The page says in English what the server's bots say."""

import json
from pathlib import Path

from calavera.bots import Remark

WORDS = Path(__file__).parents[2] / "web" / "src" / "remarks" / "words" / "en.json"


def test_the_english_words_are_those_of_the_bots() -> None:
    words = json.loads(WORDS.read_text("utf-8").replace("[flowers|roses]", "flowers"))
    assert words == {remark.value: remark.words for remark in Remark}
