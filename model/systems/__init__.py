"""The systems beside the lifecycle, each in a folder of its own: state, events, laws, what is possible, and faults."""
