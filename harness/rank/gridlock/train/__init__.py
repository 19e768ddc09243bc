"""Builds, compiles, shards and trains one cell in this rank."""
