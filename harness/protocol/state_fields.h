// Describes the JSON fields of the digests of a rank's training state.
#pragma once

#include <charconv>
#include <stdexcept>

#include "golden/state.h"
#include "harness/fields/description.h"

namespace gridlock::golden {

// A 64-bit number, written as 16 hexadecimal digits, because many JSON readers keep only 53 bits of
// a number.
struct Hexadecimal {
  using Written = std::string;
  static Written write(std::uint64_t sum) { return hexadecimal(sum); }
  static std::uint64_t read(const Written& digits) {
    std::uint64_t sum = 0;
    const char* end = digits.data() + digits.size();
    const auto [last, error] = std::from_chars(digits.data(), end, sum, 16);
    if (error != std::errc() || last != end || digits.size() != 16)
      throw std::invalid_argument("must have 16 hexadecimal digits");
    return sum;
  }
};

constexpr auto fields_of(fields::Type<Digest>) {
  return fields::OpenList{
      fields::required<Hexadecimal>("sum", &Digest::sum,
                                    "sum over the words of the tensor, each multiplied by a key "
                                    "of its position"),
      fields::required("bytes", &Digest::bytes, "how many bytes the digest covers"),
  };
}

constexpr auto fields_of(fields::Type<ShardDigests>) {
  return fields::OpenList{
      fields::required("parts", &ShardDigests::parts,
                       "the digest of each part, by the ranks that hold it"),
      fields::required("bytes", &ShardDigests::bytes,
                       "bytes of the full tensors, by the ranks that hold their parts"),
  };
}

constexpr auto fields_of(fields::Type<State>) {
  return fields::OpenList{
      fields::optional("activations", &State::activations, "digests of the layers' outputs"),
      fields::optional("gradients", &State::gradients,
                       "digests of the gradients before the optimizer uses them"),
      fields::optional("parameters", &State::parameters,
                       "digests of the parameters after the step"),
      fields::optional("optimizer", &State::optimizer,
                       "digests of the optimizer's state after the step"),
  };
}

}  // namespace gridlock::golden
