// gridlock-reference (golden/reference), which is built when it is first needed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::cli {

inline constexpr const char* kReferenceProgram = "gridlock-reference";  // for built_program()

// Whether the reference computes what cells of this precision do: it knows no products in 8 bits.
bool computes_in(std::string_view precision);

struct ReferenceTraining {
  std::filesystem::path state;  // the parameters to begin with
  std::int64_t seed = 0;
  int steps = 0;
  std::string precision;      // of the cell: computes_in() it
  std::filesystem::path out;  // for the parameters after the last step
};

struct ReferenceNumbers {
  std::vector<double> losses;
  std::vector<double> grad_norms;
};

// Throws controller::EnvironmentError with what it says.
ReferenceNumbers train_reference(const ReferenceTraining& training);

}  // namespace gridlock::cli
