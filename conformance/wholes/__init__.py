"""Holding a whole engine: the system of each part follows what it did, and requests say what they must."""
