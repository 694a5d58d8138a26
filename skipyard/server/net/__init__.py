"""What crosses the network: protocols, messages, tokens, headers, limits. Imports no other package."""
