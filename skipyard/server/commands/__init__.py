"""The commands `serve`, `open`, `bot`, `export`, `import` and `schema`. Nothing imports this."""
