"""What holds of any file whatever that is replayed, and how to damage one."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from tacora.narration.catalogue import LANGUAGES, catalogue
from tests.cli.program import assert_refused, call


def replay_any(file: Path, content: bytes, figures: set[str]) -> int:
    """Replay this content: it gives these figures, or is refused in a short line; gives the status."""
    file.write_bytes(content)
    summary, story = call("replay", "--json", str(file)), call("replay", str(file), lang="fr")
    assert summary.status == story.status, (summary, story)
    if summary.status == 0:
        assert set(json.loads(summary.out)) == figures, summary
        careful = [f"{catalogue(language)('record-contradicts')}\n" for language in LANGUAGES]
        assert [summary.err, story.err] in (["", ""], careful), (summary, story)
        assert story.out
    else:
        for said in (summary, story):
            assert_refused(said)
            assert len(said.err) < 1_000, said
    return summary.status


def damaged(content: bytes, rng: Random, letter: bytes) -> bytes:
    """One to three places overwritten by what JSON minds, or by a letter that a record may have there."""
    found = bytearray(content)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(found))
        found[at : at + rng.randrange(3)] = rng.choice([b"", b'"', b"\\", b"\xff", b"\x00", b"}", b"[", b",", letter])
    return bytes(found)
