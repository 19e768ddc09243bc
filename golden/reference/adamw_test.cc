#include "golden/reference/adamw.h"

#include <ATen/ops/tensor.h>
#include <gtest/gtest.h>

#include <cmath>

namespace gridlock::golden::reference {
namespace {

constexpr AdamWSettings kSettings{
    .learning_rate = 0.1, .beta1 = 0.5, .beta2 = 0.75, .epsilon = 1e-3, .weight_decay = 0.2};

// A single number that the optimizer updates.
class Number {
 public:
  double step(double gradient) {
    at::Tensor computed = at::tensor(0.0, at::kDouble).set_requires_grad(true);
    computed.mutable_grad() = at::tensor(gradient, at::kDouble);
    optimizer_.step(parameters_, {{"x", computed}});
    return parameters_.at("x").item<double>();
  }

 private:
  Parameters parameters_ = {{"x", at::tensor(2.0, at::kDouble)}};
  AdamW optimizer_{kSettings};
};

double after(double x, double first, double second) {
  return x - 0.1 * (first / (std::sqrt(second) + 1e-3) + 0.2 * x);
}

TEST(AdamW, StepsAreThoseOfThePaper) {
  Number number;
  // In the first step, dividing the first moment by 1 - beta leaves exactly the gradient.
  const double first = number.step(3);
  EXPECT_NEAR(first, after(2, 3, 9), 1e-15);
  const double mean = (0.5 * 1.5 + 0.5 * -1) / (1 - 0.25);
  const double square = (0.75 * 2.25 + 0.25 * 1) / (1 - 0.5625);
  EXPECT_NEAR(number.step(-1), after(first, mean, square), 1e-15);
}

TEST(AdamW, WithoutGradientThereIsDecayAlone) {
  EXPECT_NEAR(Number().step(0), 2 * (1 - 0.1 * 0.2), 1e-15);
}

}  // namespace
}  // namespace gridlock::golden::reference
