"""Tests that go over lines that the others reach, too: not watched where coverage is measured, which takes time.

Found by giving each test a context of its own (`Coverage.switch_context`, also in the programs that it starts), and
taking, one after the other, the test that adds most lines for its processor time: those that were never taken are
here, if they take long. Whatever is new is watched.
"""

from __future__ import annotations

from pathlib import Path

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
"""All tests of these files."""
_TESTS = """
analysis/test_mister_review.py
  test_once_a_diamond_is_known_to_be_loose_or_not_its_value_is_exact
  test_the_result_is_cards_and_others_and_own_errors
analysis/test_open_spiel.py
  test_an_expedition_has_the_nash_conv_of_three_best_answers
analysis/test_solution.py
  test_a_champion_that_is_made_again_is_the_same
arena/test_summary.py
  test_the_interval_of_the_share_of_victories_holds_the_truth_in_95_of_100_runs
cli/test_added_language.py
  test_it_is_the_language_of_a_system_that_speaks_it
cli/test_help.py
  test_help_loads_neither_the_rules_nor_what_is_slow
  test_help_of_every_command
cli/test_review.py
  test_at_a_terminal_no_word_is_broken
  test_the_lines_of_both_languages
cli/test_simulate_output.py
  test_a_picture_shows_the_figures
  test_the_options_are_told
cli/test_solve.py
  test_bots_read_strategies_without_numpy
  test_ctrl_c_keeps_what_was_learnt
cli/test_sweep.py
  test_a_picture_shows_the_figures
  test_ctrl_c_prints_the_points_that_are_done
  test_the_real_program_refuses_without_compiling_anything
  test_the_same_seed_prints_the_same_however_many_threads
  test_what_is_wrong_is_said_in_one_line_before_any_game
cli/test_usage.py
  test_the_same_from_the_real_program
  test_what_is_wrong_is_said_in_french
  test_what_is_wrong_is_said_in_one_line
deploy/test_proxy.py
  test_what_a_process_that_is_down_would_have_had_goes_to_another
envs/test_gymnasium.py
  test_a_game_is_that_of_the_engine_and_the_bots
  test_gymnasium_imports_it_by_itself
envs/test_learning.py
  test_who_has_learnt_plays_in_any_box
envs/test_open_spiel.py
  test_a_playthrough_is_as_it_was_written
  test_diamant_is_the_game_of_the_engine
envs/test_pettingzoo.py
  test_games_are_those_of_the_engine
  test_mister_diamond_is_the_game_of_the_engine
envs/test_vector.py
  test_all_seats_play_the_games_of_the_engine
  test_one_game_alone_and_many_at_once_mean_the_same
  test_one_seat_plays_the_games_of_the_engine_among_the_bots
fast/test_compiled.py
  test_changed_sources_have_a_folder_of_their_own
fast/test_mister_kernel.py
  test_no_game_has_more_than_the_box
narration/test_catalogues.py
  test_every_language_has_the_same_messages_in_the_same_order
  test_every_language_tells_the_same_facts
  test_no_message_is_empty
  test_the_help_reads_the_same_with_and_without_fluent
  test_what_is_told_in_short_needs_no_other_facts_and_is_shorter
narration/test_sentences.py
  test_each_event
server/test_app_http.py
  test_a_game_that_is_not_over_has_no_page_yet
server/test_assets.py
  test_a_module_lacks_comments_and_nothing_else
  test_every_import_is_found
server/test_client.py
  test_the_example_bot_plays_a_game
server/test_club.py
  test_a_deal_that_counts_is_final_and_whoever_begins_it_later_is_not_compared
  test_of_two_processes_that_find_a_deal_complete_one_settles_for_whom_it_counts
server/test_plain_asgi.py
  test_a_whole_game_is_played_watched_and_recorded
  test_pages_and_their_files_are_served
  test_what_is_wrong_is_refused_in_words_and_the_line_goes_on
server/test_public.py
  test_nobody_else_is_believed
server/test_rulebook.py
  test_offline_is_said_in_words
server/test_serve_command.py
  test_a_server_that_was_killed_leaves_no_lock_behind
  test_it_says_where_it_is_serves_and_ends_well
server/test_several_processes.py
  test_the_lobby_lists_the_tables_of_all_processes_and_they_are_listed_once
  test_who_lost_a_table_sends_everybody_there_away_and_forgets_it
server/test_socket_champion.py
  test_champions_play_whole_games
server/test_sqlite_refused.py
  test_several_programs_may_make_the_file_at_the_same_moment
server/test_store.py
  test_health_is_told_while_others_read_for_long
  test_two_programs_that_race_never_write_twice_and_never_leave_a_hole
server/test_store_derived.py
  test_snapshots_may_be_added_later_and_replaced
terminal/test_kept.py
  test_a_record_that_stops_in_mid_game_is_told_from_a_saved_game
  test_a_saved_game_is_told_from_a_record
  test_the_seed_deals_the_cards_and_not_the_coins_of_bots
terminal/test_mister_drawn.py
  test_the_last_picture_shows_the_final_scores
terminal/test_mister_plain.py
  test_a_table_may_change_the_prices
  test_a_whole_game_in_french
  test_a_whole_game_to_the_podium
  test_one_keystroke_starts_a_game_against_bots
  test_two_games_are_not_dealt_alike
  test_two_people_need_no_bots_and_one_gets_three
terminal/test_mister_questions.py
  test_each_menu_leads_to_the_other_game
terminal/test_mister_stopping.py
  test_a_match_goes_on_in_its_second_game
  test_a_plain_terminal_gets_no_escape_and_no_drawing
  test_a_resumed_game_says_where_it_stands
  test_a_sudden_death_loses_nothing
  test_an_interrupt_at_a_theft
  test_an_interrupt_says_that_the_game_is_saved
  test_pipes_never_get_an_escape
  test_stopping_after_every_single_decision_changes_nothing
  test_stopping_keeps_the_game
  test_the_game_to_go_on_with_can_be_named
terminal/test_plain.py
  test_a_whole_game_to_the_podium
  test_every_box_can_be_played
  test_everything_can_be_asked
  test_help_lists_every_command
  test_hidden_chests_are_opened_at_the_end
  test_hidden_chests_leave_no_history_to_add_up
  test_one_keystroke_starts_a_game_against_bots
  test_pipes_never_get_an_escape
  test_stopping_in_french
  test_stopping_keeps_the_game
  test_two_games_are_not_dealt_alike
  test_what_lies_there_is_said_before_every_decision
terminal/test_plain_saved.py
  test_a_damaged_game_is_passed_over
  test_a_damaged_game_is_refused_in_one_line
  test_a_game_whose_cards_are_written_is_refused_for_what_it_is
  test_a_game_with_one_thing_wrong_is_refused_in_one_line
terminal/test_questions.py
  test_a_number_that_no_unfinished_game_has
  test_one_of_several_unfinished_games
  test_relics_are_offered_as_the_box_has_them
  test_several_unfinished_games_are_listed_the_last_one_first
  test_the_menu_offers_an_unfinished_game_only_if_there_is_one
  test_the_menu_shows_the_rules
  test_the_strength_of_all_bots_is_one_answer
terminal/test_resume.py
  test_a_closed_window_loses_nothing
  test_a_finished_game_does_not_go_on
  test_a_game_that_was_named_is_the_only_kind_that_goes_on
  test_a_game_that_was_stopped_goes_on_with_the_same_cards
  test_a_save_is_never_half_written
  test_a_sudden_death_after_a_decision_was_taken_back
  test_a_sudden_death_loses_nothing
  test_an_interrupt_at_the_menu_just_ends
  test_an_interrupt_says_that_the_game_is_saved
  test_only_their_owner_may_read_the_games
  test_stopping_after_every_single_decision_changes_nothing
  test_the_game_played_last_is_the_one_that_goes_on
terminal/test_secret.py
  test_a_plain_terminal_gets_no_escape
  test_what_is_typed_is_not_shown
test_docs.py
  test_a_console_example_prints_what_the_page_shows
test_every_rule_has_a_test.py
  test_every_rule_has_a_test
third_game/test_everywhere.py
  test_people_a_bot_and_a_latecomer_play_over_sockets_through_a_kill
work/test_cluster.py
  test_a_bot_from_a_file_is_the_same_on_all_workers_or_refused
"""
"""Of these files, these tests."""


def _tests() -> frozenset[tuple[Path, str]]:
    found, file = set(), ROOT
    for line in _TESTS.split("\n"):
        if line.startswith(" "):
            found.add((file, line.strip()))
        else:
            file = ROOT / "tests" / line
    return frozenset(found)


REPEATING = frozenset(ROOT / "tests" / file for file in _FILES.split())
REPEATING_TESTS = _tests()
