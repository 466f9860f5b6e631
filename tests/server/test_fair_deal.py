"""The seed of a deal: nobody knows it before, and everybody can check it afterwards."""

from __future__ import annotations

import hashlib

from tacora.chance import commitment
from tacora.server.domain.fair_deal import deal_seed
from tacora.server.domain.room import commitment_of
from tests.server.logged_room import NAMES, LoggedRoom, playing, seated


def test_anybody_can_work_out_the_seed_from_what_is_shown_afterwards() -> None:
    table = seated()
    for game in (1, 2):
        promise = table.room.promise()
        table.write(*table.room.start(fill=False, names=NAMES))
        assert table.room.play is not None
        table.play_out()
        secret, luck = table.room.secret(game), table.room.dealt_luck
        assert luck == ("luck of Ann", "luck of Ben", "luck of Cleo")
        assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == promise
        by_hand = b"tacora deal\0" + bytes.fromhex(secret)
        by_hand += b"".join(hashlib.sha256(part.encode()).digest() for part in luck)
        seed = hashlib.sha256(by_hand).digest()
        assert seed == deal_seed(secret, luck) == table.room.play.seed
        assert commitment(seed) == commitment_of(table.room)


def test_the_luck_of_a_deal_is_kept_when_seats_change_hands_afterwards() -> None:
    table = playing()
    table.play_out()
    assert table.room.play is not None
    table.write(*table.room.stand(0))
    table.sit("Dora", luck="another")
    assert deal_seed(table.room.secret(1), table.room.dealt_luck) == table.room.play.seed
    assert table.room.chairs.luck()[0] == "another"


def test_every_part_of_everybodys_luck_changes_the_deal() -> None:
    secret = "ab" * 32
    deals = {deal_seed(secret, luck) for luck in [("a", "b"), ("b", "a"), ("ab", ""), ("", "ab"), ("a", "b", ""), ()]}
    assert len(deals) == 6
    assert deal_seed("cd" * 32, ("a", "b")) not in deals


def test_a_shown_secret_says_nothing_about_the_next_game() -> None:
    table = playing()
    table.play_out()
    shown, master = table.room.secret(1), table.room.opened.secret  # type: ignore[union-attr]
    following = table.room.secret(2)
    # The only ways that need no preimage of SHA-256: the secret itself, or a hash of it with a number.
    guesses = [shown, *(hashlib.sha256(bytes.fromhex(shown) + n.to_bytes(4, "big")).hexdigest() for n in range(4))]
    assert following not in guesses
    assert master not in (shown, following)
    assert following == hashlib.sha256(bytes.fromhex(master) + (2).to_bytes(4, "big")).hexdigest()


def test_two_tables_share_no_secret() -> None:
    rooms = [LoggedRoom().room for _ in range(3)]
    assert len({room.promise() for room in rooms}) == 3


def test_the_cards_of_another_table_can_be_played_again_once() -> None:
    first = playing()
    first.play_out()
    assert first.room.play is not None
    seed = first.room.play.seed
    second = LoggedRoom(deal=seed.hex())
    second.sit("Dora", luck="does not matter here")
    second.write(*second.room.start(fill=True, names=NAMES))
    assert second.room.play is not None
    assert second.room.play.seed == seed
    second.play_out()
    second.write(*second.room.start(fill=True, names=NAMES))
    assert second.room.play.seed == deal_seed(second.room.secret(2), second.room.dealt_luck) != seed
