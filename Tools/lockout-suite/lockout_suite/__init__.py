"""Tries the lock of a server: what it promises by its adapter, and what any server should keep."""
