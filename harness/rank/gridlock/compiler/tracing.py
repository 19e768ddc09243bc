"""Writes torch's own records of its compiler in one cell: the structured trace that tlparse reads,
and the files of torch's minifier."""

import contextlib
import os

import torch._dynamo.config as dynamo_config
from torch._logging import _internal


@contextlib.contextmanager
def traced(folder):
    """Writes the structured trace within the context, as TORCH_TRACE=folder does. Each rank writes
    one file. The default group must exist. None as `folder` means no trace."""
    if folder:
        _trace_into(folder)
    try:
        yield
    finally:
        if folder:
            _trace_into(None)


def _trace_into(folder):
    handler = _internal.LOG_TRACE_HANDLER
    if handler is not None:
        handler.close()
        _internal.LOG_TRACE_HANDLER = None
    os.environ.pop(_internal.TRACE_ENV_VAR, None)
    if folder:
        os.environ[_internal.TRACE_ENV_VAR] = folder
    _internal._init_logs()


@contextlib.contextmanager
def minified(order):
    """Runs torch's minifier within the context, as TORCHDYNAMO_REPRO_AFTER and
    TORCHDYNAMO_REPRO_LEVEL do. `order` is {"after": "dynamo" or "aot", "level": "2" for errors or
    "4" for inaccurate results, "folder": the folder of the minifier's files}. None means no
    minifier."""
    if not order:
        yield
        return
    settings = {"repro_after": order["after"], "debug_dir_root": order["folder"]}
    with dynamo_config.patch({**settings, "repro_level": int(order["level"])}):
        yield
