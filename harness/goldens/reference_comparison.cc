#include "harness/goldens/reference_comparison.h"

#include <algorithm>

#include "golden/compare.h"
#include "golden/numeric_divergence.h"
#include "golden/numeric_divergence_text.h"
#include "golden/tensor_file.h"
#include "harness/goldens/records.h"
#include "harness/goldens/reference_bounds.h"
#include "harness/goldens/reference_program.h"
#include "harness/verdict/agreement.h"

namespace gridlock::goldens {
namespace {

namespace fs = std::filesystem;
using verdict::CellRecord;

void judge(const CellRecord& record, const ReferenceBounds& bounds,
           const ReferenceNumbers& reference, ReferenceTally& tally) {
  const auto numbers = verdict::numbers(record);
  if (!numbers) return;
  ++tally.cells;
  const auto check = [&](const char* series, const std::vector<double>& own,
                         const std::vector<double>& right, const golden::Bound& bound,
                         double& most) {
    if (const auto margin = golden::margin(own, right, bound))
      most = std::max(most, golden::used(*margin));
    if (const auto mismatch = golden::compare(series, own, right, bound))
      tally.differences.push_back(record.cell + ": " + golden::explain(*mismatch));
  };
  check("loss", numbers->losses, reference.losses, bounds.loss(), tally.loss);
  check("grad norm", numbers->grad_norms, reference.grad_norms, bounds.grad_norm(),
        tally.grad_norm);
}

void judge_parameters(const CellRecord& example, const fs::path& trace, const fs::path& reference,
                      ReferenceTally& tally) {
  const golden::NumericDivergence divergence = golden::find_numeric_divergence(
      golden::TensorTrace(trace), golden::TensorTrace(reference),
      {.one_precision = false, .right = golden::ComparedWith::kExactTraining});
  const auto& most = divergence.furthest();
  if (most) tally.parameters = most->excess();
  if (divergence.first)
    tally.differences.push_back(example.cell + ":\n" +
                                golden::explain(divergence, golden::CompareMode::kRoundings));
}

}  // namespace

ReferenceTally compare_with_reference(const GoldenRun& run, const Kind& kind,
                                      const CellRecord& example, const TrainedAgain& again) {
  const fs::path folder = again.scratch(kind.first + "-" + kind.second);
  fs::create_directories(folder);
  const ReferenceNumbers reference =
      train_reference({again.initial_state(kind), run.identity.seed, run.identity.steps, kind.first,
                       folder / "final.safetensors"});
  golden::write_parameters(folder, static_cast<std::size_t>(run.identity.steps - 1),
                           golden::TensorFile(folder / "final.safetensors"));
  ReferenceTally tally;
  const ReferenceBounds bounds(example);
  for (const CellRecord& record : run.records) {
    if (record.verdict == verdict::Verdict::kPass && kind_of(record) == kind)
      judge(record, bounds, reference, tally);
  }
  judge_parameters(example, again.tensor_trace(kind), folder, tally);
  return tally;
}

}  // namespace gridlock::goldens
