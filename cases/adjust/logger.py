"""Calls Python's logging in forward. This breaks the graph even if the level of the message is not
enabled."""

import logging

import transformer

_log = logging.getLogger("adjust")


class Block(transformer.Block):
    def forward(self, x):
        _log.debug("a block of width %d", self.mix.in_features)
        return super().forward(x)
