"""The slash commands, by purpose; `groups` builds what is registered with Discord."""
