"""Runs a rank with a short default timeout for its process groups."""

import datetime
import os
import runpy
import sys

import torch.distributed.distributed_c10d as c10d

c10d.default_pg_timeout = datetime.timedelta(seconds=float(os.environ["PEER_SECONDS"]))
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
