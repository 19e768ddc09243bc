#include "harness/report/jsonl.h"

namespace gridlock::report {

JsonlReporter::JsonlReporter(const std::filesystem::path& file) : file_(file) {
  file_.truncate(0);
}

void JsonlReporter::on_cell_finished(const verdict::CellRecord& record, double /*now*/) {
  file_.append(verdict::to_line(record));
}

}  // namespace gridlock::report
