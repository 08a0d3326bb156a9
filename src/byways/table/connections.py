"""Connections as uvicorn keeps them, and what it leaves open."""

from __future__ import annotations

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class ProgramConnection(WebSocketsSansIOProtocol):
    """A websocket. What comes as text is read as bytes: whether it is UTF-8 is for the conversation to say."""

    handle_text = WebSocketsSansIOProtocol.handle_bytes

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:  # the request itself could not be read
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if self.initial_response is not None:  # a refusal, which uvicorn would report as an error
            self.handshake_complete = True
