#include "golden/reference/attention.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/TensorOperators.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace gridlock::golden::reference {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

at::Tensor random_heads(std::int64_t heads, std::int64_t length, std::uint64_t seed) {
  return at::randn({1, heads, length, 4}, at::make_generator<at::CPUGeneratorImpl>(seed),
                   at::kDouble);
}

double at_place(const at::Tensor& x, std::int64_t head, std::int64_t position, std::int64_t i) {
  return x[0][head][position][i].item<double>();
}

double dot(const at::Tensor& q, std::int64_t head, std::int64_t position, const at::Tensor& k,
           std::int64_t key_head, std::int64_t key_position) {
  double sum = 0;
  for (std::int64_t i = 0; i < q.size(-1); ++i)
    sum += at_place(q, head, position, i) * at_place(k, key_head, key_position, i);
  return sum;
}

// Computes one number of the output from the formula.
double attended(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, std::int64_t head,
                std::int64_t position, std::int64_t i) {
  const std::int64_t key_head = head / (q.size(1) / k.size(1));
  double sum = 0, total = 0;
  for (std::int64_t other = 0; other <= position; ++other) {
    const double weight = std::exp(dot(q, head, position, k, key_head, other) / 2);  // sqrt(4)
    sum += weight * at_place(v, key_head, other, i);
    total += weight;
  }
  return sum / total;
}

TEST(Rotation, TurnsPairsHalfAHeadApart) {
  at::Tensor x = at::zeros({1, 1, 3, 4}, at::kDouble);
  x[0][0][2][0] = 1;  // pairs with element 2; rotated by 1 radian per position
  x[0][0][2][3] = 1;  // pairs with element 1; rotated by 0.01 radian per position
  const at::Tensor turned = rotated(x)[0][0][2];
  const auto number = [&](std::int64_t i) { return turned[i].item<double>(); };
  EXPECT_THAT((std::vector{number(0), number(1), number(2), number(3)}),
              ElementsAre(DoubleNear(std::cos(2), 1e-15), DoubleNear(-std::sin(0.02), 1e-15),
                          DoubleNear(std::sin(2), 1e-15), DoubleNear(std::cos(0.02), 1e-15)));
}

TEST(Rotation, LeavesProductsThatDependOnTheDistanceAlone) {
  const at::Tensor q = random_heads(1, 1, 1).expand({1, 1, 8, 4});
  const at::Tensor k = random_heads(1, 1, 2).expand({1, 1, 8, 4});
  const at::Tensor turned_q = rotated(q), turned_k = rotated(k);
  EXPECT_NEAR(dot(turned_q, 0, 7, turned_k, 0, 4), dot(turned_q, 0, 3, turned_k, 0, 0), 1e-14);
  EXPECT_GT(std::abs(dot(turned_q, 0, 7, turned_k, 0, 4) - dot(turned_q, 0, 7, turned_k, 0, 5)),
            1e-3);
}

TEST(CausalAttention, IsTheSumOfItsFormula) {
  const at::Tensor q = random_heads(4, 5, 1), k = random_heads(2, 5, 2), v = random_heads(2, 5, 3);
  const at::Tensor mixed = causal_attention(q, k, v);
  ASSERT_THAT(mixed.sizes().vec(), ElementsAre(1, 4, 5, 4));
  for (std::int64_t head = 0; head < 4; ++head)
    for (std::int64_t position = 0; position < 5; ++position)
      for (std::int64_t i = 0; i < 4; ++i)
        EXPECT_NEAR(at_place(mixed, head, position, i), attended(q, k, v, head, position, i), 1e-14)
            << head << ' ' << position << ' ' << i;
}

}  // namespace
}  // namespace gridlock::golden::reference
