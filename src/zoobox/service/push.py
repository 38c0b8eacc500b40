"""Web Push: tells people on their devices that it is their turn, for games over days.

An alert is written together with the event that asks somebody, waits a little in case they are just looking, and is
sent by whichever process takes it first; so none is lost with a process. It names the game and the table, nothing more.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import logging
import time
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from zoobox.kernel.text import Phrase
from zoobox.service.errors import Refused
from zoobox.service.people import digest
from zoobox.service.settings import Settings
from zoobox.service.storage import WriteJob
from zoobox.service.storage.schema import ADD_SUBSCRIPTION, DROP_SUBSCRIPTION
from zoobox.service.tables import clocks
from zoobox.service.tables.table import Table

if TYPE_CHECKING:
    from zoobox.service.server import Server

log = logging.getLogger("zoobox.push")
LEASE_SECONDS = 60.0
"""A process that has taken an alert sends it within this time, or another one does."""
LATER_SECONDS = 300.0
"""When a push service could not take an alert, it is tried again."""
KEPT_SECONDS = 60 * 60 * 24
"""How long a push service keeps an alert for a device that is switched off."""
SEND_SECONDS = 10.0
MAX_SUBSCRIPTIONS = 10
GONE = (404, 410)
"""What a push service answers when a device does not want to hear from us any more."""
YOUR_TURN = {"en": "Your turn", "de": "Du bist dran"}
KEY_BYTES, AUTH_BYTES = 65, 16


def check_endpoint(endpoint: str, settings: Settings) -> None:
    """Refuses addresses of anything but push services, so that nobody can make this server ask elsewhere."""
    given = urlsplit(endpoint)
    for service in settings.push_services.split(","):
        service = service.strip()
        if service.startswith(("http://", "https://")):
            allowed = f"{given.scheme}://{given.netloc}" == service
        else:
            host = given.hostname or ""
            allowed = given.scheme == "https" and given.port in (None, 443) and bool(service)
            allowed = allowed and (host == service or (service.startswith(".") and host.endswith(service)))
        if allowed:
            return
    raise Refused("malformed", "This is not the address of a push service that this server knows.")


def _bytes(text: str, length: int) -> None:
    try:
        if len(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))) == length:
            return
    except (ValueError, binascii.Error):
        pass
    raise Refused("malformed", "The keys of this subscription cannot be read.")


class Push:
    """The subscriptions of people, and the alerts on their way."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.subscribed: frozenset[str] = frozenset()
        """Who wants to be told anywhere, as this process last read it."""
        self._key: Any = None

    # Keys.

    async def key(self) -> Any:
        """The key pair by which push services recognise this server; made once and kept in the database."""
        if self._key is None:
            self._key = await self.server.read(self._read_key)
        return self._key

    def _read_key(self) -> Any:
        from py_vapid import Vapid02

        made = Vapid02()
        made.generate_keys()
        numbers = made.private_key.private_numbers().private_value.to_bytes(32, "big")
        text = base64.urlsafe_b64encode(numbers).decode().rstrip("=")
        return Vapid02.from_string(self.server.reader.kept_value("push key", text))

    async def public_key(self) -> str:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = (await self.key()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).decode().rstrip("=")

    # Subscriptions.

    async def subscribe(self, person: str, endpoint: str, p256dh: str, auth: str, language: str) -> str:
        """A device of a person wants to be told; asking again replaces what it said before."""
        check_endpoint(endpoint, self.server.settings)
        _bytes(p256dh, KEY_BYTES)
        _bytes(auth, AUTH_BYTES)
        which = digest(endpoint)
        known = await self.server.read(self.server.reader.subscriptions_of, person)
        if len(known) >= MAX_SUBSCRIPTIONS and all(row.id != which for row in known):
            raise Refused("too-many", f"A person can be told on {MAX_SUBSCRIPTIONS} devices; switch one off first.")
        row = {
            "id": which,
            "person": person,
            "endpoint": endpoint,
            "p256dh": p256dh,
            "auth": auth,
            "language": language,
            "created": time.time(),
        }
        await self.server.write(WriteJob([(DROP_SUBSCRIPTION, [{"which": which}]), (ADD_SUBSCRIPTION, [row])]))
        self.subscribed |= {person}
        return which

    async def unsubscribe(self, person: str, which: str) -> None:
        known = await self.server.read(self.server.reader.subscriptions_of, person)
        if any(row.id == which for row in known):
            await self.server.write(WriteJob([(DROP_SUBSCRIPTION, [{"which": which}])]))

    # Alerts.

    def alerts_for(self, before: Table, after: Table, present: Collection[int], at: float) -> list[dict[str, Any]]:
        """Rows for those who are asked from now on, are away, and have time: nobody is woken for a game of minutes."""
        if not self.subscribed or after.status != "running":
            return []
        if after.setup.clock is not None and not after.setup.clock.slow:
            return []
        return [
            {"table_id": after.id, "seat": number, "ask": ask, "person": seat.person, "due": at + self._patience}
            for number, (seat, ask) in enumerate(zip(after.seats, after.asks, strict=True))
            if ask is not None
            and before.asks[number] is None
            and seat.person in self.subscribed
            and seat.bot_level is None
            and number not in present
        ]

    @property
    def _patience(self) -> float:
        return self.server.settings.alert_seconds

    async def send_due(self) -> None:
        """Sends the alerts whose time has come."""
        reader = self.server.reader
        self.subscribed = await self.server.read(reader.subscribed)
        now = clocks.now()
        for alert in await self.server.read(reader.due_alerts, now):
            if not await self.server.read(reader.take_alert, alert, now + LEASE_SECONDS):
                continue  # another process has taken it
            later = await self._send(alert)
            if later:
                await self.server.read(reader.take_alert, alert, now + LATER_SECONDS, now + LEASE_SECONDS)
            else:
                await self.server.read(reader.drop_alert, alert)

    async def _send(self, alert: Any) -> bool:
        """Tells every device of the person, if they are still asked and not there; whether it has to be tried again."""
        try:
            live_table = await self.server.find_table(alert.table_id)
        except Refused as refusal:
            return refusal.code in ("store", "busy")
        table = live_table.table
        asked = table.asks[alert.seat] == alert.ask and table.seats[alert.seat].person == alert.person
        if not asked or alert.seat in live_table.present_seats():
            return False
        later = False
        for device in await self.server.read(self.server.reader.subscriptions_of, alert.person):
            status = await self._post(device, message_for(table, device.language))
            if status in GONE:
                await self.server.write(WriteJob([(DROP_SUBSCRIPTION, [{"which": device.id}])]))
            later = later or status == 0 or status == 429 or status >= 500
        return later

    async def _post(self, device: Any, message: dict[str, str]) -> int:
        """Sends a message to a device; returns what the push service answers, 0 if it does not."""
        try:
            check_endpoint(device.endpoint, self.server.settings)
        except Refused:
            return GONE[0]
        try:
            return await asyncio.to_thread(post, device, message, await self.key(), contact(self.server.settings))
        except Exception as error:
            log.warning("an alert could not be sent", extra={"reason": type(error).__name__})
            return 0


