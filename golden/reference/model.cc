#include "golden/reference/model.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/embedding.h>

#include "golden/reference/attention.h"

namespace gridlock::golden::reference {
namespace {

// A part of the model, identified by the prefix of its parameters' names.
class Part {
 public:
  Part(const Architecture& architecture, const Parameters& parameters, std::string prefix)
      : architecture_(architecture), parameters_(parameters), prefix_(std::move(prefix)) {}

  at::Tensor normalized(const std::string& norm, const at::Tensor& x) const {
    return rms_norm(x, weight(norm));
  }

  at::Tensor linear(const std::string& name, const at::Tensor& x) const {
    return x.matmul(weight(name).t());
  }

  // Reshapes [B, S, heads * D] to [B, heads, S, D].
  at::Tensor heads(const std::string& name, const at::Tensor& x) const {
    return linear(name, x).unflatten(-1, {-1, architecture_.head_width}).transpose(1, 2);
  }

  at::Tensor attention(const at::Tensor& x) const {
    const at::Tensor mixed =
        causal_attention(rotated(heads("attention.q", x)), rotated(heads("attention.k", x)),
                         heads("attention.v", x));
    return linear("attention.out", mixed.transpose(1, 2).flatten(2));
  }

  // Computes SwiGLU (Shazeer, "GLU variants improve transformer", 2020).
  at::Tensor feed_forward(const at::Tensor& x) const {
    const at::Tensor gate = linear("feed_forward.gate", x);
    const at::Tensor swish = gate * gate.sigmoid();
    return linear("feed_forward.down", swish * linear("feed_forward.up", x));
  }

 private:
  const at::Tensor& weight(const std::string& name) const {
    return parameters_.at(prefix_ + name + ".weight");
  }

  const Architecture& architecture_;
  const Parameters& parameters_;
  std::string prefix_;
};

}  // namespace

at::Tensor rms_norm(const at::Tensor& x, const at::Tensor& gain) {
  return x / (x.square().mean(-1, /*keepdim=*/true) + 1e-5).sqrt() * gain;
}

at::Tensor logits(const Architecture& architecture, const Parameters& parameters,
                  const at::Tensor& tokens) {
  at::Tensor x = at::embedding(parameters.at("embedding.weight"), tokens);
  for (std::int64_t layer = 0; layer < architecture.layers; ++layer) {
    const Part block(architecture, parameters, prefix_of_block(layer));
    x = x + block.attention(block.normalized("attention_norm", x));
    x = x + block.feed_forward(block.normalized("feed_forward_norm", x));
  }
  const Part model(architecture, parameters, "");
  return model.linear("out", model.normalized("norm", x));
}

at::Tensor mean_cross_entropy(const Architecture& architecture, const Parameters& parameters,
                              const Batch& batch) {
  const at::Tensor scores = logits(architecture, parameters, batch.inputs);
  const at::Tensor of_target = scores.gather(-1, batch.targets.unsqueeze(-1)).squeeze(-1);
  return (scores.logsumexp(-1) - of_target).mean();
}

}  // namespace gridlock::golden::reference
