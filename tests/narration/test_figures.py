"""Numbers and shares as English and French write them."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacora.narration import LANGUAGES
from tacora.narration.catalogue import Language
from tacora.narration.figures import number, percent

WIDE, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("value", "digits", "english", "french"),
    [
        (0, 0, "0", "0"),
        (7, 0, "7", "7"),
        (7, 2, "7.00", "7,00"),
        (24.592, 2, "24.59", "24,59"),
        (999.5, 1, "999.5", "999,5"),
        (1000, 0, "1,000", f"1{NARROW}000"),
        (1_000_000, 0, "1,000,000", f"1{NARROW}000{NARROW}000"),
        (10**12, 0, "1,000,000,000,000", f"1{NARROW}000{NARROW}000{NARROW}000{NARROW}000"),
        (12345.678, 1, "12,345.7", f"12{NARROW}345,7"),
        (-0.5, 2, "-0.50", "-0,50"),
        (-14000, 0, "-14,000", f"-14{NARROW}000"),
        (0.028, 3, "0.028", "0,028"),
    ],
)
def test_numbers(value: float, digits: int, english: str, french: str) -> None:
    assert (number("en", value, digits), number("fr", value, digits)) == (english, french)


@pytest.mark.parametrize(
    ("value", "digits", "english", "french"),
    [
        (0, 1, "0.0%", f"0,0{WIDE}%"),
        (1, 1, "100.0%", f"100,0{WIDE}%"),
        (0.2013, 1, "20.1%", f"20,1{WIDE}%"),
        (0.16932, 2, "16.93%", f"16,93{WIDE}%"),
        (0.5, 0, "50%", f"50{WIDE}%"),
        (0.00004, 2, "0.00%", f"0,00{WIDE}%"),
        (0.99996, 2, "100.00%", f"100,00{WIDE}%"),
    ],
)
def test_shares(value: float, digits: int, english: str, french: str) -> None:
    assert (percent("en", value, digits), percent("fr", value, digits)) == (english, french)


@given(st.floats(-1e9, 1e9), st.integers(0, 3), st.sampled_from(LANGUAGES))
def test_what_is_written_is_the_number_rounded(value: float, digits: int, language: Language) -> None:
    written = number(language, value, digits)
    assert not set(written) & set(" \t\n")
    plain = written.replace(",", "") if language == "en" else written.replace(NARROW, "").replace(",", ".")
    expected = Decimal(str(value)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_EVEN)
    assert Decimal(plain) == expected
    assert len(plain.partition(".")[2]) == digits


@given(st.floats(0, 1), st.integers(0, 3), st.sampled_from(LANGUAGES))
def test_a_share_is_its_number_of_hundredths(value: float, digits: int, language: Language) -> None:
    sign = "%" if language == "en" else f"{WIDE}%"
    written = percent(language, value, digits)
    assert written.endswith(sign)
    hundredths = Decimal(written.removesuffix(sign).replace(",", "."))
    assert abs(hundredths - 100 * Decimal(str(value))) <= Decimal(1).scaleb(-digits) / 2
