"""Surfaces: each translates what it is asked into one call of a verb, and back."""
