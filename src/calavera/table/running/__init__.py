"""What runs tables on an event loop, for a server and for one device."""
