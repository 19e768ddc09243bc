#include "golden/reference/attention.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/complex.h>
#include <ATen/ops/imag.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/polar.h>
#include <ATen/ops/pow.h>
#include <ATen/ops/real.h>

#include <cmath>
#include <limits>

namespace gridlock::golden::reference {

at::Tensor rotated(const at::Tensor& x) {
  const std::int64_t length = x.size(-2), half = x.size(-1) / 2;
  const at::Tensor positions = at::arange(length, at::kDouble);
  const at::Tensor frequencies = at::pow(10000.0, -at::arange(half, at::kDouble) / half);
  const at::Tensor angles = positions.outer(frequencies);
  const at::Tensor rotation = at::polar(at::ones_like(angles), angles);
  const at::Tensor z = at::complex(x.narrow(-1, 0, half), x.narrow(-1, half, half)) * rotation;
  return at::cat({at::real(z), at::imag(z)}, -1);
}

at::Tensor causal_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v) {
  // q becomes [B, Hkv, H / Hkv, S, D], so that it broadcasts against k, which is [B, Hkv, 1, S, D].
  const at::Tensor groups = q.unflatten(1, {k.size(1), q.size(1) / k.size(1)});
  const at::Tensor scores =
      groups.matmul(k.unsqueeze(2).mT()) / std::sqrt(static_cast<double>(q.size(-1)));
  const at::Tensor position = at::arange(q.size(-2));
  const at::Tensor later = position > position.unsqueeze(1);  // [S, S]: the key is after the query
  const at::Tensor weights =
      scores.masked_fill(later, -std::numeric_limits<double>::infinity()).softmax(-1);
  return weights.matmul(v.unsqueeze(2)).flatten(1, 2);
}

}  // namespace gridlock::golden::reference
