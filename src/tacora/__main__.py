"""`python -m tacora` is `tacora`."""

import sys

from tacora.cli import main

if __name__ == "__main__":
    sys.exit(main())
