"""Refusals and messages as sentences, in every language. One catalogue serves log, terminal and screen reader."""

from tacora.narration.catalogue import LANGUAGES, Catalogue, Language
from tacora.narration.refusal import refusal

__all__ = ["LANGUAGES", "Catalogue", "Language", "refusal"]
