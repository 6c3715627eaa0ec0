"""Faults that tests must find: `mutants.toml` lists them, `make mutants` plants them."""
