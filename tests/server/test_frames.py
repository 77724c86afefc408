"""RFC 6455 against the real server: the cases of the Autobahn test suite that apply.

The cases on an echo server's speed (9.3 to 9.8) and on compression (12, 13), which the server does
not offer, are omitted. A message that is not a command is answered with a refusal, which shows that
it was read.
"""

import asyncio
from typing import Final, NamedTuple

import pytest

from calavera.server.sockets import websocket as sockets
from tests.server.raw import PATIENCE, Server, frame, run, running_server

pytestmark = pytest.mark.usefixtures("connection")

TEXT, BINARY, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A
START, MIDDLE, END = 0x01, 0x00, 0x80
"""The first bytes of the fragments of a text."""

END_OF_CASE: Final = b"that was all"
REFUSED: Final = "refused"
Heard = str | bytes | int | None
"""A refusal, the payload of a pong, or the code of a close."""


class Case(NamedTuple):
    """What is sent, and the expected answers."""

    number: str
    sent: bytes
    heard: list[Heard]
    chopped: int = 0
    """Bytes per chunk; 0 to send it whole."""


def close(code: int, reason: bytes = b"") -> bytes:
    return frame(code.to_bytes(2, "big") + reason, CLOSE)


def texts(chopped: int = 0, suffix: str = "") -> list[Case]:
    return [
        Case(f"1.1.{number}{suffix}", frame(b"*" * size), [REFUSED], chopped)
        for number, size in enumerate((0, 125, 126, 127, 128), start=1)
    ]


