"""Environments for research: Gymnasium, PettingZoo and OpenSpiel.

Importing this package registers `tacora/Diamant-v0` with Gymnasium, which imports it by itself for
`gymnasium.make("tacora.envs:tacora/Diamant-v0")`. `tacora.envs.diamant_v0` and `tacora.envs.mister_diamond_v0` are
PettingZoo modules; importing `tacora.envs.open_spiel` registers the games of OpenSpiel.
"""

from __future__ import annotations

from tacora.envs.libraries import is_installed

GYMNASIUM_ID = "tacora/Diamant-v0"


def register() -> None:
    """Tell Gymnasium about the environment; a second time changes nothing."""
    from gymnasium.envs import registration

    if GYMNASIUM_ID not in registration.registry:
        registration.register(
            GYMNASIUM_ID,
            entry_point="tacora.envs.diamant_seat:DiamantEnv",
            vector_entry_point="tacora.envs.diamant_vector:DiamantVectorEnv",
        )


if is_installed("gymnasium"):
    register()
