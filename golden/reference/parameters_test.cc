#include "golden/reference/parameters.h"

#include <ATen/ops/tensor.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/process/temporary_folder.h"

namespace gridlock::golden::reference {
namespace {

// A number that neither bf16 nor fp16 represents. In both formats, the nearest representable number
// is the lower neighbor.
const double kNumber = 1 + std::ldexp(1, -9) + std::ldexp(1, -12);

double first(const Parameters& parameters) {
  return parameters.at("a").flatten()[0].item<double>();
}

TEST(Parameters, AreCastToTheNumbersOfAPrecision) {
  const Parameters parameters = {{"a", at::tensor({kNumber}, at::kDouble)}};
  EXPECT_EQ(first(cast_to("fp64", parameters)), kNumber);
  EXPECT_EQ(first(cast_to("bf16", parameters)), 1);
  EXPECT_EQ(first(cast_to("fp16", parameters)), 1 + std::ldexp(1, -9));
}

TEST(Parameters, ThatWereCastAreLeavesInFp64) {
  const Parameters cast = cast_to("bf16", {{"a", at::tensor({kNumber}, at::kDouble)}});
  EXPECT_EQ(cast.at("a").scalar_type(), at::kDouble);
  EXPECT_TRUE(cast.at("a").is_leaf() && cast.at("a").requires_grad());
}

TEST(Parameters, AreReadAsTheyWereWritten) {
  const process::TemporaryFolder folder("parameters");
  const Parameters parameters = {{"a", at::tensor({kNumber, -3.0}, at::kDouble).reshape({2, 1})}};
  write_parameters(folder.path() / "p", parameters);
  const Parameters read = read_parameters(folder.path() / "p");
  EXPECT_EQ(shapes_of(read), shapes_of(parameters));
  EXPECT_EQ(first(read), kNumber);
}

}  // namespace
}  // namespace gridlock::golden::reference
