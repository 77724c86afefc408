"""The numbers of the belief player, fitted to games between bots: `make fit`."""
