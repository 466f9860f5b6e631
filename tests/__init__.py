"""Tests of Tacora; `strategies` and `table` are there for all of them."""
