"""The included adapters. Your own adapter is a file with a subclass of `Adapter`."""
