"""The model is compiled as a whole and its blocks are sharded: FSDP's hooks, which Dynamo may not
trace, end the graph at the first block."""

from gridlock import planting

_dense = planting.dense()
model, layers, batch, loss = _dense.model, _dense.layers, _dense.batch, _dense.loss
