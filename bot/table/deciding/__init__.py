"""What an action comes to, worked out before anything is stored."""
