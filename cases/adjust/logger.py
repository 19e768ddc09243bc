"""A call of Python's logging in forward breaks the graph although the level is not enabled."""

import logging

import transformer

_log = logging.getLogger("adjust")


class Block(transformer.Block):
    def forward(self, x):
        _log.debug("a block of width %d", self.mix.in_features)
        return super().forward(x)
