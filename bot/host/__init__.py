"""One process on its host: settings, start and stop, health, nightly backups, the command line."""
