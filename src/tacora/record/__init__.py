"""What the records of all games share. The format is specified in docs/record-format.md."""

from tacora.record.base import BaseRecord, Verdict, check_names, seed_from

__all__ = ["BaseRecord", "Verdict", "check_names", "seed_from"]
