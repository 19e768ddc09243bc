#include "harness/training/informative_cells.h"

#include <set>

#include "harness/report/causes.h"
#include "harness/training/causes_source.h"
#include "harness/training/extra_cells.h"
#include "harness/workspace/signals.h"
#include "matrix/causes/causes.h"
#include "matrix/causes/neighbors.h"

namespace gridlock::training {

using Observations = std::vector<matrix::causes::Observation>;

std::vector<InformativeCell> train_informative_cells(const workspace::MatrixArguments& arguments,
                                                     CausesSource& source, int most_cells,
                                                     const OnTrained& on_trained) {
  const workspace::Stopping stopping("stopping the cell");
  ExtraCells extra(arguments, source.runs, source.key, [&] { return stopping.requested(); });
  std::vector<InformativeCell> trained;
  std::set<std::string> tried, impossible;
  for (int i = 0; i < most_cells; ++i) {
    Observations known = report::observations_of(source.records);
    for (auto& observation : known)
      observation.can_run_again = !impossible.contains(observation.cell.id);
    auto open = matrix::causes::neighbors_of_failures(extra.matrix(), extra.machine(), known);
    std::erase_if(open, [&](const matrix::Cell& cell) { return tried.contains(cell.id); });
    const matrix::causes::Question question = matrix::causes::next_question(known, open);
    if (!question) break;
    const matrix::Cell cell = question.again >= 0
                                  ? known[static_cast<std::size_t>(question.again)].cell
                                  : open[static_cast<std::size_t>(question.open)];
    tried.insert(cell.id);
    const auto record = extra.train(cell);
    stopping.check();
    if (!record) impossible.insert(cell.id);
    if (!record) continue;
    trained.push_back({cell.id, verdict::verdict_text(*record), question.again >= 0});
    on_trained(trained.back(), trained.size());
    source.records.push_back(*record);
  }
  return trained;
}

}  // namespace gridlock::training
