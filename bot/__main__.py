"""`python -m bot` is `saywhy`."""

import sys

from bot.cli import main

if __name__ == "__main__":
    sys.exit(main())
