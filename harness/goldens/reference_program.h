// Runs gridlock-reference (golden/reference), which is built when it is first needed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::goldens {

inline constexpr const char* kReferenceProgram = "gridlock-reference";  // name for built_program()

// Returns whether the reference supports the precision. It has no 8-bit matrix products.
bool computes_in(std::string_view precision);

struct ReferenceTraining {
  std::filesystem::path state;  // the initial parameters
  std::int64_t seed = 0;
  int steps = 0;
  std::string precision;      // precision of the cell, which must satisfy computes_in()
  std::filesystem::path out;  // folder for the parameters after the last step
};

struct ReferenceNumbers {
  std::vector<double> losses;
  std::vector<double> grad_norms;
};

// Runs the reference and returns its numerical results. On failure, throws
// controller::EnvironmentError with the program's output.
ReferenceNumbers train_reference(const ReferenceTraining& training);

}  // namespace gridlock::goldens
