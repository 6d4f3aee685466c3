"""Tests the lock of a server: the promises in its adapter, and rules for any server."""
