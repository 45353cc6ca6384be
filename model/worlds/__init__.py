"""The readings of a state: concrete numbers, and z3 terms."""
