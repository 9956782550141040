"""`python -m holdfast.surfaces.cli`, where the script is not on the path."""

import sys

from holdfast.surfaces.cli.entry import main

sys.exit(main())
