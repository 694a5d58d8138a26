"""The public API: what `import skipyard as sy` offers (docs/api.md)."""
