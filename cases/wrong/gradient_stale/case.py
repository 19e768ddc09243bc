"""One rank's optimizer gets the gradient of the previous step."""

from gridlock import corrupting

kept = {}


def keep(gradient):
    kept["before"] = gradient.clone()


def put_back(gradient):
    gradient.copy_(kept["before"])


def plant():
    corrupting.at_gradient("blocks.0.up.weight", put_back, before=keep)


model, layers, batch, loss, optimizer = corrupting.exact(plant)
