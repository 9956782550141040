"""Pure decisions about memories: what is the same, what contradicts, what is named."""
