# SPDX-License-Identifier: Apache-2.0
"""A picture of a page, which knows what text it shows: a chunk of the PNG holds a digest of the text."""
import base64
import hashlib
import html
import io
import pathlib
import re
import struct
import sys
import zlib

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "reports"))
import browser

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEYWORD = b"page text\0"


def digest(page):
    """Of the words that a reader of the page sees."""
    body = re.sub(r"<(style|script|head)\b.*?</\1>|<!--.*?-->", " ", page.read_text(), flags=re.DOTALL)
    words = html.unescape(re.sub(r"<[^>]*>", " ", body)).split()
    return hashlib.sha256(" ".join(words).encode()).hexdigest().encode()


def chunks(png):
    at = len(SIGNATURE)
    while at < len(png):
        size = struct.unpack_from(">I", png, at)[0]
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += 12 + size


def shows(picture, page):
    """Whether the picture was made of a page with this text."""
    return (b"tEXt", KEYWORD + digest(page)) in chunks(picture.read_bytes())


def reduced(png):
    """With a palette, which takes half of the bytes; without Pillow as it was taken."""
    try:
        from PIL import Image
    except ImportError:
        return png
    out = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def take(picture, page):
    """Makes the picture anew; returns why that cannot be done, or None."""
    program = browser.find()
    if program is None:
        return "chromium is not installed"
    with browser.Browser(program) as tab:
        tab.size(1000, 660)
        tab.call("Emulation.setScrollbarsHidden", hidden=True)
        tab.open(page.resolve().as_uri())
        taken = base64.b64decode(tab.call("Page.captureScreenshot")["data"])
    png = SIGNATURE
    for kind, data in chunks(reduced(taken)):
        told = [(b"tEXt", KEYWORD + digest(page))] if kind == b"IDAT" and b"tEXt" not in png else []
        for name, content in [*told, (kind, data)]:
            png += struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    picture.write_bytes(png)
    return None
