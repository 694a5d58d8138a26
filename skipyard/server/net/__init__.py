"""What crosses the network: protocols, messages, tokens, headers, limits. The lowest package."""
