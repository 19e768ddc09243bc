"""A call of Python's logging in forward: a graph break, although the level is not even enabled."""

import logging

import transformer

_log = logging.getLogger("adjust")


class Block(transformer.Block):
    def forward(self, x):
        _log.debug("a block of width %d", self.mix.in_features)
        return super().forward(x)
