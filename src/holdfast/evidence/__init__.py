"""Evidence: the journal of everything observed and changed, and what was observed."""
