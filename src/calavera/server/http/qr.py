"""QR codes of links."""

import io

import segno


def qr_svg(link: str) -> str:
    picture = io.BytesIO()
    segno.make(link, error="m").save(
        picture, kind="svg", xmldecl=False, svgns=True, scale=8, border=3, dark="#000", light="#fff"
    )
    return picture.getvalue().decode()


def qr_text(link: str) -> str:
    text = io.StringIO()
    segno.make(link, error="l").terminal(text, compact=True, border=2)
    return text.getvalue()
