"""What programs ask for: JSON over HTTP, and the line protocol over a websocket."""
