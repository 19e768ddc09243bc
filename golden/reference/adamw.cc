#include "golden/reference/adamw.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/zeros_like.h>

#include <cmath>

namespace gridlock::golden::reference {

void AdamW::step(Parameters& parameters, const Parameters& computed) {
  const auto& [learning_rate, beta1, beta2, epsilon, weight_decay] = settings_;
  ++steps_;
  for (auto& [name, parameter] : parameters) {
    const at::Tensor gradient = computed.at(name).grad();
    Moments& m = moments_[name];
    if (steps_ == 1) m = {at::zeros_like(parameter), at::zeros_like(parameter)};
    m.first = beta1 * m.first + (1 - beta1) * gradient;
    m.second = beta2 * m.second + (1 - beta2) * gradient * gradient;
    const at::Tensor first = m.first / (1 - std::pow(beta1, steps_));
    const at::Tensor second = m.second / (1 - std::pow(beta2, steps_));
    const at::Tensor direction = first / (second.sqrt() + epsilon) + weight_decay * parameter;
    parameter.sub_(learning_rate * direction);
  }
}

}  // namespace gridlock::golden::reference
