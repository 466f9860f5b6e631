"""Tests of Diamant, named after the numbered rules where one is meant."""
