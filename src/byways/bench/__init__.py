"""Benchmarks of speed, load and sizes."""
