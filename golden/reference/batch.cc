#include "golden/reference/batch.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/randint.h>

namespace gridlock::golden::reference {
namespace {

constexpr std::int64_t kSequences = 16, kLength = 64;

}  // namespace

Batch batch_of(std::uint64_t seed, int step, std::int64_t vocabulary) {
  const at::Generator generator =
      at::make_generator<at::CPUGeneratorImpl>(1000 * seed + static_cast<std::uint64_t>(step));
  const at::Tensor tokens =
      at::randint(vocabulary, {kSequences, kLength + 1}, generator, at::kLong);
  return {tokens.narrow(1, 0, kLength), tokens.narrow(1, 1, kLength)};
}

}  // namespace gridlock::golden::reference
