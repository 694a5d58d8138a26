"""No acknowledged row is lost, whatever dies: processes killed, power cut, disk full."""
