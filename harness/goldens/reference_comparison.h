// Compares the cells of a run with the same training in LibTorch and fp64.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/goldens/records.h"
#include "harness/goldens/reference_examples.h"
#include "harness/goldens/trained_again.h"

namespace gridlock::goldens {

// The results of the comparison for the cells of one kind.
struct ReferenceTally {
  std::size_t cells = 0;
  double loss = 0, grad_norm = 0, parameters = 0;  // largest difference / bound
  std::vector<std::string> differences;
};

// Trains the reference from the example's initial parameters. Compares its losses and gradient
// norms with those of every cell of this kind that passed, and its final parameters with the
// example's. Throws controller::EnvironmentError.
ReferenceTally compare_with_reference(const GoldenRun& run, const Kind& kind,
                                      const verdict::CellRecord& example,
                                      const TrainedAgain& again);

}  // namespace gridlock::goldens
