"""Messages and refusals as sentences, in every language. One catalogue serves pages, terminal and screen readers."""

from tacora.narration.catalogue import LANGUAGES, Catalogue, Language
from tacora.narration.refusal import refusal, refused_in_full

__all__ = ["LANGUAGES", "Catalogue", "Language", "refusal", "refused_in_full"]
