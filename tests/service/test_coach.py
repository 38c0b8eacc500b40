"""Reviews and puzzles over HTTP."""

from __future__ import annotations

import time

import httpx

from service.client import BOT, ME, error, new_table, play_on
from service.processes import ServerProcess
from zoobox.bots import puzzles
from zoobox.service.coach import rated


def test_a_finished_game_is_reviewed_and_tried_again(server: ServerProcess, ada: httpx.Client) -> None:
    table = new_table(ada, (ME, BOT), seed=4)
    assert ada.get(f"/api/tables/{table}/review").status_code != 200
    play_on([ada], table)
    end = time.monotonic() + 120
    review = ada.get(f"/api/tables/{table}/review").json()
    while not review["complete"] and time.monotonic() < end:
        time.sleep(0.3)
        review = ada.get(f"/api/tables/{table}/review").json()
    assert review["complete"], (review["judged"], review["decisions"], review["notes"])
    assert review["judged"] == review["decisions"] == len(review["all"])
    assert len(review["chances"]) == 1 + max(one["number"] for one in review["all"]) or review["chances"]
    assert review["summary"]
    assert review["yours"] == [0]
    number = (review["mistakes"][0] or [review["all"][0]["number"]])[0]
    exercise = ada.get(f"/api/tables/{table}/review/{number}").json()
    assert exercise["svg"].startswith("<svg")
    judged = next(one for one in review["all"] if one["number"] == number)
    right = ada.post(f"/api/tables/{table}/review/{number}", json={"choice": judged["best"]}).json()
    assert right["right"]
    assert ada.post(f"/api/tables/{table}/review/{number}", json={"choice": 10**6}).status_code >= 400
    assert error(ada.get(f"/api/tables/{table}/review/99999")) == "not-found"
    stranger = server.client()
    assert stranger.get(f"/api/tables/{table}/review").json()["all"] == review["all"]


def test_puzzles_are_solved_and_rated_once(server: ServerProcess, ada: httpx.Client) -> None:
    listed = ada.get("/api/puzzles", params={"game": "zooloretto-dice"}).json()
    assert len(listed["puzzles"]) >= 200
    assert listed["me"]["rating"] == 1500
    one = puzzles.shipped("zooloretto-dice")[0]
    shown = ada.get(f"/api/puzzles/{one.id}").json()
    assert "solutions" not in shown
    right = next(choice["id"] for choice in shown["choices"] if choice["notation"] in one.solutions)
    wrong = next(choice["id"] for choice in shown["choices"] if choice["notation"] not in one.solutions)
    first = ada.post(f"/api/puzzles/{one.id}", json={"choice": wrong}).json()
    assert not first["solved"]
    assert first["me"]["counted"]
    assert first["me"]["rating"] < 1500
    again = ada.post(f"/api/puzzles/{one.id}", json={"choice": right}).json()
    assert again["solved"]
    assert not again["me"]["counted"]
    assert again["me"]["missed"] == [one.id]
    assert error(ada.get("/api/puzzles/nothing")) == "not-found"


def test_harder_puzzles_are_worth_more() -> None:
    gains = [rated(25.0, 6.0, difficulty, True)[0] for difficulty in range(1, 6)]
    assert gains == sorted(gains)
    assert rated(25.0, 6.0, 3, False)[0] < 25 < rated(25.0, 6.0, 3, True)[0]
