"""The cache of one sequence: its blocks, pages and scratch pages, and the buffers through which kernels find them."""
