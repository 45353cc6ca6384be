"""LoRA adapters on the host and on the device: pages of weights, who keeps them, and what a pass may use of them."""
