"""Registers the games with OpenSpiel: `python_tacora_diamant` and `python_tacora_mister_diamond`."""

from __future__ import annotations

from tacora.envs.libraries import required

required("numpy", "pyspiel")

from tacora.envs import open_spiel_diamant, open_spiel_mister_diamond

open_spiel_diamant.register()
open_spiel_mister_diamond.register()
