"""What castles grow over: meadows outside, yards within."""
