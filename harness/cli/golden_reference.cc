#include "harness/cli/golden_reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>

#include "harness/cli/command.h"
#include "harness/goldens/reference_comparison.h"
#include "harness/goldens/reference_program.h"
#include "harness/text/quantity.h"
#include "harness/workspace/build.h"
#include "harness/workspace/notice.h"

namespace gridlock::cli {
namespace {

void print(const goldens::Kind& kind, const goldens::ReferenceTally& tally) {
  std::cout << fmt::format("{:<10}{:>7}{:>8}{:>12.2f}{:>12.2f}{:>12.2f}\n", kind.first, kind.second,
                           tally.cells, tally.loss, tally.grad_norm, tally.parameters);
}

}  // namespace

int compare_with_reference(const goldens::GoldenRun& run) {
  const goldens::Examples examples = goldens::reference_examples(run);
  workspace::built_program(goldens::kReferenceProgram);
  workspace::notice(fmt::format("training {} again, with random rounding",
                                text::count_of(examples.size(), "uncompiled cell")));
  const goldens::TrainedAgain again(run, examples);
  std::cout
      << "Largest difference as a fraction of the rounding bound (above 1: more than rounding "
         "explains):\n"
      << fmt::format("{:<10}{:>7}{:>8}{:>12}{:>12}{:>12}\n", "precision", "layers", "cells", "loss",
                     "grad norm", "parameters");
  std::vector<std::string> differences;
  std::size_t cells = 0;
  for (const auto& [kind, example] : examples) {
    const goldens::ReferenceTally tally =
        goldens::compare_with_reference(run, kind, *example, again);
    print(kind, tally);
    cells += tally.cells;
    std::ranges::copy(tally.differences, std::back_inserter(differences));
  }
  for (const std::string& difference : differences) std::cout << difference << '\n';
  std::cout << (differences.empty() ? "OK: " : "DIFFERS: ")
            << fmt::format("{} against LibTorch in fp64\n", text::count_of(cells, "cell"));
  return differences.empty() ? kExpected : kUnexpected;
}

}  // namespace gridlock::cli