UTF8: Final = "κόσμε".encode()
SPLIT: Final = [
    Case("5.3", frame(b"one", START) + frame(b"two", END), [REFUSED]),
    Case("5.4", frame(b"one", START) + frame(b"two", END), [REFUSED], 1),
    Case("5.6", frame(b"one", START) + frame(b"p", PING) + frame(b"two", END), [b"p", REFUSED]),
    Case("5.8", frame(b"one", START) + frame(b"p", PING) + frame(b"two", END), [b"p", REFUSED], 1),
    Case("5.18", frame(b"one", START) + frame(b"two", TEXT), [1002]),
    Case(
        "5.19",
        frame(b"1", START)
        + frame(b"2", MIDDLE)
        + frame(b"p", PING)
        + frame(b"3", MIDDLE)
        + frame(b"4", MIDDLE)
        + frame(b"q", PING)
        + frame(b"5", END),
        [b"p", b"q", REFUSED],
    ),
]
CHAPTERS: Final[dict[str, list[Case]]] = {
    "1 framing": [
        *texts(),
        *texts(1, " chopped"),
        Case("1.1.6", frame(b"*" * 65535), [1009]),
        Case("1.1.7", frame(b"*" * 65536), [1009]),
        Case("1.1.8", frame(b"*" * 65536), [1009], 997),
        *(
            Case(f"1.2.{number}", frame(b"\xfe" * size, BINARY), [1003])
            for number, size in enumerate((0, 125, 126, 127, 128), start=1)
        ),
        Case("5.1 of RFC 6455: not masked", b"\x81\x02{}", [1002]),
    ],
    "2 pings and pongs": [
        Case("2.1", frame(b"", PING), [b""]),
        Case("2.2", frame(b"Hello, world!", PING), [b"Hello, world!"]),
        Case("2.3", frame(b"\x00\xff\xfe", PING), [b"\x00\xff\xfe"]),
        Case("2.4", frame(b"\xfe" * 125, PING), [b"\xfe" * 125]),
        Case("2.5", frame(b"\xfe" * 126, PING), [1002]),
        Case("2.6", frame(b"\xfe" * 125, PING), [b"\xfe" * 125], 1),
        Case("2.7", frame(b"", PONG), []),
        Case("2.8", frame(b"unsolicited", PONG), []),
        Case("2.9", frame(b"unsolicited", PONG) + frame(b"ping", PING), [b"ping"]),
        Case(
            "2.10",
            b"".join(frame(b"%d" % n, PING) for n in range(10)),
            [b"%d" % n for n in range(10)],
        ),
        Case(
            "2.11",
            b"".join(frame(b"%d" % n, PING) for n in range(10)),
            [b"%d" % n for n in range(10)],
            1,
        ),
    ],
    "3 reserved bits": [
        Case("3.1", frame(b"{}", TEXT | 0x40), [1002]),
        Case("3.2", frame(b"{}") + frame(b"{}", TEXT | 0x20), [REFUSED, 1002]),
        Case("3.3", frame(b"{}") + frame(b"{}", TEXT | 0x30), [REFUSED, 1002]),
        Case("3.4", frame(b"{}") + frame(b"{}", TEXT | 0x40), [REFUSED, 1002], 1),
        Case("3.5", frame(b"\xff", BINARY | 0x50), [1002]),
        Case("3.6", frame(b"ping", PING | 0x60), [1002]),
        Case("3.7", frame(b"", CLOSE | 0x70), [1002]),
    ],
    "4 opcodes": [
        *(Case(f"4.1.{opcode - 2}", frame(b"x", 0x80 | opcode), [1002]) for opcode in range(3, 8)),
        *(
            Case(f"4.2.{opcode - 10}", frame(b"{}") + frame(b"x", 0x80 | opcode), [REFUSED, 1002])
            for opcode in range(11, 16)
        ),
    ],
    "5 fragmentation": [
        Case("5.1", frame(b"ping", PING & 0x7F) + frame(b"", END), [1002]),
        Case("5.2", frame(b"pong", PONG & 0x7F) + frame(b"", END), [1002]),
        *SPLIT,
        Case("5.9", frame(b"lost", END) + frame(b"{}"), [1002]),
        Case("5.11", frame(b"lost", END) + frame(b"{}"), [1002], 1),
        Case("5.12", frame(b"lost", MIDDLE) + frame(b"{}"), [1002]),
        Case("5.14", frame(b"lost", MIDDLE) + frame(b"{}"), [1002], 1),
        Case(
            "5.15",
            frame(b"one", START) + frame(b"two", END) + frame(b"lost", MIDDLE) + frame(b"{}"),
            [REFUSED, 1002],
        ),
        Case("5.16", frame(b"lost", MIDDLE) + frame(b"{}", START) + frame(b"", END), [1002]),
        Case("a text after an empty start", frame(b"", START) + frame(b"{}"), [1002]),
    ],
    "6 UTF-8": [
        Case("6.1.1", frame(b""), [REFUSED]),
        Case("6.1.2", frame(b"", START) + frame(b"", MIDDLE) + frame(b"", END), [REFUSED]),
        Case("6.1.3", frame(b"", START) + frame(b"x", MIDDLE) + frame(b"", END), [REFUSED]),
        Case("6.2.1", frame(UTF8), [REFUSED]),
        Case("6.2.2", frame(UTF8[:4], START) + frame(UTF8[4:], END), [REFUSED]),
        Case(
            "6.2.3",
            frame(UTF8[:1], START)
            + b"".join(frame(UTF8[n : n + 1], MIDDLE) for n in range(1, len(UTF8)))
            + frame(b"", END),
            [REFUSED],
        ),
        Case("6.3.1", frame(UTF8 + b"\xed\xa0\x80edited"), [1007]),
        Case("6.3.2", frame(UTF8 + b"\xed\xa0\x80edited"), [1007], 1),
        Case("6.4.1", frame(UTF8, START) + frame(b"\xf4\x90\x80\x80", END), [1007]),
        *(
            Case(number, frame(text), [REFUSED])
            for number, text in {
                "6.5.1": b"\x00",
                "6.7.1": b"\xc2\x80",
                "6.7.3": b"\xe0\xa0\x80",
                "6.7.4": b"\xf0\x90\x80\x80",
                "6.9.1": b"\x7f",
                "6.9.3": b"\xef\xbf\xbf",
                "6.9.4": b"\xf4\x8f\xbf\xbf",
                "6.11.1": b"\xed\x9f\xbf",
                "6.22.1": b"\xef\xbf\xbe",
            }.items()
        ),
        *(
            Case(number, frame(text), [1007])
            for number, text in {
                "6.6.1": b"\xce",
                "6.6.3": UTF8[:3],
                "6.8.1": b"\xf8\x88\x80\x80\x80",
                "6.8.2": b"\xfc\x84\x80\x80\x80\x80",
                "6.10.1": b"\xf7\xbf\xbf\xbf",
                "6.11.5": b"\xf4\x90\x80\x80",
                "6.12.1": b"\x80",
                "6.12.2": b"\xbf",
                "6.13.1": b"\xc0\x20\xc1\x20",
                "6.14.1": b"\xc0",
                "6.14.6": b"\xdf",
                "6.16.1": b"\xfe",
                "6.16.2": b"\xff",
                "6.17.1": b"\xc0\xaf",
                "6.17.2": b"\xe0\x80\xaf",
                "6.18.1": b"\xc1\xbf",
                "6.19.1": b"\xc0\x80",
                "6.20.1": b"\xed\xa0\x80",
                "6.20.7": b"\xed\xbf\xbf",
                "6.21.1": b"\xed\xa0\x80\xed\xb0\x80",
            }.items()
        ),
    ],
    "7 closing": [
        Case("7.1.1", frame(b"{}") + close(1000), [REFUSED, 1000]),
        Case("7.1.2", close(1000) + close(1000), [1000]),
        Case("7.1.3", close(1000) + frame(b"ping", PING), [1000]),
        Case("7.1.4", close(1000) + frame(b"{}"), [1000]),
        Case("7.1.5", frame(b"{", START) + close(1000) + frame(b"}", END), [1002]),
        Case("7.3.1", frame(b"", CLOSE), [None]),
        Case("7.3.2", frame(b"a", CLOSE), [1002]),
        Case("7.3.3", close(1000), [1000]),
        Case("7.3.4", close(1000, b"Hello World!"), [1000]),
        Case("7.3.5", close(1000, b"*" * 123), [1000]),
        Case("7.3.6", close(1000, b"*" * 124), [1002]),
        Case("7.5.1", close(1000, UTF8 + b"\xed\xa0\x80"), [1007]),
        *(
            Case(f"7.7 with {code}", close(code), [code])
            for code in (
                1000,
                1001,
                1002,
                1003,
                1007,
                1008,
                1009,
                1010,
                1011,
                3000,
                3999,
                4000,
                4999,
            )
        ),
        *(
            Case(f"7.9 with {code}", close(code), [1002])
            for code in (0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999)
        ),
        *(Case(f"7.13 with {code}", close(code), [1002]) for code in (5000, 65535)),
    ],
    "9 limits": [
        Case("9.1", frame(b" " * 4096), [REFUSED]),
        Case("9.1.1", frame(b" " * 4097), [1009]),
        Case("9.1.6", b"\x81\xff" + (2**63 - 1).to_bytes(8, "big") + b"\1\2\3\4", [1009]),
        Case("9.3", frame(b" " * 4000, START) + frame(b" " * 97, END), [1009]),
        Case("10.1.1", frame(b" " * 100, START) + frame(b" " * 100, MIDDLE) * 40, [1009]),
    ],
}


