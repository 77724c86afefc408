"""The outside world of live tables: HTTP, sockets, stores, identities, the lobby."""
