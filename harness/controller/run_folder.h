// The folder of a run. Every path in it is made here.
//
//   run.json         what the results are of (harness/run/identity.h)
//   settings.json    versions, variables and settings of torch (harness/settings/snapshot.h)
//   results.jsonl    a record for each finished cell
//   traces.json      where torch's traces of its cells are, once they can be read
//   claims.json      what they say of the claims of the matrix, where it has any
//   evidence/CELL/   stacks and logs of a cell that failed, and what torch recorded of its compiler
//   taps/0.0/        what the ranks of the first cell wrote for its taps (golden/taps.h), where it
//                    has any; 0.1: of its second repetition
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::controller {

class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path root) : root_(std::filesystem::absolute(root)) {}

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path results() const { return root_ / "results.jsonl"; }
  std::filesystem::path traces() const { return root_ / "traces.json"; }
  std::filesystem::path claims() const { return root_ / "claims.json"; }
  std::filesystem::path identity() const { return root_ / "run.json"; }
  std::filesystem::path snapshot() const { return root_ / "settings.json"; }
  // Tells the ranks of a cell which of them is debugged; there only while a cell runs with --pdb.
  std::filesystem::path debug_turn() const { return root_ / ".debugged"; }
  std::filesystem::path taps(std::size_t cell, int repetition) const;
  std::filesystem::path initial_state(std::size_t cell, int repetition) const;
  // Whether a run has begun in it; it may not have finished a cell.
  bool is_run() const { return std::filesystem::exists(results()); }
  bool has_results() const;  // a finished cell
  bool is_in_use() const;    // a run writes to it now

  // In the evidence folder of a cell.
  static constexpr const char* kTorchTrace = "torch_trace";
  static constexpr const char* kTorchProfile = "torch_profile";
  static constexpr const char* kTorchMinifier = "torch_minifier";

  // Relative to the root: "evidence/dense_fp32.cp4", "evidence/dense_fp32.cp4-again1".
  static std::filesystem::path evidence(const std::string& cell, int repetition);

 private:
  std::filesystem::path root_;
};

}  // namespace gridlock::controller
