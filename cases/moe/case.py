"""A transformer with a mixture of experts. The router sends each token to one expert, so the data
determines how many tokens an expert gets. With ep > 1, all-to-alls send each token to the rank of
its expert and back. The sizes of the all-to-alls differ between ranks and steps."""

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.distributed._functional_collectives import all_to_all_single_autograd
from torch.distributed.tensor import DTensor

import gridlock

VOCABULARY = 64
WIDTH = 32
HEADS = 4
EXPERTS = 8
HIDDEN = 48
BATCH = 16
SEQUENCE = 64  # on GPUs, ranks with fewer than 32 positions fail (pytorch#159706)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        self.out = nn.Linear(WIDTH, WIDTH, bias=False)

    def forward(self, x):
        heads = self.qkv(x).unflatten(-1, (3, HEADS, -1)).permute(2, 0, 3, 1, 4)
        return self.out(gridlock.attention(*heads, causal=True).transpose(1, 2).flatten(2))


class Experts(nn.Module):
    """The weights [E, …] of all experts or, with expert parallelism, of this rank's experts."""

    def __init__(self):
        super().__init__()
        self.up = nn.Parameter(torch.randn(EXPERTS, WIDTH, HIDDEN) * WIDTH**-0.5)
        self.down = nn.Parameter(torch.randn(EXPERTS, HIDDEN, WIDTH) * HIDDEN**-0.5)
        self._group = None

    def keep_experts(self, group):
        self._group = group

    def forward(self, x, counts):
        """Returns the experts' outputs [T, W] for x [T, W]. The rows of x are sorted by expert.
        `counts` [E] has the number of rows of each expert."""
        if self._group is None:
            return self.compute(x, counts)
        arriving = torch.empty_like(counts)
        dist.all_to_all_single(arriving, counts, group=self._group)
        ranks = self._group.size()
        sent, received = (n.view(ranks, -1).sum(1).tolist() for n in (counts, arriving))
        arrived = all_to_all_single_autograd(x, received, sent, self._group)
        # The arrived rows are sorted by rank and then by expert. This sorts them by expert alone.
        experts = torch.arange(EXPERTS // ranks, device=x.device).repeat(ranks)
        order = experts.repeat_interleave(arriving).argsort(stable=True)
        computed = self.compute(arrived[order], arriving.view(ranks, -1).sum(0))
        returning = torch.empty_like(computed).index_copy(0, order, computed)
        return all_to_all_single_autograd(returning, sent, received, self._group)

    def compute(self, x, counts):
        weights = zip(own_part(self.up), own_part(self.down))
        tokens = x.split(counts.tolist())
        return torch.cat([F.silu(t @ up) @ down for t, (up, down) in zip(tokens, weights)])


def own_part(weight):
    return weight.to_local() if isinstance(weight, DTensor) else weight


class Mixture(nn.Module):
    def __init__(self):
        super().__init__()
        self.router = nn.Linear(WIDTH, EXPERTS, bias=False)
        self.experts = Experts()

    def forward(self, x):
        tokens = x.flatten(0, 1)
        shares = self.router(tokens).float().softmax(-1)
        share, expert = shares.max(-1)
        order = expert.argsort(stable=True)
        counts = F.one_hot(expert, EXPERTS).sum(0)
        computed = self.experts(tokens[order], counts)
        back = torch.empty_like(computed).index_copy(0, order, computed)
        return (back * share.unsqueeze(-1).to(x.dtype)).view_as(x)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention_norm = nn.RMSNorm(WIDTH, eps=1e-5)
        self.attention = Attention()
        self.mixture_norm = nn.RMSNorm(WIDTH, eps=1e-5)
        self.mixture = Mixture()

    def forward(self, x):
        x = x + self.attention(self.attention_norm(x))
        return x + self.mixture(self.mixture_norm(x))


class Transformer(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, WIDTH)
        self.blocks = nn.ModuleList(Block() for _ in range(layers))
        self.norm = nn.RMSNorm(WIDTH, eps=1e-5)
        self.out = nn.Linear(WIDTH, VOCABULARY, bias=False)

    def forward(self, tokens):
        x = self.embedding(tokens)
        for block in self.blocks:
            x = block(x)
        return self.out(self.norm(x))


def model(cell):
    return Transformer(cell.layers)


def layers(model):
    return model.blocks


def experts(model):
    return [block.mixture.experts for block in model.blocks]


def batch(cell, step):
    """Returns inputs and next tokens [B, S] of the global batch. All cells with the same seed get
    the same batch."""
    generator = torch.Generator().manual_seed(1000 * cell.seed + step)
    tokens = torch.randint(0, VOCABULARY, (BATCH, SEQUENCE + 1), generator=generator)
    return tokens[:, :-1], tokens[:, 1:]


def loss(model, inputs, targets):
    return F.cross_entropy(model(inputs).float().flatten(0, 1), targets.flatten())
