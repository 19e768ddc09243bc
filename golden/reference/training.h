// The dense case trained in one process in fp64: what every cell of it is judged against.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "golden/reference/architecture.h"

namespace gridlock::golden::reference {

struct Settings {
  std::filesystem::path state;  // parameters before the first step
  std::uint64_t seed = 0;       // of the batches
  int steps = 0;
  Heads heads;
  // That parameters are cast to for each step's computation, which is fp64 all the same: "fp64",
  // "bf16" or "fp16". A cast is part of what a cell of mixed precision is asked for. It is not one
  // of the roundings that differ between cells: all of them round the same parameters to the same
  // ones.
  std::string precision = "fp64";
  std::filesystem::path out;  // where parameters after the last step are written
};

struct Step {
  int number = 0;  // counts from 0
  double loss = 0;
  double grad_norm = 0;  // of all gradients together
};

// On one thread: the same numbers each time. Throws TensorFileError and ArchitectureError for what
// is wrong with the state, and std::runtime_error where nothing can be written.
void train(const Settings& settings, const std::function<void(const Step&)>& after_step);

}  // namespace gridlock::golden::reference
