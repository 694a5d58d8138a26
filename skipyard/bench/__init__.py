"""Benchmarks: how fast this tree is, and whether it is slower than another one."""
