"""The pipeline of steps: the next one is planned and launched while the one before it is still in flight."""
