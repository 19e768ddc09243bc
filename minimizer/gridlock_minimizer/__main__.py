"""python -m gridlock_minimizer: runs passes on behalf of the engine. See worker.py."""

from gridlock_minimizer.worker import main

main()