async def read_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The first byte of a frame of the server, and its payload."""
    first, length = await reader.readexactly(2)
    if length >= 126:
        count = 2 if length == 126 else 8
        length = int.from_bytes(await reader.readexactly(count), "big")
    return first, await reader.readexactly(length)


async def heard(server: Server, code: str, case: Case) -> list[Heard]:
    """Everything received until the socket is closed or the last ping answered."""
    reader, writer = await server.socket(f"/api/tables/{code}/socket")
    await reader.readuntil(b"\r\n\r\n")
    assert b'"type":"welcome"' in (await read_frame(reader))[1]
    answers: list[Heard] = []
    async with asyncio.timeout(PATIENCE):
        stays_open = all(isinstance(one, str | bytes) for one in case.heard)
        sent = case.sent + (frame(END_OF_CASE, PING) if stays_open else b"")
        size = case.chopped or len(sent)
        for start in range(0, len(sent), size):
            writer.write(sent[start : start + size])
            await asyncio.sleep(0)
        try:
            while True:
                first, payload = await read_frame(reader)
                if first == CLOSE:
                    answers.append(int.from_bytes(payload[:2], "big") if payload else None)
                elif first == PONG and payload == END_OF_CASE:
                    break
                elif first == PONG:
                    answers.append(payload)
                elif b'"type":"refused"' in payload:
                    answers.append(REFUSED)
        except (asyncio.IncompleteReadError, ConnectionResetError):
            answers += [] if answers and isinstance(answers[-1], int | None) else ["gone"]
    writer.close()
    return answers


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_frames_are_read_as_the_standard_has_it(chapter: str) -> None:
    async def test() -> None:
        async with running_server() as server:
            code = await server.table(await server.newcomer())
            for case in CHAPTERS[chapter]:
                # The library answers pings before the server handles the messages in the same read.
                told = await heard(server, code, case)
                assert sorted(map(str, told)) == sorted(map(str, case.heard)), case.number

    run(test())


def test_a_silent_socket_is_pinged_and_dropped_where_nobody_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sockets, "IDLE", 0.3)

    async def test() -> None:
        async with running_server() as server, asyncio.timeout(PATIENCE):
            code = await server.table(await server.newcomer())
            reader, writer = await server.socket(f"/api/tables/{code}/socket")
            await reader.readuntil(b"\r\n\r\n")
            await read_frame(reader)
            for _ in range(4):
                assert await read_frame(reader) == (PING, b"")
                writer.write(frame(b"", PONG))
            while await reader.read(100):  # clients that stop sending
                pass
            writer.close()

    run(test())
