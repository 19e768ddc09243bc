// Causal attention with grouped queries and rotary embedding, from its formulas.
#pragma once

#include <ATen/core/Tensor.h>

namespace gridlock::golden::reference {

// Rotary embedding (Su et al., "RoFormer", 2021) of x [B, H, S, D]. Number i of a head and number
// i + D/2 are a complex number, and the one at position p is turned by the angle
// p * 10000^(-2i/D). (The paper pairs neighbors, which is the same up to the order of numbers
// within a head.)
at::Tensor rotated(const at::Tensor& x);

// softmax(q k^T / sqrt(D)) v, each position over itself and those before it (Vaswani et al.,
// "Attention is all you need", 2017). q [B, H, S, D], k and v [B, Hkv, S, D]: each H / Hkv query
// heads, one behind the other, share a head of keys and values (Ainslie et al., "GQA", 2023).
at::Tensor causal_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v);

}  // namespace gridlock::golden::reference
