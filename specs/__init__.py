"""The contract, as data: laws, profiles and systems, reachable as `importlib.resources.files("tenure.specs")`."""
