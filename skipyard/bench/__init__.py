"""Benchmarks: rules, batches, GPU, server, web pages, and two trees compared."""
