"""Compiles whole games ahead of their use, in processes of their own, and knows which are ready."""
