"""Self-play training of networks, on a batch of tables; needs `skipyard[train]` (docs/train.md)."""
