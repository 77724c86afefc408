"""Differences between successive views, to keep a list of them short.

For an object, the keys that changed; for `mats` and `own`, the seats that changed, each with its
letter; for anything else, the new value.
"""

from typing import Any, Final

BY_SEAT: Final = ("mats", "own")
"""Lists that always have the same seats."""

SEAT: Final = "seat"


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What a reader of `before` needs to reconstruct `after`."""
    return {
        key: _changes(key, before[key], value) if key in before else value
        for key, value in after.items()
        if key not in before or before[key] != value
    }


def _changes(key: str, before: Any, after: Any) -> Any:
    if key in BY_SEAT:
        return [
            {SEAT: new[SEAT], **changes(old, new)}
            for old, new in zip(before, after, strict=True)
            if old != new
        ]
    return changes(before, after) if _are_objects(before, after) else after


def changed(before: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The object after a change: the inverse of `changes`."""
    return {**before, **{key: _changed(key, before.get(key), new) for key, new in change.items()}}


def _changed(key: str, before: Any, change: Any) -> Any:
    if key in BY_SEAT and before:
        news = {one[SEAT]: one for one in change}
        return [changed(one, news.get(one[SEAT], {})) for one in before]
    return changed(before, change) if _are_objects(before, change) else change


def _are_objects(*values: Any) -> bool:
    return all(isinstance(value, dict) for value in values)
