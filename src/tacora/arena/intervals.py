"""95 % confidence intervals: of a share, valid near 0 and 1, too, and of any mean."""

from __future__ import annotations

from math import sqrt

Z = 1.959963984540054
"""The 97.5 % quantile of the normal distribution: 95 % lie within so many standard deviations."""


def wilson(mean: float, variance: float, n: int) -> tuple[float, float]:
    """Wilson's score interval of a share, observed as the mean of `n` independent shares with this variance.

    It consists of the shares under which the observed one is not unlikely. It is extended to observations between 0
    and 1: the lower end supposes the observations mixed with zeros, the upper end mixed with ones. If all are 0 or 1,
    it is Wilson's own. It stays within 0 and 1, and has a width even if all observations are equal.

    >>> [round(end, 4) for end in wilson(0.5, 0.25, 100)]
    [0.4038, 0.5962]
    >>> [round(end, 4) for end in wilson(0, 0, 100)]
    [0.0, 0.037]
    """
    square = variance + mean * mean
    return _lower(mean, square, n), 1 - _lower(1 - mean, 1 - 2 * mean + square, n)


def _lower(mean: float, square: float, n: int) -> float:
    """The least share s with (mean - s)² ≤ z²/n · (s · square / mean - s²), the variance being that of the mixture."""
    if mean <= 0:
        return 0.0
    doubt = Z * Z / n
    middle = 2 * mean + doubt * square / mean
    root = sqrt(max(middle * middle - 4 * (1 + doubt) * mean * mean, 0.0))
    return 2 * mean * mean / (middle + root)


def student(mean: float, sd: float, n: int) -> tuple[float, float]:
    """Student's interval of the mean of `n` independent values with this standard deviation; `n` is at least 2.

    >>> [round(end, 2) for end in student(20, 10, 400)]
    [19.02, 20.98]
    >>> [round(end, 1) for end in student(20, 10, 2)]
    [-69.8, 109.8]
    """
    half = student_quantile(n - 1) * sd / sqrt(n)
    return mean - half, mean + half


_FEW = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139)


def student_quantile(freedom: int) -> float:
    """The 97.5 % quantile of Student's t distribution with so many degrees of freedom.

    >>> round(student_quantile(20), 4), round(student_quantile(10**6), 4)
    (2.086, 1.96)
    """
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    fourth = (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160
    return Z + first / freedom + second / freedom**2 + third / freedom**3 + fourth / freedom**4