def contact(settings: Settings) -> str:
    """Whom a push service can write to about this server."""
    if settings.push_contact:
        return settings.push_contact
    return settings.public_url if settings.public_url.startswith("https://") else "mailto:nobody@example.org"


def message_for(table: Table, language: str) -> dict[str, str]:
    """What an alert says: nothing that somebody who looks at the screen must not know."""
    texts = table.game.texts
    title = texts.say(Phrase("about.title"), language) if "about.title" in texts.texts else table.game.title
    return {"title": YOUR_TURN[language], "body": title, "url": f"/tables/{table.id}"}


def post(device: Any, message: dict[str, str], key: Any, subject: str) -> int:
    """Encrypts a message for a device and hands it to its push service. Blocks."""
    from pywebpush import WebPushException, webpush

    keys = {"p256dh": device.p256dh, "auth": device.auth}
    try:
        answer = webpush(
            {"endpoint": device.endpoint, "keys": keys},
            json.dumps(message),
            vapid_private_key=key,
            vapid_claims={"sub": subject},
            ttl=KEPT_SECONDS,
            timeout=SEND_SECONDS,
        )
    except WebPushException as error:
        if error.response is None:
            raise
        return int(error.response.status_code)
    return int(answer.status_code) if not isinstance(answer, str) else 0


def endpoints(rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Devices as their person sees them."""
    return [{"id": row.id, "service": urlsplit(row.endpoint).netloc, "created": row.created} for row in rows]
