// gridlock-reference (golden/reference), which is built when it is first needed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gridlock::cli {

struct ReferenceTraining {
  std::filesystem::path state;  // the parameters to begin with
  std::int64_t seed = 0;
  int steps = 0;
  std::string precision;      // of the cell: "fp32", "bf16", "fp16"
  std::filesystem::path out;  // for the parameters after the last step
};

struct ReferenceNumbers {
  std::vector<double> losses;
  std::vector<double> grad_norms;
};

// Builds it, or brings it up to date. Throws controller::EnvironmentError, which names the log.
void build_reference();

// Throws controller::EnvironmentError with what it says.
ReferenceNumbers train_reference(const ReferenceTraining& training);

}  // namespace gridlock::cli
