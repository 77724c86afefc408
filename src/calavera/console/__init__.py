"""What every command of `calavera` shares: parser, errors, tables, progress, wording."""
