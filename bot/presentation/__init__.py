"""What Discord and the web page show alike: who is called how, which picture shows a position, and
the studio where pictures are painted and kept."""
