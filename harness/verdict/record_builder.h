// Test data: records of cells, healthy by default.
//
//   CellRecord record = RecordBuilder("dense/fp32.cp4").ranks(4).raised(1, "ValueError: bad");
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "harness/verdict/record.h"

namespace gridlock::verdict::testing {

class RecordBuilder {
 public:
  explicit RecordBuilder(const std::string& id = "dense/fp32") {
    record_.cell = id;
    record_.case_name = id.substr(0, id.find('/'));
    record_.role = "covering";
    record_.tier = "fork";
    record_.steps = 3;
    record_.seconds = 1.5;
    record_.sentence = "";
    ranks(2);
  }

  // Makes all ranks finish three uncompiled steps with equal numerical results.
  RecordBuilder& ranks(int count) {
    record_.reports.clear();
    for (int rank = 0; rank < count; ++rank) {
      RankReport report;
      report.rank = rank;
      report.phase = "done";
      report.losses = {4.5, 4.25, 4.125};
      report.grad_norms = {1.5, 1.25, 1.0};
      report.seconds = {{"start", 0.25}, {"group", 0.25}, {"build", 0.5}, {"steps", 0.5}};
      report.compile = protocol::CompileCounters{};
      report.peak_memory_mib = 480;
      report.exit_code = 0;
      report.finished = true;
      record_.reports.push_back(report);
    }
    return *this;
  }

  RecordBuilder& axis(const std::string& axis, const matrix::Value& value) {
    record_.axes.emplace_back(axis, value);
    return *this;
  }
  RecordBuilder& losses(const std::vector<double>& values) {
    for (RankReport& report : record_.reports) report.losses = values;
    return *this;
  }
  RecordBuilder& grad_norms(const std::vector<double>& values) {
    for (RankReport& report : record_.reports) report.grad_norms = values;
    return *this;
  }
  // Adds digests of tensors of which each rank holds 8 bytes. Each kind of tensor has the checksum
  // `sum` in all three steps.
  RecordBuilder& states(std::uint64_t sum = 96) {
    const auto count = record_.reports.size();
    const std::string all = "0-" + std::to_string(count - 1);
    for (RankReport& report : record_.reports) {
      const golden::ShardDigests held{{{std::to_string(report.rank), {sum / count, 8}}},
                                      {{all, 8 * count}}};
      report.states.assign(3, {held, held, held});
    }
    return *this;
  }
  RecordBuilder& graphs(int count) {
    for (RankReport& report : record_.reports) report.compile->graphs = count;
    return *this;
  }
  RecordBuilder& raised(int rank, const std::string& error, const std::string& traceback = "") {
    RankReport& report = broke(rank, "step 2");
    report.error = error;
    report.traceback = traceback;
    report.exit_code = 1;
    return *this;
  }
  RecordBuilder& killed(int rank, int signal, const std::string& phase = "step 2") {
    broke(rank, phase).signal = signal;
    return *this;
  }
  RecordBuilder& exited(int rank, int code, const std::string& phase = "step 2") {
    broke(rank, phase).exit_code = code;
    return *this;
  }
  // Marks the rank as one that gridlock stopped because the cell was over.
  RecordBuilder& stopped(int rank, const std::string& phase = "step 2") {
    RankReport& report = broke(rank, phase);
    report.stopped = true;
    report.signal = 9;
    return *this;
  }
  RecordBuilder& verdict(Verdict verdict, const std::string& verdict_class = "",
                         const std::string& sentence = "") {
    record_.verdict = verdict;
    record_.verdict_class = verdict_class;
    record_.sentence = sentence;
    record_.unexpected = row(verdict).fails_run();
    return *this;
  }

  CellRecord& operator*() { return record_; }
  CellRecord* operator->() { return &record_; }
  operator CellRecord() const { return record_; }  // NOLINT(google-explicit-constructor)

 private:
  RankReport& broke(int rank, const std::string& phase) {
    RankReport& report = record_.reports.at(static_cast<std::size_t>(rank));
    report.phase = phase;
    report.finished = false;
    report.exit_code.reset();
    report.losses.resize(std::min<std::size_t>(report.losses.size(), 1));
    report.grad_norms.resize(report.losses.size());
    return report;
  }

  CellRecord record_;
};

// Returns a planned cell with the id, case and axes of the record.
inline matrix::PlannedCell planned(const CellRecord& record) {
  matrix::PlannedCell planned;
  planned.cell = {record.case_name, record.axes, record.cell};
  return planned;
}

}  // namespace gridlock::verdict::testing
