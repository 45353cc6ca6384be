"""The commands. Results go to stdout, progress to stderr; 0 conforms, 1 violates, 2 usage, 3 unknown."""

from __future__ import annotations

import sys
import traceback
from typing import NoReturn

import click

from ...model.language import ModelError
from ...model.syntax import ForbiddenSyntax
from ..contract import ContractError
from ..verdict import Result
from .holding import faults, fuzz, gate
from .parts import parts
from .proving import prove
from .reading import explain, list_
from .replaying import replay
from .suites import suite
from .usage import Usage
from .wholes import whole

BROKEN_HARNESS = Result.UNKNOWN.exit_code

NOBODY_READS = 141
"""The exit code where a pipe was closed that was written to, as a shell gives it: 128 and the number of SIGPIPE."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tenure")
def cli() -> None:
    """Who holds what in an LLM serving engine, and for how long: proved, explored, and replayed against engines."""


for _command in (prove, fuzz, gate, faults, replay, parts, whole, list_, explain, suite):
    cli.add_command(_command)


def main() -> NoReturn:
    """Run a command. Whatever goes wrong in the harness itself is `unknown`."""
    out = sys.stdout
    try:
        code = cli.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted: nothing can be said", err=True)
        sys.exit(BROKEN_HARNESS)
    except OSError as error:
        click.echo(
            f"Error: {error.filename or 'a file'}: {error.strerror or error}; give a path that can be used", err=True
        )
        sys.exit(Usage.exit_code)
    except ContractError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(Usage.exit_code)
    except SystemExit as ended:
        if sys.stdout is not out or isinstance(ended.__context__, BrokenPipeError):
            sys.exit(NOBODY_READS)  # click or rich has found that nobody reads on: nothing more can be said
        click.echo(f"unknown: the engine ended the process, with {ended.code!r}; nothing can be said of it", err=True)
        sys.exit(BROKEN_HARNESS)
    except (ModelError, ForbiddenSyntax):
        raise
    except Exception:  # noqa: BLE001  the last resort: a crash is never a pass
        traceback.print_exc()
        click.echo("unknown: the harness went wrong, see above; nothing can be said of the engine", err=True)
        sys.exit(BROKEN_HARNESS)
    sys.exit(code or 0)
