"""Many tables at once, on the CPU or a GPU."""
