"""What client and server share: commands, messages, facts as seen, settings, reasons."""
