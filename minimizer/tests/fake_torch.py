"""A fake torch that records calls and computes nothing. It suffices for scripts in which only the
calls matter. A value records the operations that created it."""

import sys
import types

calls = []  # (operation, the operations that its arguments come from)
RANK = 0


class Ended(Exception):
    """Raised after too many calls, because the script apparently never ends."""


def origins(value, depth=0):
    if isinstance(value, Value):
        return value.origins
    if isinstance(value, Module):
        return (
            set().union(*(origins(v, depth + 1) for v in vars(value).values()))
            if depth < 4
            else set()
        )
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return set().union(*(origins(v, depth + 1) for v in value)) if value else set()
    return set()


def call(name, *given):
    made_of = origins(list(given))
    calls.append((name, frozenset(made_of)))
    if len(calls) > 3000:
        raise Ended
    return Value(made_of | {name})


class Value:
    """A value of any type. It has every method, and each method returns a value with one more
    origin."""

    def __init__(self, made_of=()):
        self.origins = set(made_of)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *a, **k: call(name, self, *a, *k.values())

    def __iter__(self):
        return iter([Value(self.origins), Value(self.origins)])

    def __getitem__(self, key):
        return Value(self.origins)

    def __setitem__(self, key, value):
        self.origins |= origins(value)

    def __bool__(self):
        return True

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def __call__(self, *a, **k):
        return call("call", self, *a, *k.values())

    def __float__(self):
        return 1.0

    def __index__(self):
        return 1

    def __format__(self, form):
        return "1"

    def _operation(name):
        return lambda self, *others: call(name, self, *others)

    for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow", "matmul", "neg", "iadd",
                  "lt", "le", "gt", "ge", "mod", "floordiv"):  # fmt: skip
        locals()[f"__{_name}__"] = _operation(_name)


class Module:
    def __init__(self):
        object.__setattr__(self, "_ready", True)

    def __setattr__(self, name, value):
        if isinstance(value, (Module, Value)) and not self.__dict__.get("_ready"):
            raise AttributeError("cannot assign module before Module.__init__() call")
        object.__setattr__(self, name, value)

    def __call__(self, *a, **k):
        result = self.forward(*a, **k)
        return (
            Value(origins(result) | self.__dict__.get("marks", set()))
            if isinstance(result, Value)
            else result
        )

    def parameters(self):
        return [Value({"parameter"} | origins(self))]

    def modules(self):
        return [self, *(v for v in vars(self).values() if isinstance(v, Module))]

    def __getattr__(self, name):
        if name in ("to", "train", "eval", "double"):
            return lambda *a, **k: self
        raise AttributeError(name)


def layer(kind):
    class Layer(Module):
        def __init__(self, *arguments, **keywords):
            super().__init__()
            if (
                any(a is None or isinstance(a, (Module, str)) for a in arguments)
                or len(arguments) < 1
            ):
                raise TypeError(kind)
            self.value = Value({kind})

        def forward(self, *given):
            if not given or not isinstance(given[0], Value):
                raise TypeError("a layer of a tensor")
            return call(kind, self.value, *given)

    return Layer


class Identity(Module):
    def forward(self, x):
        return x


class ModuleList(Module):
    def __init__(self, members=()):
        super().__init__()
        self.members = list(members)

    def __iter__(self):
        return iter(self.members)


class Namespace(types.ModuleType):
    """A module in which every name is a function."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *a, **k: call(name, *a, *k.values())


def mark(module, name):
    object.__setattr__(module, "marks", module.__dict__.get("marks", set()) | {name})
    return module


def run(text, rank):
    """Returns the calls of one rank. Raises the exceptions that the script raises."""
    calls.clear()
    old = {name: module for name, module in sys.modules.items() if name.split(".")[0] == "torch"}
    for name in old:
        del sys.modules[name]
    sys.modules.update(_modules(rank))
    try:
        exec(
            compile(text, "script", "exec"), {"__name__": "__main__", "print": lambda *a, **k: None}
        )
    finally:
        for name in [n for n in sys.modules if n.split(".")[0] == "torch"]:
            del sys.modules[name]
        sys.modules.update(old)
    return list(calls)


def _modules(rank):
    names = ["torch", "torch.distributed", "torch.nn", "torch.nn.functional", "torch.distributed.fsdp", "torch.optim",
             "torch.distributed.device_mesh", "torch.utils", "torch.utils.checkpoint"]  # fmt: skip
    made = {name: Namespace(name) for name in names}
    for name, module in made.items():
        module.__path__ = []
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(made[parent], last, module)
    torch, nn, dist = made["torch"], made["torch.nn"], made["torch.distributed"]
    torch.compile = lambda f=None, **k: f if f is not None else lambda g: g
    torch.float32, torch.bfloat16, torch.Tensor = "float32", "bfloat16", Value
    nn.Module, nn.ModuleList, nn.Identity = Module, ModuleList, Identity
    for kind in ("Linear", "Embedding", "LayerNorm", "Dropout", "GELU"):
        setattr(nn, kind, layer(kind))
    dist.get_rank, dist.get_world_size = lambda *a: rank, lambda *a: 2
    dist.ReduceOp = types.SimpleNamespace(SUM="sum", AVG="avg", MAX="max")
    made["torch.distributed.fsdp"].fully_shard = _fully_shard
    return made


def _fully_shard(module, **keywords):
    if not isinstance(module, Module):
        raise TypeError("fully_shard of a module")
    call("fully_shard", module)
    return mark(module, "fully_shard")
