"""Adapters: the outside world behind the ports of the rooms. Only `wiring` imports them."""
