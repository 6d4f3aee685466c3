"""Adapters of servers. One of your own is a file with a subclass of `Adapter`."""
