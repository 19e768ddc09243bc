#include "golden/reference/batch.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace gridlock::golden::reference {
namespace {

using ::testing::ElementsAre;

std::vector<std::int64_t> numbers(const at::Tensor& tokens) {
  const at::Tensor flat = tokens.contiguous();
  const auto* first = flat.const_data_ptr<std::int64_t>();
  return {first, first + flat.numel()};
}

at::Tensor whole(const Batch& batch) {
  return at::cat({batch.inputs, batch.targets.narrow(1, 63, 1)}, 1);
}

// Returns the sum of all tokens, each multiplied by its position, which counts from 1.
std::int64_t weighted_sum(const at::Tensor& tokens) {
  return (tokens.flatten() * at::arange(1, tokens.numel() + 1)).sum().item<std::int64_t>();
}

// The expected tokens come from Python: torch.randint(0, 256, (16, 65),
// generator=torch.Generator().manual_seed(SEED)).
TEST(Batch, HasTheTokensThatPythonGets) {
  const at::Tensor first = whole(batch_of(0, 0, 256));
  EXPECT_THAT(numbers(first[0].narrow(0, 0, 6)), ElementsAre(172, 47, 117, 192, 67, 251));
  EXPECT_EQ(weighted_sum(first), 69088829);
  EXPECT_EQ(weighted_sum(whole(batch_of(7, 3, 256))), 70962400);
}

TEST(Batch, TargetsAreTheNextTokens) {
  const Batch batch = batch_of(0, 0, 256);
  EXPECT_THAT(batch.inputs.sizes().vec(), ElementsAre(16, 64));
  EXPECT_EQ(numbers(batch.inputs.narrow(1, 1, 63)), numbers(batch.targets.narrow(1, 0, 63)));
}

}  // namespace
}  // namespace gridlock::golden::reference
