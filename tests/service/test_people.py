"""Who is who: cookies, seat tokens, API tokens, recovery links."""

from __future__ import annotations

import httpx
import pytest

from service.client import ME, OPEN, decide, error, look, new_table, table_of_two
from service.processes import ServerProcess


def test_a_browser_is_known_by_its_cookie(server: ServerProcess) -> None:
    browser = server.client()
    assert browser.get("/api/me").json()["person"] is None
    assert "set-cookie" not in browser.get("/api/me").headers
    answer = browser.put("/api/me", json={"name": "  Eve \n\t<b>  ", "language": "de"})
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=lax" in answer.headers["set-cookie"]
    me = browser.get("/api/me").json()
    assert (me["name"], me["language"]) == ("Eve <b>", "de")
    table = new_table(browser, (ME, OPEN))
    assert look(browser, table, "mine")["now"]["yours"] == [0]
    assert [row["table"] for row in browser.get("/api/me/tables").json()["tables"]] == [table]


def test_a_forged_cookie_is_nobody(server: ServerProcess) -> None:
    browser = server.client()
    browser.put("/api/me", json={"name": "Eve"})
    cookie = browser.cookies["zoobox_person"]
    body, signature = cookie.rsplit(".", 1)  # not its last letter, of which two bits mean nothing
    other_signature = ("A" if signature[0] != "A" else "B") + signature[1:]
    for forged in (f"{body}.{other_signature}", "x", cookie.split(".")[0], "a" * 5000):
        other = server.client(cookies={"zoobox_person": forged})
        assert other.get("/api/me").json()["person"] is None


def test_a_recovery_link_moves_a_person_once(server: ServerProcess) -> None:
    old = server.client()
    person = old.put("/api/me", json={"name": "Eve"}).json()["person"]
    first = old.post("/api/me/recovery").json()["token"]
    token = old.post("/api/me/recovery").json()["token"]
    phone = server.client()
    assert error(phone.post("/api/recover", json={"token": first})) == "nobody"
    assert phone.post("/api/recover", json={"token": token}).json()["person"] == person
    assert phone.get("/api/me").json()["person"] == person
    assert error(server.client().post("/api/recover", json={"token": token})) == "nobody"
    assert error(server.client().post("/api/recover", json={"token": token[:-2]})) == "nobody"


def test_api_tokens_can_be_taken_away(server: ServerProcess) -> None:
    program = server.program("robot")
    tokens = program.get("/api/me/tokens").json()["tokens"]
    assert [token["name"] for token in tokens] == ["robot"]
    assert "zb_" not in str(tokens)
    assert program.delete(f"/api/me/tokens/{tokens[0]['id']}").status_code == 204
    assert program.get("/api/me").status_code == 401
    assert error(program.get("/api/tables")) == "nobody"


def test_a_seat_token_opens_its_seat_and_no_other(server: ServerProcess, ada: httpx.Client, bob: httpx.Client) -> None:
    made = ada.post("/api/tables", json={"game": "zooloretto-dice", "seats": [ME, OPEN]}).json()
    table, token = made["table"], made["seats"]["0"]
    bob.post(f"/api/tables/{table}/seats/1", json={})
    stranger = server.client(headers={"x-seat-token": token})
    ask = look(stranger, table, 0)["now"]["ask"]
    assert error(decide(stranger, table, 1, ask, "roll")) == "foreign"
    other = table_of_two(ada, bob)
    assert error(decide(stranger, other, 0, look(ada, other, 0)["now"]["ask"], "roll")) == "foreign"
    assert decide(stranger, table, 0, ask, "roll").status_code == 200


def test_who_has_left_has_no_key_any_more(server: ServerProcess, ada: httpx.Client, bob: httpx.Client) -> None:
    table = new_table(ada, (ME, OPEN, OPEN), players=3)
    token = bob.post(f"/api/tables/{table}/seats/1", json={}).json()["token"]
    assert bob.delete(f"/api/tables/{table}/seats/1").status_code == 200
    stranger = server.client(headers={"x-seat-token": token})
    assert stranger.get(f"/api/tables/{table}?seat=1").status_code == 403
    again = bob.post(f"/api/tables/{table}/seats/1", json={}).json()["token"]
    assert again != token
    assert stranger.get(f"/api/tables/{table}?seat=1").status_code == 403


EVERY_ROUTE_OF_A_SEAT = [
    ("GET", "?seat=0", None),
    ("GET", "/moments/0?seat=0", None),
    ("GET", "/picture?seat=0", None),
    ("GET", "/hint?seat=0", None),
    ("POST", "/decisions", {"seat": 0, "ask": 3, "choice": "roll"}),
    ("POST", "/undo", {"seat": 0}),
    ("POST", "/undo/answer", {"seat": 0, "agree": True}),
    ("DELETE", "/seats/0", None),
    ("PUT", "/seats/0/bot", {}),
    ("DELETE", "/seats/0/bot", None),
]


@pytest.mark.parametrize(("method", "path", "body"), EVERY_ROUTE_OF_A_SEAT)
def test_every_route_asks_whose_seat_it_is(
    server: ServerProcess, ada: httpx.Client, bob: httpx.Client, method: str, path: str, body: dict[str, object] | None
) -> None:
    table = table_of_two(ada, bob)
    before = look(ada, table, 0)
    for stranger in (bob, server.client(), server.client(headers={"x-seat-token": "nonsense"})):
        answer = stranger.request(method, f"/api/tables/{table}{path}", json=body)
        assert answer.status_code in (401, 403), answer.text
    assert look(ada, table, 0) == before
