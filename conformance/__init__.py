"""Holding an engine against the model: the protocol, the machine that drives it, the verdict and the gate."""
