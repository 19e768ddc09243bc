// AdamW (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019, algorithm 2).
#pragma once

#include <map>
#include <string>

#include "golden/reference/parameters.h"

namespace gridlock::golden::reference {

struct AdamWSettings {
  double learning_rate = 1e-3;
  double beta1 = 0.9, beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 1e-2;  // the paper's lambda is weight_decay * learning_rate
};

class AdamW {
 public:
  explicit AdamW(const AdamWSettings& settings = {}) : settings_(settings) {}

  // Updates each parameter in place by the gradient of the parameter with the same name in
  // `computed`.
  void step(Parameters& parameters, const Parameters& computed);

 private:
  struct Moments {
    at::Tensor first, second;
  };

  AdamWSettings settings_;
  int steps_ = 0;
  std::map<std::string, Moments> moments_;
};

}  // namespace gridlock::golden::reference
