"""Where the command begins: a model that is written wrongly is told in one sentence, before anything else is loaded."""

from __future__ import annotations

import importlib
import sys
from typing import NoReturn

USAGE = 2
"""The exit code for what the user has to correct."""


def main() -> NoReturn:
    """Run a command."""
    from ..model.language import ModelError
    from ..model.syntax import ForbiddenSyntax

    try:
        _load_model()
        from .cli import main as run

        run()
    except (ModelError, ForbiddenSyntax) as error:
        sys.stderr.write(f"Error: {error}\n")
        sys.exit(USAGE)
    except SyntaxError as error:
        sys.stderr.write(f"Error: {error.filename}:{error.lineno}: this is no Python: {error.msg}\n")
        sys.exit(USAGE)


def _load_model() -> None:
    """Import every event and law; a slip in one of them that Python finds is told with its place."""
    from ..model.language import ModelError
    from .blame import MODEL, WRITTEN, sentence

    try:
        importlib.import_module("tenure.model.catalogue")
    except (ImportError, NameError, AttributeError, TypeError, ValueError, LookupError) as error:
        said = sentence(error, WRITTEN, MODEL)
        if said is None:
            raise
        raise ModelError(said) from error
