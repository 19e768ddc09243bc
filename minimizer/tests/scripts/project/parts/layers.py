import json

FACTOR = 10


def scale(x):
    return x * FACTOR


class Layer:
    FACTOR = 7

    def __init__(self, x):
        self.x = x

    def run(self, y):
        size = json.loads("1")
        return self.x + scale(y) + self.FACTOR + size
