// Trains the dense case in one process in fp64. Every cell of the dense case is compared with this
// reference.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "golden/reference/architecture.h"

namespace gridlock::golden::reference {

struct Settings {
  std::filesystem::path state;  // file with the parameters before the first step
  std::uint64_t seed = 0;       // seed of the batches
  int steps = 0;
  Heads heads;
  // The precision to which parameters are rounded before each step: "fp64", "bf16" or "fp16". The
  // step itself computes in fp64. With mixed precision, the compared cell casts its parameters in
  // the same way. This cast is not one of the roundings that differ between cells, because all
  // cells round equal parameters to equal numbers.
  std::string precision = "fp64";
  std::filesystem::path out;  // file for the parameters after the last step
};

struct Step {
  int number = 0;  // counts from 0
  double loss = 0;
  double grad_norm = 0;  // norm of all gradients together
};

// Trains on one thread, so the results are the same each time. Throws TensorFileError and
// ArchitectureError for an invalid state, and std::runtime_error if the output cannot be written.
void train(const Settings& settings, const std::function<void(const Step&)>& after_step);

}  // namespace gridlock::golden::reference
