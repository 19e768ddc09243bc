// The model, written from its definition: Llama (Touvron et al., 2023), a decoder of blocks with
// residual connections. Each block is attention (attention.h) and then a feed-forward network, both
// with normalized inputs.
#pragma once

#include <ATen/core/Tensor.h>

#include "golden/reference/architecture.h"
#include "golden/reference/batch.h"
#include "golden/reference/parameters.h"

namespace gridlock::golden::reference {

// Returns x / sqrt(mean(x^2) + 1e-5) * gain, with the mean over the last dimension (Zhang and
// Sennrich, "Root mean square layer normalization", 2019).
at::Tensor rms_norm(const at::Tensor& x, const at::Tensor& gain);

// Returns the logits of the token that follows each of `tokens`. `tokens` is [B, S], and the logits
// are [B, S, vocabulary].
at::Tensor logits(const Architecture& architecture, const Parameters& parameters,
                  const at::Tensor& tokens);

// Returns the mean of -log p(next token) over all tokens.
at::Tensor mean_cross_entropy(const Architecture& architecture, const Parameters& parameters,
                              const Batch& batch);

}  // namespace gridlock::golden::reference
