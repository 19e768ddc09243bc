"""Runs a rank that sends a heartbeat to the launcher's monitor after each optimizer step."""

import runpy
import sys

from nvidia_resiliency_ext.fault_tolerance import RankMonitorClient
from torch.optim.optimizer import register_optimizer_step_post_hook

client = RankMonitorClient()
client.init_workload_monitoring()
register_optimizer_step_post_hook(lambda *_: client.send_heartbeat())
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
