"""Small models of Hugging Face's transformers, created from configurations; nothing is downloaded.

The library's code is unchanged. To support context parallelism, this case registers its own
attention function in the registry that the library offers to users.
"""

import torch
import torch.nn.functional as F
from transformers import AttentionInterface, GPT2Config, GPT2LMHeadModel, LlamaConfig
from transformers import LlamaForCausalLM, MixtralConfig, MixtralForCausalLM

import gridlock

WIDTH = 32
HEADS = 4
BATCH = 16
SEQUENCE = 64  # on GPUs, ranks with fewer than 32 positions fail (pytorch#159706)
VOCABULARY = 64

# Weights are wide enough that attention is far from uniform at the first step, so that a wrong mask
# shows in the loss.
COMMON = {
    "vocab_size": VOCABULARY,
    "max_position_embeddings": SEQUENCE,
    "initializer_range": WIDTH**-0.5,
    "bos_token_id": 0,
    "eos_token_id": 0,
    "use_cache": False,
    "attn_implementation": "gridlock",
}
LLAMA = {
    "hidden_size": WIDTH,
    "intermediate_size": 48,
    "num_attention_heads": HEADS,
    "num_key_value_heads": 2,
}
GPT2 = {"n_embd": WIDTH, "n_head": HEADS, "embd_pdrop": 0.0, "attn_pdrop": 0.0, "resid_pdrop": 0.0}
MIXTRAL = {"num_local_experts": 4, "num_experts_per_tok": 2, "sliding_window": None}


def attention(module, q, k, v, mask, **_):
    """Attends over the whole sequence; each rank has a part of it. `mask` is None, because the
    library makes no mask for an attention function that it does not know."""
    assert mask is None and module.is_causal
    return gridlock.attention(q, k, v, causal=True).transpose(1, 2), None


AttentionInterface.register("gridlock", attention)


def llama(cell):
    return LlamaForCausalLM(LlamaConfig(**COMMON, **LLAMA, num_hidden_layers=cell.layers))


def gpt2(cell):
    """Returns a GPT-2. It has learned positions, and token embedding and output share one
    weight."""
    return GPT2LMHeadModel(GPT2Config(**COMMON, **GPT2, n_layer=cell.layers))


def mixtral(cell):
    sizes = {**LLAMA, **MIXTRAL, "num_hidden_layers": cell.layers}
    return MixtralForCausalLM(
        MixtralConfig(**COMMON, **sizes, experts_implementation=cell.experts)
    )


FAMILIES = {"llama": llama, "gpt2": gpt2, "mixtral": mixtral}


def model(cell):
    return FAMILIES[cell.family](cell)


def layers(model):
    decoder = model.base_model
    return decoder.h if hasattr(decoder, "h") else decoder.layers


def batch(cell, step):
    """Returns inputs and next tokens [B, S] of the global batch. All cells with the same seed get
    the same batch."""
    generator = torch.Generator().manual_seed(1000 * cell.seed + step)
    tokens = torch.randint(0, VOCABULARY, (BATCH, SEQUENCE + 1), generator=generator)
    return tokens[:, :-1], tokens[:, 1:]


def loss(model, inputs, targets):
    positions = gridlock.positions().unsqueeze(0)
    logits = model(input_ids=inputs, position_ids=positions).logits
    return F.cross_entropy(logits.float().flatten(0, 1), targets.flatten())
