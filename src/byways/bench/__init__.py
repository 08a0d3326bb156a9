"""What is measured: speed, load and sizes."""
