// Causal attention with grouped queries and rotary embedding, written from the formulas.
#pragma once

#include <ATen/core/Tensor.h>

namespace gridlock::golden::reference {

// Applies rotary embedding (Su et al., "RoFormer", 2021) to x [B, H, S, D]. Elements i and i + D/2
// of a head form a complex number, which is rotated at position p by the angle p * 10000^(-2i/D).
// (The paper pairs adjacent elements, which is equivalent up to the order of elements within a
// head.)
at::Tensor rotated(const at::Tensor& x);

// Returns softmax(q k^T / sqrt(D)) v. Each position attends to itself and the positions before it
// (Vaswani et al., "Attention is all you need", 2017). q is [B, H, S, D], and k and v are [B, Hkv,
// S, D]. Each H / Hkv consecutive query heads share one head of keys and values (Ainslie et al.,
// "GQA", 2023).
at::Tensor causal_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v);

}  // namespace gridlock::golden::reference
