"""Whatever strangers send, the table plays on and gives nothing away."""
