// The model, from its definition: Llama (Touvron et al., 2023), a decoder of blocks with residual
// connections, each attention (attention.h), then a feed-forward network, both of normalized
// inputs.
#pragma once

#include <ATen/core/Tensor.h>

#include "golden/reference/architecture.h"
#include "golden/reference/batch.h"
#include "golden/reference/parameters.h"

namespace gridlock::golden::reference {

// x / sqrt(mean(x^2) + 1e-5) * gain, over the last dimension (Zhang and Sennrich, "Root mean square
// layer normalization", 2019).
at::Tensor rms_norm(const at::Tensor& x, const at::Tensor& gain);

// For tokens [B, S], for each the logits of the next one: [B, S, vocabulary].
at::Tensor logits(const Architecture& architecture, const Parameters& parameters,
                  const at::Tensor& tokens);

// Mean over all tokens of -log p(next token).
at::Tensor mean_cross_entropy(const Architecture& architecture, const Parameters& parameters,
                              const Batch& batch);

}  // namespace gridlock::golden::reference
