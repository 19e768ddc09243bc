// Test data: a plan of a few cells, their final records, and a terminal that is a string.
#pragma once

#include <csignal>
#include <string>
#include <vector>

#include "harness/report/reporter.h"
#include "harness/report/sink.h"
#include "harness/verdict/record_builder.h"

namespace gridlock::report::testing {

using verdict::Verdict;
using verdict::testing::RecordBuilder;

class FakeSink : public Sink {
 public:
  explicit FakeSink(bool terminal = false, int width = 100) : terminal_(terminal), width_(width) {}

  void write(std::string_view text) override {
    text_ += text;
    ++writes_;
  }
  bool is_terminal() const override { return terminal_; }
  bool color() const override { return color_; }
  int width() const override { return width_; }

  void set_color(bool color) { color_ = color; }
  void set_width(int width) { width_ = width; }
  int writes() const { return writes_; }
  // Returns the text written since the previous call.
  std::string take() {
    std::string text;
    text.swap(text_);
    return text;
  }

 private:
  std::string text_;
  bool terminal_;
  bool color_ = false;
  int width_;
  int writes_ = 0;
};

inline const std::vector<std::string>& cell_ids() {
  static const std::vector<std::string> ids = {
      "dense/fp32.cp1.none.replicate",
      "dense/fp32.cp4-ring.before-block.inductor.full_shard",
      "dense/bf16.cp2-allgather.after-model.aot_eager.hybrid_shard",
      "dense/fp16.cp1.before-block.inductor.full_shard",
      "dense/fp32.cp8-ring.none.full_shard",
  };
  return ids;
}

// Returns a plan in which the first cell is the reference of the other cells.
inline matrix::Plan fake_plan() {
  matrix::Plan plan;
  plan.matrix_name = "default";
  plan.strength = 2;
  for (const std::string& id : cell_ids()) {
    matrix::PlannedCell planned;
    planned.cell.id = id;
    planned.cell.case_name = "dense";
    planned.role = plan.cells.empty() ? matrix::CellRole::kReference : matrix::CellRole::kCovering;
    planned.related = true;
    plan.cells.push_back(planned);
  }
  return plan;
}

inline RunInfo fake_info() {
  RunInfo info;
  info.tier = "fork";
  info.jobs = 2;
  info.world_size = 8;
  info.machine = "2 cores, 24 GiB, no GPU";
  info.out = "runs/default";
  info.total = cell_ids().size();
  return info;
}

inline verdict::CellRecord fake_record(std::size_t index, Verdict verdict = Verdict::kPass,
                                       const std::string& sentence = "",
                                       const std::string& verdict_class = "") {
  RecordBuilder record(cell_ids().at(index));
  record.verdict(verdict, verdict_class, sentence);
  record->role = index == 0 ? "reference" : "covering";
  record->seconds = 1.25 * static_cast<double>(index + 1);
  record->signature = verdict::name(verdict);
  record->rerun = "./gridlock run matrix/default.toml --select 'id=" + cell_ids().at(index) + "'";
  if (record->unexpected) record->evidence = "evidence/" + std::to_string(index);
  return *record;
}

// Returns five records with the verdicts pass, wrong, crash, skipped and pass.
inline std::vector<verdict::CellRecord> fake_records() {
  verdict::CellRecord wrong = fake_record(
      1, Verdict::kWrong,
      "Relation 'compiled ≈ uncompiled' does not hold: loss at step 2: 4.634000301361084 against "
      "3.628000020980835, a difference of 1.01 where 9.27e-05 is allowed; compared with "
      "dense/fp32.cp1.none.replicate",
      "relation");
  wrong.reports[1].seconds["compile"] = 2.1;
  return {fake_record(0), wrong,
          fake_record(2, Verdict::kCrash, "Rank 1 was killed by SIGSEGV in step 2", "killed"),
          fake_record(3, Verdict::kSkipped, "no GPU", "hardware"), fake_record(4)};
}

inline RunSummary fake_summary() {
  RunSummary summary;
  summary.records = fake_records();
  summary.coverage = matrix::Coverage{2, 812, 840};
  summary.seconds = 192.4;
  return summary;
}

}  // namespace gridlock::report::testing
