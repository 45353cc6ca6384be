"""What every test shares: the Hypothesis profile."""

from hypothesis import settings

# No deadline: the first example may pay for imports or for z3. A failure prints the blob that reproduces it.
settings.register_profile("tenure", deadline=None, derandomize=False, print_blob=True)
settings.load_profile("tenure")
