"""What castles are made of: walls, towers, keeps."""
