#include "golden/reference/model.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/TensorOperators.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros_like.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace gridlock::golden::reference {
namespace {

constexpr Architecture kSmall{
    .heads = {4, 2}, .head_width = 4, .layers = 2, .vocabulary = 256, .width = 6, .hidden = 10};

Parameters random_parameters() {
  const at::Generator generator = at::make_generator<at::CPUGeneratorImpl>(3);
  Parameters parameters;
  for (const auto& [name, shape] : shapes_of(kSmall))
    parameters[name] = (at::randn(shape, generator, at::kDouble) / 2).set_requires_grad(true);
  return parameters;
}

double loss_of(const Parameters& parameters) {
  return mean_cross_entropy(kSmall, parameters, batch_of(0, 0, 256)).item<double>();
}

// Returns the slope of the loss along `direction` in the space of the parameter.
double slope(Parameters& parameters, const std::string& name, const at::Tensor& direction) {
  const at::NoGradGuard values_alone;
  constexpr double kStep = 1e-5;
  at::Tensor& parameter = parameters.at(name);
  parameter.add_(direction, kStep);
  const double ahead = loss_of(parameters);
  parameter.sub_(direction, 2 * kStep);
  const double behind = loss_of(parameters);
  parameter.add_(direction, kStep);
  return (ahead - behind) / (2 * kStep);
}

TEST(RmsNorm, MeanSquareBecomesThatOfTheGain) {
  const at::Tensor x = at::tensor({3.0, 4.0}, at::kDouble);
  const at::Tensor normalized = rms_norm(x, at::tensor({1.0, 2.0}, at::kDouble));
  const double root = std::sqrt(12.5 + 1e-5);
  EXPECT_NEAR(normalized[0].item<double>(), 3 / root, 1e-15);
  EXPECT_NEAR(normalized[1].item<double>(), 8 / root, 1e-15);
}

TEST(Model, LossOfEqualLogitsIsTheLogarithmOfTheVocabulary) {
  Parameters parameters = random_parameters();
  parameters["out.weight"] = at::zeros_like(parameters["out.weight"]);
  EXPECT_NEAR(loss_of(parameters), std::log(256), 1e-14);
}

TEST(Model, LogitsDependOnNoLaterToken) {
  const Parameters parameters = random_parameters();
  const at::Tensor tokens = batch_of(0, 0, 256).inputs;
  at::Tensor changed = tokens.clone();
  changed.select(1, 40).fill_(7);
  const at::Tensor moved =
      (logits(kSmall, parameters, tokens) - logits(kSmall, parameters, changed)).abs();
  EXPECT_EQ(moved.narrow(1, 0, 40).max().item<double>(), 0);
  EXPECT_GT(moved.narrow(1, 41, 23).max().item<double>(), 1e-3);
}

TEST(Model, GradientsAreTheSlopesOfTheLoss) {
  Parameters parameters = random_parameters();
  mean_cross_entropy(kSmall, parameters, batch_of(0, 0, 256)).backward();
  for (auto& [name, parameter] : parameters) {
    const at::Tensor direction = parameter.grad() / parameter.grad().norm();
    const double expected = parameter.grad().norm().item<double>();
    EXPECT_NEAR(slope(parameters, name, direction), expected, 1e-7 * expected) << name;
  }
}

}  // namespace
}  // namespace gridlock::golden::reference
