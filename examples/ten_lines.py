"""A program that sits down at a table of a Zoobox server and plays a whole game of random decisions against a bot.

pip install httpx, then: python examples/ten_lines.py http://127.0.0.1:8000
"""

import random
import sys
import time

import httpx

server = httpx.Client(base_url=f"{sys.argv[1]}/api", timeout=30)
server.headers["Authorization"] = "Bearer " + server.post("/me/tokens", json={"name": "Ten lines"}).json()["token"]
seats = [{"kind": "me"}, {"kind": "bot", "level": "keeper"}]
table = server.post("/tables", json={"game": "zooloretto-dice", "seats": seats}).json()["table"]
while not (now := server.get(f"/tables/{table}", params={"seat": 0}).json()["now"])["over"]:
    if now["ask"] is not None:
        decision = {"seat": 0, "ask": now["ask"], "choice": random.choice(now["choices"])["id"]}
        server.post(f"/tables/{table}/decisions", json=decision).raise_for_status()
    time.sleep(0.02)
print(", ".join(f"seat {place['seat']}: {place['points']} points" for place in now["standings"]))
