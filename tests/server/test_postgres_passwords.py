"""The password of a database is told to nobody."""

from __future__ import annotations

import asyncio

import pytest

from tacora.server.storage.store import StoreFailed
from tests import loop
from tests.postgres import PostgresServer
from tests.server.database import PATIENCE, RENEWAL, asked, opened, refusal_of

pytestmark = pytest.mark.long

SECRET = "s3same"


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://ann:{SECRET}",
        f"postgresql://ann:{SECRET}@",
        f"postgresql://ann:{SECRET}@@/tables",
        f"postgresql://ann:x@{SECRET}@127.0.0.1:1/tables",
        f"postgresql://ann:x/{SECRET}@127.0.0.1:1/tables",
        f"postgresql://ann:x#{SECRET}@127.0.0.1:1/tables",
        f"postgresql://ann:x?{SECRET}@127.0.0.1:1/tables",
        f"postgresql://ann:{SECRET}@127.0.0.1:port/tables",
        f"postgresql://ann:{SECRET}@127.0.0.1:1/tables",
        f"postgresql://127.0.0.1:1/tables?password={SECRET}",
        f"postgresql://127.0.0.1:1/tables?password={SECRET}&sslmode=nonsense",
        f"postgresql://127.0.0.1:1/tables?password=x@{SECRET}",
        f"postgresql://ann:{SECRET}%zz@127.0.0.1:1/tables",
        f"postgresql://127.0.0.1:1/tables?password={SECRET}&what=1",
        f"postgresql://127.0.0.1:1/tables?{SECRET}",
        f"mysql://ann:{SECRET}@127.0.0.1/tables",
        f"postgresql:{SECRET}",
    ],
)
def test_no_message_has_a_password(address: str, postgres_server: PostgresServer) -> None:
    if address.endswith("@"):
        address += f"/nowhere?host={postgres_server.folder}"
    refused = refusal_of(address)
    assert refused.code in ("bad-store", "bad-store-address")
    assert SECRET not in str(refused)
    assert "\n" not in str(refused)


def test_no_line_of_the_log_has_a_password(url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with opened(url.replace("tacora@", f"tacora:{SECRET}@"), renewal=RENEWAL) as store:
            await store.append("bakito", 0, [b"a"], 0)
            asked(url, "ALTER TABLE log RENAME TO elsewhere")
            asked(url, "ALTER TABLE leases RENAME TO elsewhere2")
            for failing in (store.check, store.tables, lambda: store.acquire("x")):
                with pytest.raises(StoreFailed) as failed:
                    await failing()
                assert SECRET not in str(failed.value)
            with pytest.raises(StoreFailed):
                await store.append("bakito", 1, [b"b"], 0)
            async with asyncio.timeout(PATIENCE):
                while "leases are not renewed" not in caplog.text:
                    await asyncio.sleep(RENEWAL)

    loop.run(run())
    assert SECRET not in caplog.text


def test_a_password_that_a_message_quotes_is_left_out() -> None:
    from tacora.server.storage.postgres_schema import detail_of

    url = f"postgresql://ann:{SECRET}@127.0.0.1/tables"
    assert detail_of(OSError(f"no {SECRET}\n  here"), url) == "no … here"
