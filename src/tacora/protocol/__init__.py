"""The frames between a table server and its clients: JSON texts, distinguished by their `type`.

docs/protocol.md explains them; docs/protocol.schema.json is generated from these types.
"""

from __future__ import annotations

import msgspec

from tacora.protocol.frame import VERSION, Decision, Frame, Language, Name, NewToken, SeatNumber, Token
from tacora.protocol.news import (
    Answer,
    AnyNews,
    Chair,
    Clock,
    Done,
    Now,
    Over,
    Plain,
    Pong,
    Seated,
    Spoken,
    Step,
    Table,
    Thinking,
    Trouble,
)
from tacora.protocol.schema import schema, schema_text
from tacora.protocol.wishes import (
    Allow,
    AnyWish,
    Ask,
    Away,
    ChangeRules,
    Decide,
    Hello,
    MoreTime,
    PassHost,
    Ping,
    Settle,
    Sit,
    SitBot,
    Speak,
    Stand,
    Start,
    Wish,
    Withdraw,
)

__all__ = [
    "VERSION",
    "Decision",
    "Frame",
    "Language",
    "Name",
    "NewToken",
    "SeatNumber",
    "Token",
    "Wish",
    "Hello",
    "Sit",
    "Stand",
    "SitBot",
    "Start",
    "Decide",
    "Withdraw",
    "MoreTime",
    "Away",
    "Speak",
    "Settle",
    "ChangeRules",
    "Allow",
    "PassHost",
    "Ask",
    "Ping",
    "AnyWish",
    "Chair",
    "Table",
    "Now",
    "Seated",
    "Plain",
    "Step",
    "Thinking",
    "Over",
    "Clock",
    "Spoken",
    "Trouble",
    "Answer",
    "Done",
    "Pong",
    "AnyNews",
    "read_wish",
    "read_news",
    "written",
    "encoded",
    "schema",
    "schema_text",
]

_WISHES: msgspec.json.Decoder[AnyWish] = msgspec.json.Decoder(AnyWish)
_NEWS: msgspec.json.Decoder[AnyNews] = msgspec.json.Decoder(AnyNews)
_ENCODER = msgspec.json.Encoder()


def read_wish(text: str | bytes) -> AnyWish:
    """Decode a client's frame. Raises `msgspec.DecodeError`."""
    return _WISHES.decode(text)


def read_news(text: str | bytes) -> AnyNews:
    """Decode a server's frame. Raises `msgspec.DecodeError`."""
    return _NEWS.decode(text)


def written(frame: Frame) -> str:
    """Encode a frame as text."""
    return _ENCODER.encode(frame).decode()


def encoded(frame: Frame) -> bytes:
    """Encode a frame as UTF-8."""
    return _ENCODER.encode(frame)
