"""python -m gridlock_minimizer: serves passes to the engine. See worker.py."""

from gridlock_minimizer.worker import main

main()
