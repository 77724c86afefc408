"""WebSockets: the transport, and one session for each connection."""
