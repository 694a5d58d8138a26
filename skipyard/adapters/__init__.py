"""Skipyard's games for other libraries; adapters are thin and know no rules."""
