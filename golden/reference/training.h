// The dense case trained in one process in fp64: the reference that every cell of it is compared
// with.
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
  // The precision that parameters are cast to for each step's computation, which itself stays in
  // fp64: "fp64", "bf16" or "fp16". A cell of mixed precision is asked for this cast. The cast is
  // not one of the roundings that differ between cells: all cells round the same parameters to the
  // same numbers.
  std::string precision = "fp64";
  std::filesystem::path out;  // file for the parameters after the last step
};

struct Step {
  int number = 0;  // counts from 0
  double loss = 0;
  double grad_norm = 0;  // norm of all gradients together
};

// Trains on one thread, which gives the same numbers each time. Throws TensorFileError and
// ArchitectureError for an invalid state, and std::runtime_error if the output cannot be written.
void train(const Settings& settings, const std::function<void(const Step&)>& after_step);

}  // namespace gridlock::golden::reference
