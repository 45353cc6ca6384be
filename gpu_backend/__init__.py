"""A real serving engine on torch: paged memory, adapters and a small transformer, held against the model."""
