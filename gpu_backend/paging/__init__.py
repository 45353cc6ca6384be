"""The memory of the engine: pages by identity, on the device and below it, and the operations that touch them."""
