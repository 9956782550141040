"""Governance: who is calling, what they may see and do, what is never stored."""
