"""The whole engine: scheduler, prefix trees, adapter caches and model runner on one memory, planning by itself."""
