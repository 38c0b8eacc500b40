"""`python -m zoobox`, and the command `zoobox`."""

import sys


def main() -> None:
    """Runs the command line, if what it is made of is installed."""
    try:
        from zoobox import cli
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("zoobox"):
            raise
        print(f"zoobox: the command line needs {missing.name}: pip install 'zoobox[play]'", file=sys.stderr)
        sys.exit(2)
    cli.main()


if __name__ == "__main__":
    main()
