"""Numbers as each language writes them."""

from __future__ import annotations

from babel.numbers import format_decimal, format_percent

from tacora.narration.catalogue import Catalogue, Language, locale_of


def number(language: Language, value: float, digits: int = 0) -> str:
    """A number with this many decimals.

    >>> number("en", 12345.678, 1), number("en", -0.5, 2)
    ('12,345.7', '-0.50')
    """
    if round(value, digits) == 0:
        value = 0.0  # No minus sign if it rounds to zero.
    return str(format_decimal(value, format=_pattern("#,##0", digits), locale=locale_of(language)))


def percent(language: Language, value: float, digits: int = 1) -> str:
    """A share as a percentage.

    >>> percent("en", 0.2013)
    '20.1%'
    """
    locale = locale_of(language)
    pattern = locale.percent_formats[None].pattern.replace("#,##0", _pattern("#,##0", digits))
    return str(format_percent(value, format=pattern, locale=locale))


def digits_of(share: float) -> int:
    """The decimals of a share in points: one below ten points, so that costs of several decisions can be compared."""
    return 1 if abs(share) < 0.1 else 0


def points(say: Catalogue, share: float) -> str:
    r"""A share of victory in points of a hundred, with their name; small ones with a decimal.

    >>> from tacora.narration.catalogue import catalogue
    >>> points(catalogue("en"), 0.31), points(catalogue("en"), 0.007), points(catalogue("fr"), 0.007)
    ('31 points', '0.7 points', '0,7\xa0point')
    """
    value = round(100 * share, digits_of(share))
    return say("review-points", n=abs(value), shown=number(say.language, value, 0 if value == round(value) else 1))


def _pattern(whole: str, digits: int) -> str:
    return whole + ("." + "0" * digits if digits else "")
