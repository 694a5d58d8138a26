"""No acknowledged row is lost when processes are killed, the power fails or the disk is full."""
