"""A page whose table is played by another process than the one that its proxy chose."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.postgres import PostgresServer
from tests.server.database import give_away
from tests.server.node_proxy import NodeProxy
from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import host_link

RULES = {"edition": "tiny", "seats": 3}


@pytest.mark.thorough
def test_a_page_goes_where_its_table_is_played(postgres_server: PostgresServer, visit: Visits) -> None:
    url = postgres_server.new_database()
    visit.may_lose_the_server = True  # Pages are open until the end.
    with Serving(url, node="one") as one, Serving(url, node="two") as two, NodeProxy(two, one=one) as proxy:
        table = one.open_here(rules=RULES)
        page = visit(host_link(one, table).replace(one.address, proxy.address))
        page.locator("form.sit input[name=name]").fill("Ana")
        page.keyboard.press("Enter")
        expect(page.locator("table-seats")).to_contain_text("Ana")
        assert proxy.asked == ["", "one"]
        assert page.locator("#line").is_hidden()  # Nobody need know of it.


@pytest.mark.long
def test_a_page_waits_until_another_process_has_its_table(postgres_server: PostgresServer, visit: Visits) -> None:
    url = postgres_server.new_database()
    visit.may_lose_the_server = True  # Pages are open until the end.
    with Serving(url, node="one") as one, Serving(url, node="two") as two, NodeProxy(two) as proxy:
        table = one.open_here(rules=RULES)
        page = visit(host_link(one, table).replace(one.address, proxy.address))
        expect(page.locator("#line")).to_be_visible()  # "one" is not to be found.
        give_away(url, table.table)  # As if it was gone.
        page.locator("form.sit input[name=name]").fill("Ana")
        page.keyboard.press("Enter")
        expect(page.locator("table-seats")).to_contain_text("Ana")
        assert proxy.asked[:2] == ["", "one"]
        assert table.table in two.server.registry.tables
