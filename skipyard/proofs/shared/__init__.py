"""What several proofs and benchmarks use: clients, processes, databases, browsers, progress."""
