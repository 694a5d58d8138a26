"""The network: protocols, messages, tokens, headers, rate limits. The lowest package."""
