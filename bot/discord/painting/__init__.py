"""Pictures painted beside the event loop, fairly: for everybody first, then for each in turn."""
