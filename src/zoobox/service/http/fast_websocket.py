"""uvicorn's sockets, with a shorter way for whole text messages.

When many tables are played at once, most of a server's time would go into carrying small messages through the layers
of two libraries. The common case, one text message in one frame, is carried here by hand; everything else (handshakes,
pings, fragments, closing, whatever breaks the protocol) is left to them.
"""

from __future__ import annotations

from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # its compiled half is not everywhere
    from websockets.utils import apply_mask

WRITE = "zoobox.write"
"""The extension of the scope: `write(message) -> bool` sends a text message at once, or not if it had to wait."""
FINAL_TEXT = 0x81
FINAL_CONTROLS = (0x88, 0x89, 0x8A)
MASKED = 0x80
MASK_BYTES = 4
SHORT, MIDDLE = 126, 127
"""Lengths from which on a frame tells its length in two bytes, in eight."""


class FastWebSocket(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.whole_frames = True
        """So far every piece of data was one whole frame, so nothing is half read in the library's parser."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast(dict[str, Any], self.scope["extensions"])[WRITE] = self.write_text

    def write_text(self, message: bytes) -> bool:
        """Sends a text message at once; False if it has to wait, or if the connection is ending."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        length = len(message)
        if length < SHORT:
            head = bytes((FINAL_TEXT, length))
        elif length < 1 << 16:
            head = bytes((FINAL_TEXT, SHORT)) + length.to_bytes(2)
        else:
            head = bytes((FINAL_TEXT, MIDDLE)) + length.to_bytes(8)
        self.transport.write(head + message)
        return True

    def data_received(self, data: bytes) -> None:
        if self.handshake_complete and self.whole_frames and not self.close_sent:
            start = _content_of_whole_frame(data)
            if start and data[0] == FINAL_TEXT and len(data) - start <= self.config.ws_max_size:
                self.curr_msg_data_type = "text"
                self.frames = [apply_mask(data[start:], data[start - MASK_BYTES : start])]
                self.send_receive_event_to_app()
                return
            self.whole_frames = bool(start) and data[0] in FINAL_CONTROLS
        super().data_received(data)


def _content_of_whole_frame(data: bytes) -> int:
    """Where the content begins if the data is exactly one masked frame, otherwise 0."""
    if len(data) < 2 + MASK_BYTES:
        return 0
    length = data[1] - MASKED
    start = 2 + MASK_BYTES
    if length == SHORT:
        length = int.from_bytes(data[2:4])
        start += 2
    elif not 0 <= length < SHORT:
        return 0
    return start if len(data) == start + length else 0
