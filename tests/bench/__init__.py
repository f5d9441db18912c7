"""Speed and memory, measured. One module a part of the project, each giving rows."""
