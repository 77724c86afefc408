"""Network plumbing below HTTP and WebSockets: connections, addresses, allowed origins."""
