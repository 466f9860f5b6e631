"""Files whose tests go over lines that the others reach, too: not watched where coverage is measured.

Found by giving each file a context of its own (`Coverage.switch_context`), and taking, one after the other, the
file that adds most lines for its processor time: of those that would have been last, these add nothing that counts. A
context does not see what other processes run, so that files which start programs are here only if it was tried.
"""

from __future__ import annotations

from tests.surroundings import ROOT

_FILES = """
analysis/test_review.py analysis/test_solving.py
arena/test_pictures.py arena/test_processes.py arena/test_schedule.py arena/test_standings.py
bots/test_characters.py bots/test_hunter.py bots/test_mister_bots.py bots/test_reading.py
cli/test_arena.py cli/test_simulate.py cli/test_simulate_refusals.py
deploy/test_backup.py deploy/test_drills.py
envs/test_nash_conv.py
fast/test_chance.py fast/test_drivers.py fast/test_facts.py fast/test_run.py
narration/test_braille.py narration/test_messages_used.py narration/test_wording.py
server/test_app_protocol.py server/test_failing_store.py server/test_faults.py server/test_frames.py
server/test_socket_games.py
"""
REPEATING = frozenset(ROOT / "tests" / file for file in _FILES.split())
