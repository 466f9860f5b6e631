"""Events and refusals as sentences, in every language. One catalogue serves log, terminal and screen reader."""

from tacora.narration.catalogue import LANGUAGES, Catalogue, Language
from tacora.narration.diamant import Narrator
from tacora.narration.mister_diamond import MisterNarrator
from tacora.narration.refusal import refusal

__all__ = ["LANGUAGES", "Catalogue", "Language", "MisterNarrator", "Narrator", "refusal"]
