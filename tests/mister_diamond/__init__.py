"""Tests of Mister Diamond, named after the numbered rules where one is meant."""
