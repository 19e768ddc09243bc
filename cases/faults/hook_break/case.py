"""The model is compiled as a whole, and its blocks are sharded. The graph breaks at the first
block, because Dynamo does not trace FSDP's hooks."""

from gridlock import planting

_dense = planting.dense()
model, layers, batch, loss = _dense.model, _dense.layers, _dense.batch, _dense.loss
