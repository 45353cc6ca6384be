"""What may be held in an LLM serving engine, by whom, and when: one lifecycle model, read by several worlds."""
