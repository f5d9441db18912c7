"""The slash commands, by what they are for; `groups` builds what Discord is told."""
