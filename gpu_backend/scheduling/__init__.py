"""The scheduling pass: who runs in the next step, who gives way for it, and what caches, slots and seats they have."""
