"""Generates working code, for any number of ranks, that no failure needs. Some of the code fails in
another way if one of its lines is missing. A search must not slip to such a failure."""

IMPORTS = "import collections\nimport math"


def units(source, place, lines, together):
    """Returns pieces of code with about `lines` lines in total. If `together` is true, the code
    includes collective calls of all ranks. All names contain `place`."""
    found = []
    while sum(unit.count("\n") + 1 for unit in found) < lines:
        found.append(_unit(source, f"{place}_{len(found)}", together))
    return found


def _unit(source, name, together):
    text = source.choice(_ALONE + (_TOGETHER if together else ()))
    names = {"N": name, "A": str(source.randint(2, 9)), "B": str(source.randint(2, 9))}
    for name, value in names.items():
        text = text.replace(f"${name}", value)
    return text.strip("\n")


_ALONE = (
    """
scale_$N = $A / $B
values_$N = [scale_$N * step for step in range($A)]
total_$N = sum(values_$N)
""",
    """
def average_$N(values):
    total = torch.zeros(())
    for value in values:
        total = total + value.mean()
    return total / len(values)
mean_$N = average_$N([torch.ones($A), torch.zeros($B)])
""",
    """
class Block$N(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = torch.nn.Linear(width, width)
        self.width = width

    def forward(self, inputs):
        hidden = self.layer(inputs)
        return torch.relu(hidden) + inputs

block_$N = Block$N($A)
output_$N = block_$N(torch.ones($B, $A))
""",
    """
x_$N = torch.ones($A, $B)
y_$N = torch.relu(x_$N)
z_$N = y_$N @ y_$N.t()
s_$N = torch.softmax(z_$N, dim=-1)
m_$N = s_$N.mean()
""",
    # Another failure: KeyError.
    """
table_$N = collections.defaultdict(list)
table_$N.default_factory = None
table_$N["row"] = [$A, $B]
row_$N = table_$N["row"]
""",
    # Another failure: ValueError.
    """
limit_$N = -1
limit_$N = $A
if limit_$N < 0:
    raise ValueError("limit $N")
""",
    """
for step_$N in range($A):
    if step_$N % 2 == 0:
        continue
    root_$N = math.sqrt(step_$N)
""",
)

_TOGETHER = (
    """
sum_$N = torch.full(($A,), float(dist.get_rank()))
dist.all_reduce(sum_$N)
sum_$N = sum_$N / dist.get_world_size()
""",
    """
def gather_$N(value):
    parts = [torch.zeros_like(value) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, value)
    return torch.stack(parts)
parts_$N = gather_$N(torch.ones($B))
""",
    # Another hang: rank 0 alone broadcasts.
    """
ready_$N = []
ready_$N.append($A)
if not ready_$N and dist.get_rank() == 0:
    dist.broadcast(torch.ones($B), 0)
""",
    """
dist.barrier()
note_$N = f"rank {dist.get_rank()} of {dist.get_world_size()}"
""",
)
