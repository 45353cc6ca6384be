# z3 ships no types, and what a checker infers from its source is wrong (`<` on an ExprRef). Here, all of it is Any.

from typing import Any

def __getattr__(name: str) -> Any: ...
